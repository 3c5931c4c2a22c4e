import { coreOf, type Engine } from '#client/offline/engine/handle.ts';
import type { NewFile } from '#client/offline/outbox/queue.ts';

/** A form that is not saved yet, kept on this device for one user in one organization. */
export interface Draft<F> {
  readonly key: string;
  readonly form: F;
  readonly files: readonly NewFile[];
  /** When it was kept, by the device's clock. */
  readonly savedAt: number;
}

type Kept<F> = Pick<Draft<F>, 'form' | 'savedAt'>;

/** A prefix of the keys of a user's drafts. */
export type DraftPrefix = `draft:${number}:${string}`;

// Separate, because they are large and rarely change; and not under the drafts' prefix, so that looking for a draft does not read them.
const filesKey = (key: string): string => `filesOf:${key}`;

/** The rows of a draft: a write that names them replaces the draft in one transaction. */
export const draftRows = (key: string): string[] => [key, filesKey(key)];

/** The newest draft whose key has the prefix and whose form fits; null if there is none. */
export const findDraft = <F>(engine: Engine, prefix: DraftPrefix, fits: (form: F) => boolean): Promise<Draft<F> | null> =>
  coreOf(engine).storage.read(['meta'], async (tx) => {
    const rows = await tx.list('meta', { from: prefix, to: `${prefix}~` });
    const drafts = rows.map(({ key, value }) => ({ key, ...(value as Kept<F>) })).filter(({ form }) => fits(form));
    const [newest] = drafts.sort((left, right) => right.savedAt - left.savedAt);
    if (!newest) {
      return null;
    }
    const files = (await tx.get('meta', filesKey(newest.key)))?.value as Draft<F>['files'] | undefined;
    return { ...newest, files: files ?? [] };
  });

/**
 * Keeps a form, replacing what was there; null leaves its files as they are. `strict` survives a loss of power, `relaxed` the end of the
 * tab.
 */
export const keepDraft = (
  engine: Engine,
  key: string,
  form: object,
  files: readonly NewFile[] | null,
  durability: 'strict' | 'relaxed',
): Promise<void> => {
  const { storage, clock } = coreOf(engine);
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

/** Removes a draft with its files. */
export const removeDraft = (engine: Engine, key: string): Promise<void> =>
  coreOf(engine).storage.write(
    ['meta'],
    async (tx) => {
      for (const row of draftRows(key)) {
        await tx.remove('meta', row);
      }
    },
    { durability: 'strict' },
  );
