import { isTempId } from '#client/offline/storage/item.ts';
import { forgetCursors } from '#client/offline/storage/meta.ts';
import { forgetMoney } from '#client/offline/pull/money.ts';
import type { Tx } from './ports.ts';
import { RECORD_STORES } from '#client/offline/storage/record-stores.ts';

/**
 * Removes an organization that the user no longer belongs to from this device: its records, its cursors and its money copies. Waiting
 * changes are the user's own and stay, with their reason; if the user comes back, the next pull fills the copy again and applies them on
 * top.
 */
export const forgetOrganization = async (tx: Tx, id: number): Promise<void> => {
  await forgetMoney(tx, id);
  await forgetCursors(tx, id);
  const ofOrganization = { index: 'organizationId', from: id, to: id } as const;
  for (const serverCopy of await tx.list('shadows', ofOrganization)) {
    await tx.remove('shadows', serverCopy.key);
  }
  for (const store of RECORD_STORES) {
    for (const row of await tx.list(store, ofOrganization)) {
      if (!isTempId(row.id)) {
        await tx.remove(store, row.id);
      }
    }
  }
};
