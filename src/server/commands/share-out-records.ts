import { shareOut } from '#shared/billing/share-out.ts';
import { holdUnshared, insertShares } from '#server/data/billing-shares.ts';
import { listOrganizationIds } from '#server/data/forget.ts';
import type { Database } from '#server/db/database.ts';

const AT_ONCE = 100;

/** Shares out what live records there are without shares, in the caller's transaction: for whoever loads a whole organization. */
export const shareOutRecords = async (db: Database, orgId: number): Promise<void> => {
  for (;;) {
    const records = await holdUnshared(db, orgId, AT_ONCE);
    for (const record of records) {
      const { content, jobIds, issuedOn, entries } = record;
      await insertShares({ db, orgId }, record, shareOut({ bill: content.bill, jobIds, entries, issuedOn }));
    }
    if (records.length === 0) {
      return;
    }
  }
};

/** The same for records from before shares were kept. Does no harm when several processes do it at once. */
export const shareOutOldRecords = async (db: Database, signal?: AbortSignal): Promise<void> => {
  for (const orgId of await listOrganizationIds(db)) {
    if (signal?.aborted) {
      return;
    }
    await db.transaction((inside) => shareOutRecords(inside, orgId), orgId);
  }
};
