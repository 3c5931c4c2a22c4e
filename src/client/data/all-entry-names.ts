import { theEngine } from '#client/data/engine-context.tsx';
import { type Entry, NAMED, named, type Named } from '#client/data/local-names.ts';
import { type Local, readAll, type Records } from '#client/data/local-rows.ts';
import { realIds } from '#client/offline/public.ts';

/** Returns a function that adds names to entries, like `withNames`; for many entries: every name is read once, in advance. */
export const readNamer = async (orgId: number): Promise<(entry: Entry) => Entry> => {
  const [lists, known] = await Promise.all([
    Promise.all(
      NAMED.map(async (store) => [store, new Map<number, unknown>((await readAll(store, orgId)).map((row) => [row.id, row]))] as const),
    ),
    realIds(theEngine()),
  ]);
  const rows = new Map(lists);
  const find = (store: Named, id: number): unknown => rows.get(store)?.get(id) ?? rows.get(store)?.get(known.get(id) ?? id);
  return (entry) => named(entry, (store, id) => find(store, id) as Local<Records[typeof store]> | undefined);
};
