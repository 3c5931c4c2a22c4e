import { type ReactNode, useId, useRef } from 'react';
import { useNotices } from '#client/components/use-notices.ts';
import { fieldName } from '#client/entities/custom-data-fields/field-words.ts';
import { type Attachment, attachmentsOf, isEmpty, textOf } from '#client/features/job-entries/entry-form.ts';
import { FilesControl } from '#client/features/job-entries/entry-parts.ts';
import type { EntryFormState } from '#client/features/job-entries/use-entry-form.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Field, FieldError, Textarea } from '#client/ui/field.tsx';
import { CameraIcon, CheckIcon, NoteIcon } from '#client/ui/icons.tsx';
import { DraftIcon } from '#client/ui/icons-entry.ts';

interface PhotoButtonProps {
  readonly attachments: readonly Attachment[];
  readonly onChange: (attachments: readonly Attachment[]) => void;
  readonly isInvalid: boolean;
}

/** One tap to the camera; what was taken stands below, where it can be removed. */
const PhotoButton = ({ attachments, onChange, isInvalid }: PhotoButtonProps) => {
  const camera = useRef<HTMLInputElement>(null);
  const notices = useNotices();
  const add = async (files: readonly File[]) => {
    try {
      const { addFiles } = await import('#client/features/job-entries/files-control.tsx');
      const { all } = await addFiles(attachments, files, false);
      onChange(all);
    } catch (error) {
      notices.failure(t("The file can't be read. Choose it again."), error);
    }
  };
  return (
    <>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={({ target }) => {
          void add([...(target.files ?? [])]);
          // Lets the same photo be taken again.
          target.value = '';
        }}
      />
      <Button
        variant="ghost"
        icon={CameraIcon}
        className="flex-1"
        {...(isInvalid ? { 'data-refused': true } : {})}
        onClick={() => camera.current?.click()}
      >
        {t('Photo')}
      </Button>
    </>
  );
};

export interface FoldedExtrasProps {
  readonly state: EntryFormState;
  /** The key of what is written now. */
  readonly open: string | undefined;
  readonly onOpen: (key: string) => void;
  /** Keeps it as a draft and closes; absent where there are no drafts. */
  readonly onDraft?: () => void;
  /** What else can be done. */
  readonly action: ReactNode;
}

/** What an entry may have besides its numbers: a photo, a note; and keeping it as a draft. */
export const FoldedExtras = ({ state, open, onOpen, onDraft, action }: FoldedExtrasProps) => {
  const id = useId();
  const { form, fields, errors, setValue } = state;
  const notes = fields.find(({ column }) => column === 'notes');
  const photos = fields.find(({ kind }) => kind === 'attachment');
  const attachments = attachmentsOf(photos && form.values[photos.key]);
  const photoError = photos && errors[photos.key];
  const setPhotos = (all: readonly Attachment[]) => photos && setValue(photos.key, all);
  return (
    <>
      {notes && notes.key === open && (
        <Field label={fieldName(notes.field)} required={notes.isRequired} error={errors[notes.key]}>
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              // It was asked for by a tap.
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
              autoFocus
              value={textOf(form.values[notes.key])}
              onChange={(event) => setValue(notes.key, event.target.value)}
            />
          )}
        </Field>
      )}
      {photos && attachments.length > 0 && (
        <FilesControl
          control={{ id, 'aria-describedby': undefined, 'aria-invalid': false, 'aria-required': photos.isRequired }}
          attachments={attachments}
          onChange={setPhotos}
        />
      )}
      <div className="flex flex-wrap items-center gap-1">
        {photos && attachments.length === 0 && (
          <PhotoButton attachments={attachments} onChange={setPhotos} isInvalid={photoError !== undefined} />
        )}
        {notes && (
          <Button
            variant="ghost"
            icon={isEmpty(form.values[notes.key]) ? NoteIcon : CheckIcon}
            className="flex-1"
            aria-expanded={notes.key === open}
            onClick={() => onOpen(notes.key)}
          >
            {fieldName(notes.field)}
          </Button>
        )}
        {onDraft && (
          <Button variant="ghost" icon={DraftIcon} className="flex-1" onClick={onDraft}>
            {t('Draft')}
          </Button>
        )}
        {action}
      </div>
      {photoError && <FieldError>{photoError}</FieldError>}
      {notes && notes.key !== open && errors[notes.key] && (
        <div data-refused>
          <FieldError>{errors[notes.key]}</FieldError>
        </div>
      )}
    </>
  );
};
