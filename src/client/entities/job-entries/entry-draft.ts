import { theEngine } from '#client/data/engine-context.tsx';
import {
  deviceChance,
  type Draft,
  findDraft as findDraftHere,
  hasDraft as hasDraftHere,
  keepDraft as keepDraftHere,
  type NewFile,
  removeDraft,
} from '#client/offline/public.ts';

export { type Draft, draftRows } from '#client/offline/public.ts';

/** Below which the drafts of new entries are kept; several, for one may be begun while another lies there. */
export const newDrafts = (userId: number, orgId: number) => `draft:${userId}:${orgId}:new:` as const;

/** Under which the draft of a new entry is kept, another each time. */
export const newDraftKey = (userId: number, orgId: number): string => newDrafts(userId, orgId) + deviceChance.uuid();

/** Under which the draft of a change of this entry is kept. */
export const editDraftKey = (userId: number, orgId: number, entryId: number) => `draft:${userId}:${orgId}:edit:${entryId}:` as const;

type Below = Parameters<typeof findDraftHere>[1];

/** The newest draft below a key whose form fits; null if there is none. */
export const findDraft = <F>(below: Below, fits: (form: F) => boolean): Promise<Draft<F> | null> => findDraftHere(theEngine(), below, fits);

/** Whether a job entry that this user has begun is kept as a draft, in any organization. */
export const hasDraft = (userId: number): Promise<boolean> => hasDraftHere(theEngine(), `draft:${userId}:`);

/** Keeps a form in the place of what was there; null leaves its files as they are. `strict` survives the battery, `relaxed` the tab. */
export const keepDraft = (key: string, form: object, files: readonly NewFile[] | null, durability: 'strict' | 'relaxed'): Promise<void> =>
  keepDraftHere(theEngine(), key, form, files, durability);

export const dropDraft = (key: string): Promise<void> => removeDraft(theEngine(), key);
