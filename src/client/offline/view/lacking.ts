import { getMeta, putMeta } from '#client/offline/storage/meta.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import type { MetaRow } from '#client/offline/storage/stores.ts';

/**
 * Kinds of records that an organization's copy was brought up to date without: this device ran an app that did not know them, or the
 * server did not know them yet. Their changes may be older than the copy's cursor, so everything is fetched again as soon as both sides
 * know them.
 */
const CURSOR = 'cursor:';
const FILLING = 'filling:';
const LACKS = 'lacks:';

/** Prefixes of the `meta` rows that say how far an organization's copy goes. */
export const COPY_ROWS = [CURSOR, FILLING, LACKS] as const;

const kindsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

const together = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];

/**
 * How `meta` changes when an app that knows these new kinds takes over a device's database: notes what each copy lacks, and cancels a
 * refill that an older app's tab has under way.
 */
export const takenOver = (meta: readonly MetaRow[], kinds: readonly string[]): { puts: MetaRow[]; removes: string[] } => {
  const lacking = ({ key: cursor }: MetaRow): MetaRow => {
    const key = `${LACKS}${cursor.slice(CURSOR.length)}`;
    return { key, value: together(kindsIn(meta.find((other) => other.key === key)?.value), kinds) };
  };
  return {
    puts: meta.filter(({ key }) => key.startsWith(CURSOR)).map(lacking),
    removes: meta.map(({ key }) => key).filter((key) => key.startsWith(FILLING)),
  };
};

/** Notes that a page without these kinds is being applied to an organization's copy. */
export const noteLacking = async (tx: Tx, orgId: number, kinds: readonly string[]): Promise<void> => {
  if (kinds.length > 0) {
    await putMeta(tx, `lacks:${orgId}`, together((await getMeta(tx, `lacks:${orgId}`)) ?? [], kinds));
  }
};

/** Notes that the copy was filled again, with all kinds but these. */
export const notePresent = async (tx: Tx, orgId: number, without: readonly string[]): Promise<void> => {
  await (without.length === 0 ? tx.remove('meta', `lacks:${orgId}`) : putMeta(tx, `lacks:${orgId}`, without));
};

/** Whether the server now reports a kind that the copy lacks. */
export const isLackingOf = (lacks: readonly string[] | undefined, reported: object): boolean =>
  (lacks ?? []).some((kind) => kind in reported);
