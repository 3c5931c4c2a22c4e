import type { Database } from '#server/db/database.ts';
import type { EpochReason, Settled, ReportedIdentity } from '#server/db/epoch/epoch.ts';
import { readReportedIdentity, type Part, partsOf, requirePrimary } from '#server/db/epoch/identity.ts';
import { leapIds, leapNumbers } from '#server/db/epoch/leap.ts';

/** One transaction's statements. */
type Inside = Pick<Database, 'query' | 'enter' | 'patient'>;

type Written = Readonly<Record<Part['column'], string | number | null>>;

interface Standing {
  readonly epoch: string;
  readonly written: Written;
  readonly now: Partial<Written>;
}

const findStanding = async (inside: Inside, parts: readonly Part[]): Promise<Standing> => {
  const pairs = parts.map(({ column, now }) => `'${column}', ${now}`).join(', ');
  const [standing] = await inside.query<Standing>({
    text: `select i.epoch, jsonb_build_object('system_identifier', i.system_identifier, 'timeline', i.timeline,
                                              'database_oid', i.database_oid, 'table_oid', i.table_oid) as written,
                  jsonb_build_object(${pairs}) as now
             from installation i`,
    values: [],
  });
  if (!standing) {
    throw new Error('The database has no epoch: its migrations are not complete.');
  }
  return standing;
};

/** The recorded values that belong to another database; undefined: it is this one, or nothing contradicts it. */
const reasonOf = ({ written, now }: Standing): EpochReason | undefined => {
  const others = Object.entries(now).filter(([column, value]) => {
    const known = written[column as Part['column']];
    return known !== null && known !== value;
  });
  if (others.length === 0) {
    return undefined;
  }
  return others.every(([column]) => column === 'timeline') ? 'failover' : 'restored';
};

const writeDown = (inside: Inside, parts: readonly Part[]): Promise<object[]> =>
  inside.query({ text: `update installation i set ${parts.map(({ column, now }) => `${column} = ${now}`).join(', ')}`, values: [] });

const begin = async (inside: Inside, reason: EpochReason): Promise<Settled> => {
  const warnings = await leapIds(inside);
  await leapNumbers(inside);
  const [row] = await inside.query<{ epoch: string }>({
    text: 'update installation set epoch = gen_random_uuid(), epoch_began_at = now(), epoch_reason = $1 returning epoch',
    values: [reason],
  });
  return { epoch: row?.epoch ?? '', began: { reason, warnings } };
};

/**
 * Inside a transaction: checks, one process at a time, which database this is. If nothing was ever recorded, as in an installation of an
 * earlier version, it is taken for the same one; if something else was, or `reason` says so, ids and numbers leap and a new epoch begins.
 */
export const settleInside = async (inside: Inside, reported: ReportedIdentity, reason?: EpochReason): Promise<Settled> => {
  await requirePrimary(inside);
  await inside.patient();
  // Beginning one unasked ensures that nobody reads the old one at the same time. Otherwise a long reader, such as a dump, is not waited
  // for.
  await inside.query({ text: `lock table installation in ${reason === undefined ? '' : 'access '}exclusive mode`, values: [] });
  const parts = partsOf(reported);
  const standing = await findStanding(inside, parts);
  const why = reason ?? reasonOf(standing);
  const settled = why === undefined ? { epoch: standing.epoch, began: null } : await begin(inside, why);
  await writeDown(inside, parts);
  return settled;
};

/**
 * Makes the epoch that of this database (decision 0042), for a caller that has just restored or opens it. With `reason` a new one begins in
 * any case: ids and numbers that the lost time assigned are not assigned again, and every device resends what may be lost.
 */
export const settleEpoch = async (db: Database, reason?: EpochReason): Promise<Settled> => {
  const reported = db.epochs?.reported ?? (await readReportedIdentity(db));
  return db.transaction((inside) => settleInside(inside, reported, reason));
};
