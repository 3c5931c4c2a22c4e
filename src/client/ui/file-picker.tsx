import { type ChangeEvent, type ReactNode, useRef } from 'react';
import { cx } from '#client/lib/cx.ts';
import { t } from '#client/lib/texts.ts';
import { useMedia } from '#client/lib/use-media.ts';
import type { ControlProps } from '#client/ui/field.tsx';
import { AttachmentIcon, CameraIcon, CloseIcon } from '#client/ui/icons.tsx';

interface FilesProps {
  readonly control: ControlProps;
  readonly files: readonly { readonly name: string; readonly preview: ReactNode }[];
  readonly most: number;
  readonly onAdd: (files: readonly File[]) => void;
  readonly onRemove: (index: number) => void;
}

const takeClass =
  'flex min-h-16 flex-1 items-center justify-center gap-2.5 rounded-ctl border-[1.5px] border-dashed border-edge px-2 font-semibold text-act';

/** Chosen files as small pictures, and buttons to add more: on phones the camera itself, and the device's files. */
export const FilePicker = ({ control, files, most, onAdd, onRemove }: FilesProps) => {
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const hasCamera = useMedia('(pointer: coarse)');
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    onAdd([...(event.target.files ?? [])]);
    // Lets the same file be chosen again.
    event.target.value = '';
  };
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      {files.map(({ name, preview }, index) => (
        <span key={`${name}-${index}`} className="relative grid h-16 w-22 place-items-center overflow-hidden rounded-ctl bg-sunk">
          {preview}
          <button
            type="button"
            aria-label={t('Remove {name}', { name })}
            className="absolute top-0 right-0 grid size-11 place-items-center"
            onClick={() => onRemove(index)}
          >
            <CloseIcon className="size-6.5 rounded-full bg-hedge p-1 text-onhedge stroke-3" aria-hidden="true" />
          </button>
        </span>
      ))}
      <input {...control} ref={input} type="file" multiple className="peer sr-only" tabIndex={-1} onChange={handleChange} />
      {files.length < most && (
        <>
          {hasCamera && (
            <>
              <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={handleChange} />
              <button type="button" className={cx(takeClass, 'min-w-36')} onClick={() => camera.current?.click()}>
                <CameraIcon className="size-5" aria-hidden="true" />
                {t('Take photo')}
              </button>
            </>
          )}
          <button
            type="button"
            className={cx(
              takeClass,
              'min-w-36 peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-(--focus)',
            )}
            onClick={() => input.current?.click()}
          >
            {hasCamera ? <AttachmentIcon className="size-5" aria-hidden="true" /> : <CameraIcon className="size-5" aria-hidden="true" />}
            {t('Photo or file')}
          </button>
        </>
      )}
    </div>
  );
};
