import { signOf } from '#shared/billing/record-sign.ts';
import { attributeRevenue, type Share } from '#shared/billing/attribute-revenue.ts';
import { lockUnshared, insertShares } from '#server/billing/data/billing-shares.ts';
import { listOrganizationIds } from '#server/data/retention.ts';
import type { Database } from '#server/db/database.ts';

const AT_ONCE = 100;

const signed = (shares: readonly Share[], sign: 1 | -1): readonly Share[] =>
  sign === 1 ? shares : shares.map((share) => ({ ...share, cents: 0 - share.cents }));

/** Shares out live records without shares, in the caller's transaction: for loading a whole organization. */
export const attributeRecords = async (db: Database, orgId: number): Promise<void> => {
  for (;;) {
    const records = await lockUnshared(db, orgId, AT_ONCE);
    for (const record of records) {
      const { content, jobIds, issuedOn, entries } = record;
      const sign = signOf(record);
      const shares = attributeRevenue({ bill: content.bill, jobIds, entries, issuedOn });
      await insertShares({ db, orgId }, record, signed(shares, sign));
    }
    if (records.length === 0) {
      return;
    }
  }
};

/** The same for records from before shares were kept. Safe to run in several processes at once. */
export const attributeOldRecords = async (db: Database, signal?: AbortSignal): Promise<void> => {
  for (const orgId of await listOrganizationIds(db)) {
    if (signal?.aborted) {
      return;
    }
    await db.transaction((inside) => attributeRecords(inside, orgId), orgId);
  }
};
