import { useState } from 'react';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { messageOf } from '#client/api/api-error.ts';
import type { EntryStart } from '#client/entities/job-entries/entry-dialog-context.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { withFiles } from '#client/features/job-entries/draft-form.ts';
import type { Choices } from '#client/features/job-entries/entry-copy.ts';
import { EntryFrame } from '#client/features/job-entries/entry-frame.tsx';
import { FoldedEntry, FullForm, PHONE } from '#client/features/job-entries/entry-forms.ts';
import { DraftLine, DraftTrouble } from '#client/features/job-entries/entry-parts.ts';
import { canFold } from '#client/features/job-entries/fold.ts';
import { useDraftKeeper } from '#client/features/job-entries/use-draft-keeper.ts';
import { type EntryBeginning, useEntryBeginning } from '#client/features/job-entries/use-entry-beginning.ts';
import { type EntryData, useEntryData } from '#client/features/job-entries/use-entry-data.ts';
import { useEntryForm } from '#client/features/job-entries/use-entry-form.ts';
import { later } from '#client/lib/later.tsx';
import { t } from '#client/lib/texts.ts';
import { useMedia } from '#client/lib/use-media.ts';
import type { NewFile } from '#client/offline/public.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Failed, Loading } from '#client/ui/states.tsx';

const QuestionLine = later(async () => (await import('#client/entities/job-entries/load-question-words.ts')).loadQuestionLine());

interface JobEntryDialogProps {
  /** Null: a new one. */
  readonly entry: JobEntry | null;
  readonly start: EntryStart;
  /** Called with the values and new files instead of writing them: for a change that is already waiting. */
  readonly onSave?: (values: Readonly<Record<string, unknown>>, files: readonly NewFile[]) => Promise<void>;
  readonly onClose: () => void;
}

interface LoadedProps extends JobEntryDialogProps {
  readonly data: EntryData;
  readonly beginning: EntryBeginning;
  /** Nothing of it is kept or sent; with `onSave`. */
  readonly isPractice?: boolean;
}

/** The form with the draft that it continues, and the keeper of its draft from now on. */
const useKeptForm = ({ entry, start, data, beginning, onSave }: LoadedProps) => {
  const [draft, setDraft] = useState(() => beginning.draft && { ...beginning.draft, ...beginning.draft.form });
  const [form] = useState(() => draft && withFiles(draft.form, draft.files));
  const state = useEntryForm(entry, start, data, form, onSave === undefined);
  // A change continues from the entry as it was when the draft was begun: what others have done since is then compared with that.
  const source = entry && (draft?.seen ?? entry);
  const { keeper, throwAway, isTroubled, keepAnother } = useDraftKeeper(
    source,
    state,
    draft && form ? { key: draft.key, form } : null,
    onSave !== undefined,
  );
  const beginAnother = () => {
    keepAnother(entry);
    setDraft(null);
    state.startOver();
  };
  return { state, source, draft, keeper, isTroubled, beginAnother, throwAway };
};

/** Keeps the form as a draft that the user asked for, says so, and closes the dialog. */
const useDurableDraft = ({ entry, onClose }: LoadedProps, { state, keeper }: ReturnType<typeof useKeptForm>) => {
  const notices = useNotices();
  return async () => {
    try {
      await keeper?.keepDurably(state.form);
      notices.success(
        t('Draft saved'),
        entry ? t('It is kept on this device. Edit Entry opens it again.') : t('It is kept on this device. New Job Entry opens it again.'),
      );
      onClose();
    } catch (error) {
      notices.failure(t('Failed to store job entry locally'), error);
    }
  };
};

/** The form, with everything that it offers. */
export const LoadedEntryDialog = (props: LoadedProps) => {
  const { data, beginning, start, onSave, isPractice = false, onClose } = props;
  const kept = useKeptForm(props);
  const { state, source, draft, keeper, isTroubled, beginAnother, throwAway } = kept;
  const keepDurably = useDurableDraft(props, kept);
  const isPhone = useMedia(PHONE);
  // What is known need not be shown again: after a usual entry was chosen, and to correct one.
  const [isUsual, setUsual] = useState(onSave === undefined && !draft && (source !== null || start.copyOf !== undefined));
  const [hasTaken, setTaken] = useState(false);
  const isFolded = isPhone && isUsual && canFold(state, source);
  const takeLast = (choices: Choices) => {
    state.takeOver(choices);
    setUsual(onSave === undefined);
    setTaken(true);
  };
  return (
    <EntryFrame
      entry={source}
      state={state}
      keeper={keeper}
      keepDurably={keepDurably}
      throwAway={throwAway}
      isFolded={isFolded}
      isPractice={isPractice}
      onClose={onClose}
      {...(onSave ? { onSave } : {})}
    >
      {source?.question && <QuestionLine entry={source} />}
      {(isTroubled || draft) && (
        <div className="grid gap-3 px-4 pt-4 md:px-7">
          {isTroubled && <DraftTrouble />}
          {draft && (
            <DraftLine
              savedAt={draft.savedAt}
              onThrowAway={() => void throwAway(beginAnother)}
              {...(source ? {} : { onBeginAnother: beginAnother })}
            />
          )}
        </div>
      )}
      {isFolded ? (
        <FoldedEntry
          entry={source}
          state={state}
          data={data}
          entries={beginning.entriesHere}
          onUnfold={() => setUsual(false)}
          {...(keeper ? { onDraft: () => void keepDurably() } : {})}
        />
      ) : (
        <FullForm
          entry={source}
          state={state}
          data={data}
          recent={beginning.recent}
          isStored={onSave === undefined}
          isPractice={isPractice}
          start={start}
          onTakeLast={source || draft || start.copyOf || (isPhone && hasTaken) ? undefined : takeLast}
          onRun={isPhone && !isPractice && !source && state.isEmpty ? onClose : undefined}
        />
      )}
    </EntryFrame>
  );
};

/** New and Edit Job Entry, the most important screen (specification 5.21 to 5.34). */
export const JobEntryDialog = (props: JobEntryDialogProps) => {
  const { entry, start, onSave, onClose } = props;
  const data = useEntryData();
  const { beginning, error } = useEntryBeginning(entry, start, onSave === undefined);
  if (data.isReady && beginning) {
    return <LoadedEntryDialog {...props} data={data} beginning={beginning} />;
  }
  const failure = data.error ?? error;
  return (
    <Dialog
      title={entry ? t('Edit Job Entry') : t('New Job Entry')}
      size="wide"
      opensInBody
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('Cancel')}</Button>}
    >
      {failure ? <Failed text={messageOf(failure)} onRetry={onClose} /> : <Loading text={t('Loading...')} />}
    </Dialog>
  );
};
