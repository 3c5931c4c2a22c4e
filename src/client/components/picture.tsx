import { useState } from 'react';
import { usePictureUrl } from '#client/data/file-url.ts';
import { cx } from '#client/lib/cx.ts';
import { AttachmentIcon } from '#client/ui/icons.tsx';

interface PictureProps {
  /** A stored name, or `blob:<sha256>` of a file that waits on this device. */
  readonly name: string;
  readonly label: string;
  /** Nothing of it is cut off to fill the place. */
  readonly isWhole?: boolean;
}

/** An attached file as a small picture, filling its place; the sign of a file for what is no picture or cannot be reached. */
export const Picture = ({ name, label, isWhole = false }: PictureProps) => {
  const url = usePictureUrl(name);
  const [failed, setFailed] = useState<string>();
  return url === undefined || url === failed ? (
    <AttachmentIcon className="size-7 text-ink2" aria-label={label} />
  ) : (
    <img
      src={url}
      alt={label}
      loading="lazy"
      className={cx('size-full', isWhole ? 'object-contain' : 'object-cover')}
      onError={() => setFailed(url)}
    />
  );
};
