import type { ReactNode } from 'react';
import type { KeptCollection } from '#shared/kinds/spellings.ts';
import type { Route } from '#shared/route.ts';
import type { Contract } from '#shared/routes.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useWrite } from '#client/data/use-write.ts';
import type { LocalRow } from '#client/offline/public.ts';
import { inside, t } from '#client/lib/texts.ts';
import { ConfirmDialog } from '#client/ui/dialog.tsx';

/** What is to be deleted, and the words for it. */
export interface Deletion {
  readonly route: Route<Contract[KeptCollection]['remove']>;
  /** As the question shows it: what somebody else has changed by then is asked about. */
  readonly record: LocalRow;
  readonly title: string;
  /** What its kind is called at the head of a sentence, in the page's language: 'Customer'. */
  readonly kind: string;
  /** The specification's question. */
  readonly question: ReactNode;
  readonly confirmLabel?: string;
  /** The toast afterwards, where it is not 'Employee deleted successfully'. */
  readonly done?: readonly [title: string, text: string];
  /** Closes with the answer, and does not wait until the record is gone: for what leaves its list at once. */
  readonly isAtOnce?: boolean;
}

interface DeleteDialogProps extends Deletion {
  /** The record is gone: a screen that is about it leads back to the list. */
  readonly onDeleted?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Asks before a record is deleted, and says what became of it (specification 2 §8). */
export const DeleteDialog = (props: DeleteDialogProps) => {
  const { route, record, title, kind, question, confirmLabel = t('Delete'), isAtOnce = false, onDeleted, onClose } = props;
  const { done = [t('Success'), t('{kind} deleted successfully', { kind })] } = props;
  const { id: orgId } = useOrganization();
  const notices = useNotices();
  const remove = useWrite(orgId, route);

  const tryToRemove = async (): Promise<boolean> => {
    try {
      notices.saved(await remove.mutateAsync({ params: { id: record.id }, seen: record }), kind, ...done);
      return true;
    } catch (error) {
      notices.failure(t('Failed to delete {kind}', { kind: inside(kind) }), error);
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
      // Once it is on its way, what becomes of it is waited for.
      onCancel={() => !remove.isPending && onClose()}
    />
  );
};
