import type { Database } from '#server/db/database.ts';
import type { EpochWatch, Settled } from '#server/db/epoch/epoch.ts';
import { epochBy, readReportedIdentity, partsOf, requirePrimary } from '#server/db/epoch/identity.ts';
import { settleEpoch } from '#server/db/epoch/settle.ts';
import type { Say } from '#server/log.ts';

const WORDS = {
  restored: 'This is another database than the one that its epoch was written for: it was restored, or copied.',
  failover: 'The database was promoted, or recovered to an earlier moment: the last that it had confirmed may be lost.',
} as const;

/** In addition to the check of the connection itself, which tells databases and clusters apart. */
const IN_A_STATEMENT = new Set(['timeline', 'table_oid']);

const tellBy =
  (say: Say) =>
  ({ began }: Settled): void => {
    if (began !== null) {
      say(`${WORDS[began.reason]} A new epoch begins, by which devices see it, and ids and numbers leap.`, 'warn');
      began.warnings.forEach((warning) => say(warning, 'warn'));
    }
  };

/** Checks which database this is, settles its epoch, and returns what pools need in order to keep checking. After the migrations. */
export const watchEpoch = async (db: Database, say: Say): Promise<EpochWatch> => {
  await requirePrimary(db);
  const reported = await readReportedIdentity(db);
  if (!reported.timeline) {
    say(
      'The database does not tell its timeline, so a failover that loses something is not seen: run `npm run restored` after one.',
      'warn',
    );
  }
  const tell = tellBy(say);
  const settled = await settleEpoch(db);
  tell(settled);
  let latest = settled.epoch;
  const parts = partsOf(reported);
  return {
    reported,
    now: epochBy(parts.filter(({ column }) => IN_A_STATEMENT.has(column))),
    whole: epochBy(parts),
    observe: (epoch) => {
      latest = epoch;
    },
    latest: () => latest,
    tell,
  };
};
