import { useState } from 'react';
import { usePictureUrl } from '#client/data/file-url.ts';
import { cx } from '#client/lib/cx.ts';
import { AttachmentIcon } from '#client/ui/icons.tsx';

interface PictureProps {
  /** A stored name, or `blob:<sha256>` for a file that waits on this device. */
  readonly name: string;
  readonly label: string;
  /** Shows the whole picture instead of cropping it to fill its place. */
  readonly isWhole?: boolean;
}

/** An attached file as a small picture that fills its place; a file icon for anything else or unreachable. */
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
