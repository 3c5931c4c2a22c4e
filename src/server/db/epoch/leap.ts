import type { Asking } from '#server/db/epoch/identity.ts';

/** More than any installation uses up in the time that a backup or a failover loses. */
const LEAP = 1_000_000;
/** Near the end of the range a leap takes no more than this part of what is left, so that leaping never exhausts it. */
const PART = 1000;
/** With fewer ids left than this the operator is warned. */
const FEW = 100_000_000;
/** Numbers of changes appear in cursors of at most fifteen digits. */
const LARGEST_SEQ = 999_999_999_999_999;

interface Identity {
  readonly sequence: string;
  readonly table: string;
  readonly last: number;
  readonly largest: number;
}

/** Of every table that generates ids itself. */
const findIdentities = (db: Asking): Promise<Identity[]> =>
  db.query<Identity>({
    text: `select s.seqrelid::regclass::text as sequence, d.refobjid::regclass::text as "table",
                  coalesce(pg_sequence_last_value(s.seqrelid), 0) as last, s.seqmax as largest
             from pg_sequence s
             join pg_depend d on d.objid = s.seqrelid and d.classid = 'pg_class'::regclass and d.deptype = 'i'
             join pg_class c on c.oid = d.refobjid and c.relnamespace = 'public'::regnamespace
            order by 1`,
    values: [],
  });

const leapFrom = (last: number, largest: number): number => Math.min(largest, last + Math.min(LEAP, Math.ceil((largest - last) / PART)));

const warningOf = ({ table, last, largest }: Identity): string[] =>
  largest - last < FEW ? [`Only ${largest - last} ids are left for ${table}. Each restore and each failover uses some up.`] : [];

/**
 * Advances beyond every id that the lost time may have assigned. This is permanent even if the transaction rolls back. Returns what the
 * operator should know.
 */
export const leapIds = async (db: Asking): Promise<string[]> => {
  const warnings: string[] = [];
  for (const identity of await findIdentities(db)) {
    const next = leapFrom(identity.last, identity.largest);
    await db.query({ text: 'select setval($1::regclass, $2)', values: [identity.sequence, next] });
    warnings.push(...warningOf({ ...identity, last: next }));
  }
  return warnings;
};

/** Advances beyond every change number that the lost time may have assigned, and makes every earlier cursor start over. */
export const leapNumbers = async (db: Asking & { enter(organizationId: number): Promise<void> }): Promise<void> => {
  const organizations = await db.query<{ id: number; seq: number }>({
    text: 'select organization_id as id, seq from organization_seq order by 1',
    values: [],
  });
  for (const { id, seq } of organizations) {
    await db.enter(id);
    await db.query({
      text: 'update organization_seq set seq = $2, forgotten = $2 where organization_id = $1',
      values: [id, leapFrom(seq, LARGEST_SEQ)],
    });
  }
};
