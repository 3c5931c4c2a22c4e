import { offlineKinds } from '#shared/domain/offline-kinds.ts';
import { organizationInput } from '#shared/domain/organization.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useEngine } from '#client/data/engine-context.tsx';
import type { ItemView } from '#client/data/sync-items.ts';
import { t } from '#client/lib/texts.ts';
import {
  discardChanges,
  editChange,
  type NewFile,
  type RecordStore,
  moveChange,
  recreateRecord,
  resolveChange,
  retryChange,
  sameValue,
} from '#client/offline/public.ts';

type Values = Readonly<Record<string, unknown>>;

const createFields = (store: RecordStore): readonly string[] =>
  Object.keys((store === 'organizations' ? organizationInput : offlineKinds[store].create.body).shape);

/** The values to send after editing: for a change, what it changed before and what the form changed now. */
export const editedValues = ({ item, row }: Pick<ItemView, 'item' | 'row'>, values: Values): Values => {
  if (item.operation === 'create') {
    return values;
  }
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => Object.hasOwn(item.data ?? {}, name) || !sameValue(value, row?.[name])),
  );
};

/** The actions for a change, with the messages if it no longer exists or could not be kept. */
export const useItemActions = () => {
  const engine = useEngine();
  const notices = useNotices();
  const run = async (work: Promise<boolean>): Promise<boolean> => {
    try {
      const isThere = await work;
      if (!isThere) {
        notices.problem(t('Nothing to do'), t('This change no longer exists.'));
      }
      return isThere;
    } catch (error) {
      notices.failure(t('Failed to update unsent changes on this device'), error);
      return false;
    }
  };
  return {
    retry: ({ item }: ItemView) => run(retryChange(engine, item.id)),
    move: ({ item }: ItemView, jobId: number) => run(moveChange(engine, item.id, jobId)),
    resolve: ({ item }: ItemView, mine: ReadonlySet<string>) => run(resolveChange(engine, item.id, mine)),
    recreate: ({ item }: ItemView) => run(recreateRecord(engine, item.id, createFields(item.store))),
    discard: ({ item }: ItemView) => run(discardChanges(engine, [item.id]).then((gone) => gone.length > 0)),
    /** Rejects if the values could not be kept, so that the form can say so. */
    edit: async (view: ItemView, values: Values, files: readonly NewFile[] = []) => {
      const { jobId, ...rest } = editedValues(view, values);
      const isThere = await editChange(engine, view.item.id, rest, {
        ...(typeof jobId === 'number' ? { jobId } : {}),
        files,
        ...(view.row ? { seen: view.row } : {}),
      });
      if (!isThere) {
        throw new Error(t('This change no longer exists.'));
      }
      notices.success(t('Kept on this device'), t('It will be sent again automatically.'));
    },
  };
};

export type ItemActions = ReturnType<typeof useItemActions>;
