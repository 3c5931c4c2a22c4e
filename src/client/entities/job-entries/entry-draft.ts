import { theEngine } from '#client/data/engine-context.tsx';
import {
  deviceRandom,
  type Draft,
  findDraft as findDraftHere,
  keepDraft as keepDraftHere,
  type NewFile,
  removeDraft,
} from '#client/offline/public.ts';

export { type Draft, draftRows } from '#client/offline/public.ts';

/** The key prefix for drafts of new entries; there can be several, since one may be begun while another is kept. */
export const newDrafts = (userId: number, orgId: number) => `draft:${userId}:${orgId}:new:` as const;

/** A fresh key for the draft of a new entry. */
export const newDraftKey = (userId: number, orgId: number): string => newDrafts(userId, orgId) + deviceRandom.uuid();

/** The key for the draft of a change of this entry. */
export const editDraftKey = (userId: number, orgId: number, entryId: number) => `draft:${userId}:${orgId}:edit:${entryId}:` as const;

type Below = Parameters<typeof findDraftHere>[1];

/** The newest draft under a key prefix whose form matches; null if there is none. */
export const findDraft = <F>(below: Below, fits: (form: F) => boolean): Promise<Draft<F> | null> => findDraftHere(theEngine(), below, fits);

/**
 * Keeps a form in place of the previous draft; null leaves its files as they are. `strict` survives a power loss, `relaxed` a closed tab.
 */
export const keepDraft = (key: string, form: object, files: readonly NewFile[] | null, durability: 'strict' | 'relaxed'): Promise<void> =>
  keepDraftHere(theEngine(), key, form, files, durability);

export const dropDraft = (key: string): Promise<void> => removeDraft(theEngine(), key);
