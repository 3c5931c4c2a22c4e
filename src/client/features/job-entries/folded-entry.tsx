import { useId, useRef, useState } from 'react';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useUser } from '#client/data/user-context.tsx';
import { fieldName } from '#client/entities/custom-data-fields/field-words.ts';
import { DateChips } from '#client/features/job-entries/date-field.tsx';
import { type Attachment, attachmentsOf, type FormField, isEmpty, textOf } from '#client/features/job-entries/entry-form.ts';
import { FilesControl, TimerAction } from '#client/features/job-entries/entry-parts.ts';
import { FoldedNumbers } from '#client/features/job-entries/folded-numbers.tsx';
import { knownLines, lastValues, nextOpen, numbersOf } from '#client/features/job-entries/fold.ts';
import { SavingHints } from '#client/features/job-entries/saving-hints.tsx';
import type { EntryData } from '#client/features/job-entries/use-entry-data.ts';
import type { EntryFormState } from '#client/features/job-entries/use-entry-form.ts';
import { stepped } from '#client/lib/stepped.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Field, Textarea } from '#client/ui/field.tsx';
import { CameraIcon, CheckIcon, NoteIcon } from '#client/ui/icons.tsx';
import { DraftIcon } from '#client/ui/icons-entry.ts';

interface KnownBlockProps {
  readonly lines: readonly string[];
  readonly date: string;
  readonly onDate: (date: string) => void;
  readonly onChange: () => void;
}

/** What is known of the entry, in one block with one way to change it, and the day. */
const KnownBlock = ({ lines: [first, ...rest], date, onDate, onChange }: KnownBlockProps) => (
  <section aria-label={first} className="grid gap-2 rounded-card bg-actsoft px-3.5 pt-2 pb-3">
    <div className="flex items-center gap-3">
      <p className="min-w-0 flex-1 leading-[1.35] wrap-anywhere">
        <b className="block font-[680]">{first}</b>
        {rest.map((line) => (
          <span key={line} className="block text-sm text-ink2">
            {line}
          </span>
        ))}
      </p>
      <button type="button" onClick={onChange} className="-mr-2 min-h-12 px-2 font-[660] text-act underline underline-offset-4">
        {t('Change it')}
      </button>
    </div>
    <DateChips control={{ 'aria-label': t('Date') }} value={date} onChange={onDate} />
  </section>
);

interface PhotoButtonProps {
  readonly attachments: readonly Attachment[];
  readonly onChange: (attachments: readonly Attachment[]) => void;
}

/** One tap to the camera; what was taken stands below, where it can be removed. */
const PhotoButton = ({ attachments, onChange }: PhotoButtonProps) => {
  const camera = useRef<HTMLInputElement>(null);
  const notices = useNotices();
  const add = async (files: readonly File[]) => {
    try {
      const { addFiles } = await import('#client/features/job-entries/read-files.ts');
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
      <Button variant="ghost" icon={CameraIcon} className="flex-1" onClick={() => camera.current?.click()}>
        {t('Photo')}
      </Button>
    </>
  );
};

export interface FoldedEntryProps {
  /** The entry that is changed; null: a new one. */
  readonly entry: JobEntry | null;
  readonly state: EntryFormState;
  readonly data: EntryData;
  /** Entries of this device, the newest first. */
  readonly entries: readonly JobEntry[];
  /** Shows everything that the entry holds. */
  readonly onUnfold: () => void;
  /** Keeps it as a draft and closes; absent where there are no drafts. */
  readonly onDraft?: () => void;
}

/** An entry of which everything but the numbers is known: three taps on a phone (decision 0078). */
export const FoldedEntry = ({ entry, state, data, entries, onUnfold, onDraft }: FoldedEntryProps) => {
  const user = useUser();
  const id = useId();
  const { form, fields, errors, setValue, setDate } = state;
  const numbers = numbersOf(fields);
  const notes = fields.find(({ column }) => column === 'notes');
  const photos = fields.find(({ kind }) => kind === 'attachment');
  const [openKey, setOpenKey] = useState(() => (nextOpen(numbers, form.values, undefined) ?? numbers[0])?.key);
  const open = numbers.find(({ key }) => key === openKey);
  const others = entries.filter((other) => other.id !== entry?.id);
  const attachments = attachmentsOf(photos && form.values[photos.key]);
  const setPhotos = (field: FormField) => (all: readonly Attachment[]) => setValue(field.key, all);
  return (
    <div className="grid gap-3 px-4 pt-3 pb-2">
      <KnownBlock lines={knownLines(state, { entry, data, user })} date={form.date} onDate={setDate} onChange={onUnfold} />
      <FoldedNumbers
        state={state}
        numbers={numbers}
        open={open}
        onOpen={setOpenKey}
        lastOf={(field) => lastValues(field, state, others)}
        action={
          open?.column === 'totalHours' &&
          entry === null && <TimerAction onStop={(hours) => setValue(open.key, stepped(textOf(form.values[open.key]), hours, 1))} />
        }
      >
        <SavingHints entry={entry} state={state} data={data} />
      </FoldedNumbers>
      {notes && notes.key === openKey && (
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
          control={{ id, 'aria-describedby': undefined, 'aria-invalid': false, 'aria-required': false }}
          attachments={attachments}
          onChange={setPhotos(photos)}
        />
      )}
      <div className="flex flex-wrap gap-1">
        {photos && attachments.length === 0 && <PhotoButton attachments={attachments} onChange={setPhotos(photos)} />}
        {notes && (
          <Button
            variant="ghost"
            icon={isEmpty(form.values[notes.key]) ? NoteIcon : CheckIcon}
            className="flex-1"
            aria-expanded={notes.key === openKey}
            onClick={() => setOpenKey(notes.key)}
          >
            {fieldName(notes.field)}
          </Button>
        )}
        {onDraft && (
          <Button variant="ghost" icon={DraftIcon} className="flex-1" onClick={onDraft}>
            {t('Draft')}
          </Button>
        )}
      </div>
    </div>
  );
};
