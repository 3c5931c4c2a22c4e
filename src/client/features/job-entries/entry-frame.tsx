import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { routes } from '#shared/routes.ts';
import { answerTo } from '#shared/domain/asked.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import { ApiError } from '#client/api/api-error.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useSyncState } from '#client/data/engine-context.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useWriter } from '#client/data/use-write.ts';
import { useSavedActions } from '#client/entities/job-entries/use-saved-actions.ts';
import type { DraftKeeper } from '#client/features/job-entries/draft-keeper.ts';
import { formBody, newFilesOf, placeOf } from '#client/features/job-entries/entry-form.ts';
import { LeaveQuestion } from '#client/features/job-entries/entry-parts.ts';
import { changeBody, onlyFieldsOf } from '#client/features/job-entries/service-change.ts';
import type { EntryFormState } from '#client/features/job-entries/use-entry-form.ts';
import { t } from '#client/lib/texts.ts';
import type { NewFile } from '#client/offline/public.ts';
import { afterPaint } from '#client/lib/after-paint.ts';
import { useBrowserOnline } from '#client/lib/use-browser-online.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { PhoneIcon, QuestionIcon } from '#client/ui/icons.tsx';
import { Note } from '#client/ui/note.tsx';
import { FormProblems } from '#client/ui/form-problems.tsx';
import { SyncIndicator } from '#client/ui/sync-indicator.tsx';
import { leaveTopModal } from '#client/ui/modal-stack.ts';

/** Usually the save is faster, and drawing the busy state would delay it. */
const BUSY_AFTER_MS = 150;

interface EntryFrameProps {
  readonly entry: JobEntry | null;
  readonly state: EntryFormState;
  /** Keeps the form as a draft, which is deleted when the entry is saved; null if the form is for a change that is already waiting. */
  readonly keeper: DraftKeeper | null;
  /** Keeps the form as a draft, and closes the dialog. */
  readonly keepDurably: () => Promise<void>;
  readonly throwAway: (next: () => void) => Promise<void>;
  /** Only the numbers are asked for: the one button is for them. */
  readonly isFolded: boolean;
  /** Nothing of it is kept or sent, which it says all the time. */
  readonly isPractice: boolean;
  /** Called with the values and new files instead of writing them: for a change that is already waiting. */
  readonly onSave?: (values: Readonly<Record<string, unknown>>, files: readonly NewFile[]) => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The failure: the server's refusal, or this device's storage, in which case nothing is kept anywhere (specification 5.35). */
const entryFailure = (error: unknown, isEdit: boolean): string => {
  if (error instanceof ApiError) {
    return isEdit ? t('Failed to update job entry') : t('Failed to create job entry');
  }
  return t('Failed to store job entry locally');
};

/** Writes the entry. */
const useEntryWrites = ({ entry, state, keeper, onSave, onClose }: EntryFrameProps) => {
  const { id: orgId } = useOrganization();
  const notices = useNotices();
  const create = useWriter(orgId, routes.jobEntries.create);
  const createAtCustomer = useWriter(orgId, routes.jobEntries.createAtCustomer);
  const update = useWriter(orgId, routes.jobEntries.update);
  const actionsAfter = useSavedActions(orgId);
  const isSaving = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const { form, fields, removed } = state;

  /** Returns what to say afterwards. */
  const write = async (jobId: number, serviceTypeId: number): Promise<() => void> => {
    const written = formBody({ ...form, serviceTypeId }, fields, entry?.customFieldValues);
    const body = entry ? changeBody(written, removed, entry) : written;
    const files = newFilesOf(onlyFieldsOf(form, fields));
    if (onSave) {
      await onSave({ ...body, ...placeOf(form) }, files);
      return () => undefined;
    }
    const rest = { files, draft: keeper?.pause() ?? [] };
    const saved = await (entry
      ? update({
          params: { id: entry.id },
          body: { ...body, ...placeOf(form), ...(state.isChanged ? answerTo(entry) : {}) },
          seen: entry,
          ...rest,
        })
      : jobId === NO_JOB
        ? createAtCustomer({ params: { orgId }, body: { ...body, customerId: form.customerId ?? 0, awaitsJob: true }, ...rest })
        : create({ params: { id: jobId }, body, ...rest }));
    const actions = actionsAfter(saved, entry && { body: { ...body, ...placeOf(form) }, before: entry });
    const said = entry ? t('Job entry updated successfully') : t('Job entry created successfully');
    return () => notices.saved(saved, t('Job entry'), t('Success'), said, ...actions);
  };
  const submit = async () => {
    const { jobId, serviceTypeId } = form;
    if (isSaving.current || !state.check() || jobId === null || serviceTypeId === null) {
      return;
    }
    isSaving.current = true;
    const timer = window.setTimeout(() => setBusy(true), BUSY_AFTER_MS);
    try {
      // Not after it has failed: the button would stay busy while what is wrong is still being put into words.
      const say = await write(jobId, serviceTypeId).finally(() => window.clearTimeout(timer));
      // The toast first: removing the dialog keeps a phone busy for longer than showing the toast.
      flushSync(() => {
        leaveTopModal();
        say();
      });
      afterPaint(onClose);
    } catch (error) {
      isSaving.current = false;
      setBusy(false);
      keeper?.resume();
      notices.failure(entryFailure(error, entry !== null), error);
      if (error instanceof ApiError) {
        await state.refuse(error.issues);
      }
    }
  };
  return { submit, isBusy, isSaving };
};

/** On a phone the dialog covers the shell, and with it the sign that there is no connection. */
const Indicator = () => (
  <span className="md:hidden">
    <SyncIndicator state={useBrowserOnline() ? 'offline' : 'noNetwork'} />
  </span>
);

/** The entry dialog around its fields: title, buttons, saving. The fields are its children, so that they are not redrawn while it saves. */
export const EntryFrame = (props: EntryFrameProps) => {
  const { entry, state, keeper, keepDurably, throwAway, isFolded, isPractice, onClose, children } = props;
  const { submit, isBusy, isSaving } = useEntryWrites(props);
  const isOffline = useSyncState().connection === 'offline';
  const [isLeaving, setLeaving] = useState(false);
  const { isChanged } = state;
  // Fetched ahead: the network may be gone by the time somebody leaves.
  useEffect(() => {
    if (isChanged) {
      void LeaveQuestion.fetch().catch(() => undefined);
    }
  }, [isChanged]);
  const leave = () => {
    // What is being saved is neither discarded nor kept as a draft as well.
    if (isSaving.current) {
      return;
    }
    if (isChanged) {
      setLeaving(true);
    } else {
      onClose();
    }
  };
  const submitButton = {
    type: 'submit',
    variant: 'log',
    busyText: isBusy && (entry ? t('Updating...') : t('Submitting...')),
    children: entry ? t('Update Entry') : t('Submit Entry'),
  } as const;
  return (
    <>
      <Dialog
        title={isPractice ? t('Practice entry') : entry ? t('Edit Job Entry') : t('New Job Entry')}
        mark={isOffline && <Indicator />}
        size="wide"
        opensInBody
        onClose={leave}
        onSubmit={submit}
        footer={
          isFolded ? (
            <div className="grid flex-1 gap-2">
              <Button {...submitButton} className="min-h-15 w-full" />
              {isOffline && (
                <p className="flex items-center gap-2.5 text-sm text-ink2 shorter:hidden">
                  <PhoneIcon className="size-5 shrink-0" aria-hidden="true" />
                  {t('Kept on this phone and sent later.')}
                </p>
              )}
            </div>
          ) : (
            <>
              {state.service && (
                <p className="mr-auto text-sm text-ink3 max-md:hidden">{t('* needed for {name}', { name: state.service.name })}</p>
              )}
              {isOffline && keeper ? (
                <Button onClick={() => void keepDurably()}>{t('Save as Draft')}</Button>
              ) : (
                <Button onClick={leave}>{t('Cancel')}</Button>
              )}
              <Button {...submitButton} />
            </>
          )
        }
      >
        {isPractice && (
          <div className="sticky top-0 z-10 bg-surface px-4 pt-3 pb-1 md:px-7">
            <Note tone="sky" icon={QuestionIcon}>
              {t('Practice: nothing you enter here is saved or sent.')}
            </Note>
          </div>
        )}
        <div className="px-4 pt-4 empty:hidden md:px-7">
          <FormProblems problems={state.problems} />
        </div>
        {children}
      </Dialog>
      {isLeaving && (
        <LeaveQuestion
          isEdit={entry !== null}
          {...(keeper ? { onKeep: keepDurably } : {})}
          onThrowAway={() => throwAway(onClose)}
          onStay={() => setLeaving(false)}
        />
      )}
    </>
  );
};
