import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { contract } from '#shared/contract.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { ApiError } from '#client/api/api-error.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { draftKey, writeDraft } from '#client/data/entry-draft.ts';
import { useSyncState } from '#client/data/engine-context.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { useWrite } from '#client/data/use-write.ts';
import { formBody, newFilesOf } from '#client/features/job-entries/entry-form.ts';
import type { useEntryForm } from '#client/features/job-entries/use-entry-form.ts';
import type { NewFile } from '#client/offline/queue.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#client/ui/dialog.tsx';

interface EntryFrameProps {
  readonly entry: JobEntry | null;
  readonly state: ReturnType<typeof useEntryForm>;
  /** Whether the form goes on from a draft, which goes when the entry is saved. */
  readonly isDraft: boolean;
  /** Takes the values and new files instead of their being written: for a change that waits already. */
  readonly onSave?: (values: Readonly<Record<string, unknown>>, files: readonly NewFile[]) => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What failed: the server's refusal, or this device's storage, and then nothing is kept anywhere (specification 1 §8). */
const entryFailure = (error: unknown, isEdit: boolean): string => {
  if (error instanceof ApiError) {
    return isEdit ? 'Failed to update job entry' : 'Failed to create job entry';
  }
  return 'Failed to store job entry locally';
};

/** Writes the form: the entry, or a draft of it. */
const useEntryWrites = ({ entry, state, isDraft, onSave, onClose }: EntryFrameProps) => {
  const { id: orgId } = useOrganization();
  const user = useUser();
  const notices = useNotices();
  const create = useWrite(orgId, contract.jobEntries.create);
  const update = useWrite(orgId, contract.jobEntries.update);
  const isSaving = useRef(false);
  const { form, fields } = state;

  /** Gives what to say afterwards. */
  const write = async (jobId: number, serviceTypeId: number): Promise<() => void> => {
    const body = formBody({ ...form, serviceTypeId }, fields, entry?.customFieldValues);
    const files = newFilesOf(form);
    if (onSave) {
      await onSave({ ...body, jobId }, files);
      return () => undefined;
    }
    const saved = await (entry
      ? update.mutateAsync({ params: { id: entry.id }, body: { ...body, jobId }, files, seen: entry })
      : create.mutateAsync({ params: { id: jobId }, body, files, ...(isDraft ? { draft: draftKey(user.id, orgId) } : {}) }));
    return () => notices.saved(saved, 'Job entry', 'Success', entry ? 'Job entry updated successfully' : 'Job entry created successfully');
  };
  const submit = async () => {
    const { jobId, serviceTypeId } = form;
    // The button is drawn as busy a moment after the tap; a second tap may be quicker.
    if (isSaving.current || !state.check() || jobId === null || serviceTypeId === null) {
      return;
    }
    isSaving.current = true;
    try {
      const say = await write(jobId, serviceTypeId);
      // The dialog first, so that the toast is not drawn in it as it goes; both in one frame.
      flushSync(onClose);
      flushSync(say);
    } catch (error) {
      isSaving.current = false;
      notices.failure(entryFailure(error, entry !== null), error);
    }
  };
  const saveDraft = async () => {
    try {
      await writeDraft(user.id, orgId, form);
      notices.success('Draft saved', 'It is kept on this device. New Job Entry opens it again.');
      onClose();
    } catch (error) {
      notices.failure('Failed to store job entry locally', error);
    }
  };
  return { submit, saveDraft, isBusy: create.isPending || update.isPending };
};

/** The entry dialog around its fields: title, buttons, saving. The fields are its children, so that they are not drawn anew while it saves. */
export const EntryFrame = (props: EntryFrameProps) => {
  const { entry, state, onClose, children } = props;
  const { submit, saveDraft, isBusy } = useEntryWrites(props);
  const isOffline = useSyncState().connection === 'offline';
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => (state.isChanged ? setLeaving(true) : onClose());
  return (
    <>
      <Dialog
        title={entry ? 'Edit Job Entry' : 'New Job Entry'}
        size="wide"
        onClose={leave}
        onSubmit={() => void submit()}
        footer={
          <>
            {state.service && <p className="mr-auto text-sm text-ink3 max-md:hidden">* needed for {state.service.name}</p>}
            {isOffline && !entry ? (
              <Button onClick={() => void saveDraft()}>Save as Draft</Button>
            ) : (
              <Button onClick={leave}>Cancel</Button>
            )}
            <Button type="submit" variant="log" busyText={isBusy && (entry ? 'Updating...' : 'Submitting...')}>
              {entry ? 'Update Entry' : 'Submit Entry'}
            </Button>
          </>
        }
      >
        {children}
      </Dialog>
      {isLeaving && (
        <ConfirmDialog
          title="Throw this entry away?"
          text="It is not saved yet."
          confirmLabel="Throw away"
          cancelLabel="Keep writing"
          danger
          onConfirm={onClose}
          onCancel={() => setLeaving(false)}
        />
      )}
    </>
  );
};
