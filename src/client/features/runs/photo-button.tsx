import { useId } from 'react';
import { MAX_FILES } from '#shared/domain/job-entry.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { messageOf } from '#client/api/api-error.ts';
import { t } from '#client/lib/texts.ts';
import { blobRef, type NewFile, prepareFile, sha256Hex } from '#client/offline/public.ts';
import { CameraIcon } from '#client/ui/icons.tsx';

interface PhotoButtonProps {
  readonly count: number;
  /** Made ready, which takes a phone a moment: the stop is the one at which it was taken, whatever was pressed since. */
  readonly onPhoto: (photo: string, file: NewFile) => void;
}

/** A photo straight from the camera, for the current stop. */
export const PhotoButton = ({ count, onPhoto }: PhotoButtonProps) => {
  const id = useId();
  const notices = useNotices();
  const add = async (chosen: File): Promise<void> => {
    try {
      const { bytes, type, fileName } = await prepareFile(chosen);
      const sha256 = await sha256Hex(bytes);
      onPhoto(blobRef(sha256), { sha256, bytes, type, fileName });
    } catch (error) {
      notices.problem(t('Not saved'), messageOf(error));
    }
  };
  return (
    <label htmlFor={id} className="cab-key" aria-disabled={count >= MAX_FILES || undefined}>
      <CameraIcon aria-hidden="true" />
      <span>{count === 0 ? t('Photo') : t('Photo {count}/{most}', { count, most: MAX_FILES })}</span>
      <input
        id={id}
        type="file"
        accept="image/*"
        capture="environment"
        className="sr-only"
        disabled={count >= MAX_FILES}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          target.value = '';
          if (chosen) {
            void add(chosen);
          }
        }}
      />
    </label>
  );
};
