import { isTempId } from '#client/offline/storage/item.ts';
import { forgetCursors } from '#client/offline/storage/meta.ts';
import { forgetMoney } from '#client/offline/pull/money.ts';
import type { Tx } from './ports.ts';
import { RECORD_STORES } from '#client/offline/storage/record-stores.ts';

/**
 * Takes an organization that its user does not belong to any more off this device: its records, how far they went, and what it said about
 * money. What was made here and waits is the user's own and stays with its reason; if they come back, the next pull fills the copy anew and
 * puts it on top.
 */
export const forgetOrganization = async (tx: Tx, id: number): Promise<void> => {
  await forgetMoney(tx, id);
  await forgetCursors(tx, id);
  const ofOrganization = { index: 'organizationId', from: id, to: id } as const;
  for (const shadow of await tx.list('shadows', ofOrganization)) {
    await tx.remove('shadows', shadow.key);
  }
  for (const store of RECORD_STORES) {
    for (const row of await tx.list(store, ofOrganization)) {
      if (!isTempId(row.id)) {
        await tx.remove(store, row.id);
      }
    }
  }
};
