import { type Core, isOn } from '#client/offline/core.ts';
import { getMeta, putMeta } from '#client/offline/meta.ts';
import type { Tx } from '#client/offline/ports.ts';
import type { MetaRow } from '#client/offline/stores.ts';

/**
 * Kinds of records that an organization's copy was brought up to date without: this device ran an app that did not know them, or the server
 * did not yet. Changes of theirs may lie before the copy's cursor, so they are fetched anew as soon as both sides know them.
 */
const CURSOR = 'cursor:';

const kindsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

const together = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];

/** The rows of `meta` to write when an app that knows these new kinds takes over a device's database: one for each copy that is there. */
export const lackingRows = (meta: readonly MetaRow[], kinds: readonly string[]): MetaRow[] =>
  meta
    .filter(({ key }) => key.startsWith(CURSOR))
    .map((row) => {
      const key = `lacks:${row.key.slice(CURSOR.length)}`;
      return { key, value: together(kindsIn(meta.find((other) => other.key === key)?.value), kinds) };
    });

/** Notes that a page without these kinds is put into the copy of an organization. */
export const noteLacking = async (tx: Tx, orgId: number, kinds: readonly string[]): Promise<void> => {
  if (kinds.length > 0) {
    await putMeta(tx, `lacks:${orgId}`, together((await getMeta(tx, `lacks:${orgId}`)) ?? [], kinds));
  }
};

/** Notes that the copy was filled anew, with all kinds but these. */
export const notePresent = async (tx: Tx, orgId: number, without: readonly string[]): Promise<void> => {
  await (without.length === 0 ? tx.remove('meta', `lacks:${orgId}`) : putMeta(tx, `lacks:${orgId}`, without));
};

/** Whether the server tells by now of a kind that the copy lacks. */
export const isLackingOf = (core: Core, lacks: readonly string[] | undefined, told: object): boolean =>
  isOn(core, 'lacking-kinds') && (lacks ?? []).some((kind) => kind in told);
