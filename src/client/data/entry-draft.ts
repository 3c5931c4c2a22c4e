import { theEngine } from '#client/data/engine-context.tsx';
import type { NewFile } from '#client/offline/queue.ts';

/** A form that is not saved yet, kept on this device for one user in one organization. */
export interface Draft<F> {
  readonly key: string;
  readonly form: F;
  readonly files: readonly NewFile[];
  /** When it was kept, by the device's clock. */
  readonly savedAt: number;
}

type Kept<F> = Pick<Draft<F>, 'form' | 'savedAt'>;

/** Below which the drafts of new entries are kept; several, for one may be begun while another lies there. */
export const newDrafts = (userId: number, orgId: number): string => `draft:${userId}:${orgId}:new:`;

/** Under which the draft of a new entry is kept, another each time. */
export const newDraftKey = (userId: number, orgId: number): string => newDrafts(userId, orgId) + theEngine().core.chance.uuid();

/** Under which the draft of a change of this entry is kept. */
export const editDraftKey = (userId: number, orgId: number, entryId: number): string => `draft:${userId}:${orgId}:edit:${entryId}:`;

// Apart, for they are large and change seldom; and not below the drafts, so that looking for one does not read them.
const filesKey = (key: string): string => `filesOf:${key}`;

/** The rows of a draft: a write that names them takes the draft's place in one step. */
export const draftRows = (key: string): string[] => [key, filesKey(key)];

/** The newest draft below a key whose form fits; null if there is none. */
export const findDraft = <F>(below: string, fits: (form: F) => boolean): Promise<Draft<F> | null> =>
  theEngine().core.storage.read(['meta'], async (tx) => {
    const rows = await tx.list('meta', { from: below, to: `${below}~` });
    const drafts = rows.map(({ key, value }) => ({ key, ...(value as Kept<F>) })).filter(({ form }) => fits(form));
    const [newest] = drafts.sort((left, right) => right.savedAt - left.savedAt);
    if (!newest) {
      return null;
    }
    const files = (await tx.get('meta', filesKey(newest.key)))?.value as Draft<F>['files'] | undefined;
    return { ...newest, files: files ?? [] };
  });

/** Whether a job entry that this user has begun is kept as a draft, in any organization. */
export const hasDraft = (userId: number): Promise<boolean> =>
  theEngine().core.storage.read(['meta'], async (tx) => {
    const below = `draft:${userId}:`;
    return (await tx.count('meta', { from: below, to: `${below}~`, limit: 1 })) > 0;
  });

/** Keeps a form in the place of what was there; null leaves its files as they are. `strict` survives the battery, `relaxed` the tab. */
export const keepDraft = (key: string, form: object, files: readonly NewFile[] | null, durability: 'strict' | 'relaxed'): Promise<void> => {
  const { storage, clock } = theEngine().core;
  const value: Kept<object> = { form, savedAt: clock.now() };
  return storage.write(
    ['meta'],
    async (tx) => {
      await tx.put('meta', { key, value });
      if (files !== null) {
        await (files.length > 0 ? tx.put('meta', { key: filesKey(key), value: files }) : tx.remove('meta', filesKey(key)));
      }
    },
    { durability },
  );
};

export const dropDraft = (key: string): Promise<void> =>
  theEngine().core.storage.write(
    ['meta'],
    async (tx) => {
      for (const row of draftRows(key)) {
        await tx.remove('meta', row);
      }
    },
    { durability: 'strict' },
  );
