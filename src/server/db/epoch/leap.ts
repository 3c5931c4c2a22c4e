import type { Asking } from '#server/db/epoch/identity.ts';

/** Further than anybody gets in the time that a backup or a failover loses. */
const LEAP = 1_000_000;
/** Near the end of the numbers a leap takes no more than this part of what is left, so that they never run out by leaping. */
const PART = 1000;
/** Fewer ids than that are worth a word to the operator. */
const FEW = 100_000_000;
/** Numbers of changes stand in cursors of at most fifteen digits. */
const LARGEST_SEQ = 999_999_999_999_999;

interface Identity {
  readonly sequence: string;
  readonly table: string;
  readonly last: number;
  readonly largest: number;
}

/** Of every table that gives out ids by itself. */
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
 * Moves on from every id that the lost time may have given out. Once moved they stay so, whatever becomes of the transaction. Gives what an
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

/** Moves on from every number of a change that the lost time may have given out, and has every cursor of before start anew. */
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
