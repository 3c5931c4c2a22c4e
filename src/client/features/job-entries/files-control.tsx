import { useState } from 'react';
import { MAX_FILES } from '#shared/domain/job-entry.ts';
import type { Attachment } from '#client/features/job-entries/entry-form.ts';
import { addFiles, NoRoom, oversized } from '#client/features/job-entries/read-files.ts';
import { Picture } from '#client/components/picture.tsx';
import { showFile } from '#client/data/file-url.ts';
import { listWords } from '#client/lib/lists.ts';
import { t } from '#client/lib/texts.ts';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { Checkbox, type ControlProps, FieldError } from '#client/ui/field.tsx';
import { FilePicker } from '#client/ui/file-picker.tsx';

export { addFiles };

const Preview = ({ attachment: { name, value, file } }: { readonly attachment: Attachment }) => {
  if (file) {
    showFile(file);
  }
  return <Picture name={value} label={name} />;
};

/** Per device: whether photos are kept as large as the camera made them. */
const KEEP_ORIGINALS = 'keepOriginalPhotos';

export interface FilesControlProps {
  readonly control: ControlProps;
  readonly attachments: readonly Attachment[];
  readonly onChange: (attachments: readonly Attachment[]) => void;
}

/** Photos and other files of an entry: up to three of 10 MB, as far as this device has room for them (specification 5.33). */
export const FilesControl = ({ control, attachments, onChange }: FilesControlProps) => {
  const [tooLarge, setTooLarge] = useState<readonly string[]>([]);
  /** How many of the last selection were dropped; shown until the next change. */
  const [leftOut, setLeftOut] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [keepsOriginals, setKeepsOriginals] = useState(() => localStorage.getItem(KEEP_ORIGINALS) === 'yes');
  const chooseOriginals = (keeps: boolean) => {
    localStorage.setItem(KEEP_ORIGINALS, keeps ? 'yes' : 'no');
    setKeepsOriginals(keeps);
  };
  const handleAdd = (files: readonly File[]) => {
    const names = oversized(files);
    setTooLarge(names);
    setProblem(null);
    setLeftOut(0);
    if (names.length === 0) {
      addFiles(attachments, files, keepsOriginals).then(
        ({ all, leftOut: count }) => {
          setLeftOut(count);
          onChange(all);
        },
        (error: unknown) => setProblem(error instanceof NoRoom ? error.message : t("The file can't be read. Choose it again.")),
      );
    }
  };
  return (
    <div className="grid gap-2">
      <FilePicker
        control={control}
        files={attachments.map((attachment) => ({ name: attachment.name, preview: <Preview attachment={attachment} /> }))}
        most={MAX_FILES}
        onAdd={handleAdd}
        onRemove={(index) => {
          setLeftOut(0);
          onChange(attachments.toSpliced(index, 1));
        }}
      />
      <p className="text-sm text-ink3">{t('{count} of {most}, up to 10 MB each', { count: attachments.length, most: MAX_FILES })}</p>
      <Checkbox
        label={t('Keep photos in full size')}
        checked={keepsOriginals}
        onChange={(event) => chooseOriginals(event.target.checked)}
      />
      {leftOut > 0 && (
        <div role="alert">
          <FieldError>
            {leftOut === 1
              ? t('At most {most} files: one was left out.', { most: MAX_FILES })
              : t('At most {most} files: {count} were left out.', { most: MAX_FILES, count: leftOut })}
          </FieldError>
        </div>
      )}
      {problem && (
        <p className="text-sm text-poppy-fg" role="alert">
          {problem}
        </p>
      )}
      {tooLarge.length > 0 && (
        <ConfirmDialog
          title={t('Files over 10 MB')}
          text={t('Nothing was added. Too large: {files}', { files: listWords(tooLarge) })}
          confirmLabel={t('Choose others')}
          cancelLabel={t('Close')}
          onConfirm={() => {
            setTooLarge([]);
            document.querySelector<HTMLInputElement>(`#${CSS.escape(control.id)}`)?.click();
          }}
          onCancel={() => setTooLarge([])}
        />
      )}
    </div>
  );
};
