import type { BillingRunHead } from '#shared/billing/schemas/billing-run.ts';

/** Runs that were put away on this device, each with the last mail that had come back by then. */
export type PutAway = Readonly<Record<number, number>>;

const lastBack = ({ lastUndelivered }: Pick<BillingRunHead, 'lastUndelivered'>): number => lastUndelivered ?? 0;

/** Whether a run was put away, and nothing of it came back since. */
const isAway = (run: BillingRunHead, away: PutAway): boolean => lastBack(run) <= (away[run.id] ?? -1);

const needsSomebody = ({ failed, toPost, undelivered }: BillingRunHead): boolean => failed + toPost + undelivered > 0;

/** The run that somebody should know of: one that goes on, else the newest, else one of which something failed, came back or is to be posted. */
export const runToShow = (runs: readonly BillingRunHead[], away: PutAway): BillingRunHead | undefined =>
  runs.find(({ finishedAt }) => finishedAt === null) ??
  runs.find((run, index) => !isAway(run, away) && (index === 0 || needsSomebody(run)));

/** With this run put away; of runs that are no longer listed nothing is kept. */
export const withAway = (away: PutAway, run: BillingRunHead, runs: readonly BillingRunHead[]): PutAway => ({
  ...Object.fromEntries(runs.flatMap(({ id }) => (away[id] === undefined ? [] : [[id, away[id]]]))),
  [run.id]: lastBack(run),
});

/** What is stored on this device; nothing if that is not what was stored. */
export const readAway = (stored: string | null): PutAway => {
  try {
    const read: unknown = JSON.parse(stored ?? '{}');
    const entries = typeof read === 'object' && read !== null ? Object.entries(read) : [];
    return Object.fromEntries(entries.filter(([, value]) => typeof value === 'number'));
  } catch {
    return {};
  }
};
