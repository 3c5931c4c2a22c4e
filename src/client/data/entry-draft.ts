import { theEngine } from '#client/data/engine-context.tsx';

/** A form that was put aside on this device, by one user in one organization. */
export interface Draft<F> {
  readonly form: F;
  /** When it was put aside, by the device's clock. */
  readonly savedAt: number;
}

/** Under which name a draft is kept; a write that names it takes the draft's place in one step. */
export const draftKey = (userId: number, orgId: number): string => `draft:${userId}:${orgId}`;

/** The draft of a new job entry; null if there is none. */
export const readDraft = async <F>(userId: number, orgId: number): Promise<Draft<F> | null> => {
  const row = await theEngine().core.storage.read(['meta'], (tx) => tx.get('meta', draftKey(userId, orgId)));
  return (row?.value as Draft<F> | undefined) ?? null;
};

/** Puts a form aside with its files, in the place of the draft before; it survives the tab and the battery. */
export const writeDraft = (userId: number, orgId: number, form: object): Promise<void> => {
  const { storage, clock } = theEngine().core;
  const value: Draft<object> = { form, savedAt: clock.now() };
  return storage.write(['meta'], (tx) => tx.put('meta', { key: draftKey(userId, orgId), value }), { durability: 'strict' });
};

export const dropDraft = (userId: number, orgId: number): Promise<void> =>
  theEngine().core.storage.write(['meta'], (tx) => tx.remove('meta', draftKey(userId, orgId)), { durability: 'strict' });
