import type { ReactNode } from 'react';
import type { KeptCollection } from '#shared/kinds/spellings.ts';
import type { Route } from '#shared/route.ts';
import type { Contract } from '#shared/routes.ts';
import { useUndoOfDeletion } from '#client/components/use-undo-of-deletion.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useWrite } from '#client/data/use-write.ts';
import type { LocalRow } from '#client/offline/public.ts';
import { midSentence, t } from '#client/lib/texts.ts';
import { ConfirmDialog } from '#client/ui/dialog.tsx';

/** What is to be deleted, and its texts. */
export interface Deletion {
  readonly route: Route<Contract[KeptCollection]['remove']>;
  /** The record as the question shows it: if somebody else has changed it by then, the user is asked about that. */
  readonly record: LocalRow;
  readonly title: string;
  /** What its kind is called at the beginning of a sentence, in the page's language: 'Customer'. */
  readonly kind: string;
  /** The question of the specification. */
  readonly question: ReactNode;
  readonly confirmLabel?: string;
  /** The toast afterwards, where it is not 'Employee deleted successfully'. */
  readonly done?: readonly [title: string, text: string];
  /** Closes at once instead of waiting until the record is gone: for what leaves its list immediately. */
  readonly isAtOnce?: boolean;
}

interface DeleteDialogProps extends Deletion {
  /** Called when the record is gone: a screen that is about it leads back to the list. */
  readonly onDeleted?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Asks before a record is deleted, and reports the result (specification 4.2, 4.41, 4.42). */
export const DeleteDialog = (props: DeleteDialogProps) => {
  const { route, record, title, kind, question, confirmLabel = t('Delete'), isAtOnce = false, onDeleted, onClose } = props;
  const { done = [t('Success'), t('{kind} deleted successfully', { kind })] } = props;
  const { id: orgId } = useOrganization();
  const notices = useNotices();
  const remove = useWrite(orgId, route);
  const undoOf = useUndoOfDeletion(orgId);

  const tryToRemove = async (): Promise<boolean> => {
    try {
      const [head, words] = done;
      const saved = await remove.write({ params: { id: record.id }, seen: record });
      notices.saved(saved, kind, head, words, undoOf(route, record.id, kind, saved));
      return true;
    } catch (error) {
      notices.failure(t('Failed to delete {kind}', { kind: midSentence(kind) }), error);
      return false;
    }
  };
  const confirm = async () => {
    const removal = tryToRemove();
    if (isAtOnce || (await removal)) {
      onDeleted?.();
    }
    onClose();
  };
  return (
    <ConfirmDialog
      title={title}
      text={question}
      confirmLabel={confirmLabel}
      busyText={remove.isPending && t('Deleting...')}
      danger
      onConfirm={() => void confirm()}
      // Once the request is on its way, the dialog waits for its result.
      onCancel={() => !remove.isPending && onClose()}
    />
  );
};
