import { CAPABILITIES } from '#shared/access/capabilities.ts';
import { type Core } from '#client/offline/engine/core.ts';
import { getMeta, type MoneyCopy, putMeta } from '#client/offline/storage/meta.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import type { LocalRow } from '#client/offline/storage/stores.ts';

// What the server answered about money is read-only here and is kept in the store `meta`, apart from all records: no device of a user who
// may not see money ever has a row under these keys (docs/billing.md).

const moneyKey = (orgId: number, name: string) => `money:${orgId}:${name}` as const;

const isSeer = (role: unknown): boolean => CAPABILITIES['money:read'].some((level) => level === role);

/** Removes all copies of an organization, or of all organizations. */
export const forgetMoney = async (tx: Tx, orgId?: number): Promise<void> => {
  const below = orgId === undefined ? 'money:' : `money:${orgId}:`;
  for (const { key } of await tx.list('meta', { from: below, to: `${below}~` })) {
    await tx.remove('meta', key);
  }
};

/** Removes them if the user's role in the organization, as the server now says it, may not see money. */
export const applyRole = async (tx: Tx, { id, role }: LocalRow): Promise<void> => {
  if (!isSeer(role)) {
    await forgetMoney(tx, id);
  }
};

/** Keeps an answer, unless someone else now has this device or the user's role forbids it. */
export const keepMoney = (core: Core, orgId: number, name: string, answer: unknown): Promise<void> =>
  core.storage.write(
    ['organizations', 'meta'],
    async (tx) => {
      const organization = await tx.get('organizations', orgId);
      if ((await getMeta(tx, 'viewOf')) === core.session.userId() && isSeer(organization?.['role'])) {
        await putMeta(tx, moneyKey(orgId, name), { at: core.clock.now(), answer });
      }
    },
    { durability: 'relaxed' },
  );

/** The last answer; undefined if it is not here. */
export const findMoney = (core: Core, orgId: number, name: string): Promise<MoneyCopy | undefined> =>
  core.storage.read(['meta'], async (tx) =>
    (await getMeta(tx, 'viewOf')) === core.session.userId() ? getMeta(tx, moneyKey(orgId, name)) : undefined,
  );

/** Removes copies by name and age. */
export const dropMoney = (core: Core, orgId: number, isOver: (name: string, at: number) => boolean): Promise<void> =>
  core.storage.write(
    ['meta'],
    async (tx) => {
      const below = `money:${orgId}:`;
      for (const { key, value } of await tx.list('meta', { from: below, to: `${below}~` })) {
        if (isOver(key.slice(below.length), (value as MoneyCopy).at)) {
          await tx.remove('meta', key);
        }
      }
    },
    { durability: 'relaxed' },
  );
