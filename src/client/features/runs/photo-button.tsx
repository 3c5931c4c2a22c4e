import { useId } from 'react';
import { MAX_FILES } from '#shared/domain/job-entry.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { messageOf } from '#client/api/api-error.ts';
import { t } from '#client/lib/texts.ts';
import { blobRef, type NewFile, prepareFile, sha256Hex } from '#client/offline/public.ts';
import { CameraIcon } from '#client/ui/icons.tsx';

interface PhotoButtonProps {
  readonly photos: readonly string[];
  readonly onPhoto: (photos: readonly string[], files: readonly NewFile[]) => void;
}

/** A photo straight from the camera, for the current stop. */
export const PhotoButton = ({ photos, onPhoto }: PhotoButtonProps) => {
  const id = useId();
  const notices = useNotices();
  const add = async (chosen: File): Promise<void> => {
    try {
      const { bytes, type, fileName } = await prepareFile(chosen);
      const sha256 = await sha256Hex(bytes);
      onPhoto([...new Set([...photos, blobRef(sha256)])], [{ sha256, bytes, type, fileName }]);
    } catch (error) {
      notices.problem(t('Not saved'), messageOf(error));
    }
  };
  return (
    <label htmlFor={id} className="cab-key" aria-disabled={photos.length >= MAX_FILES || undefined}>
      <CameraIcon aria-hidden="true" />
      <span>{photos.length === 0 ? t('Photo') : t('Photo {count}/{most}', { count: photos.length, most: MAX_FILES })}</span>
      <input
        id={id}
        type="file"
        accept="image/*"
        capture="environment"
        className="sr-only"
        disabled={photos.length >= MAX_FILES}
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
