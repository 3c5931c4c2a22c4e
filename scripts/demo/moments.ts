import type { DemoOrganization } from '#demo/organization.ts';

const DAY_MS = 86_400_000;

const latestOf = ({ jobs, entries }: DemoOrganization): number => {
  const moments = jobs.flatMap(({ at, changes }) => [at, ...changes.map((change) => change.at)]);
  return entries.reduce((latest, { at, correction }) => Math.max(latest, at, correction?.at ?? 0), Math.max(...moments));
};

/**
 * Formats generated moments for the database. Generated days are complete: what would be after `end` moves into the last 24 hours before
 * it, together with what is already there, in the same order.
 */
export const momentsUntil = (end: Date, data: DemoOrganization): ((at: number) => string) => {
  const latest = latestOf(data);
  const from = end.getTime() - DAY_MS;
  const pace = latest > end.getTime() ? DAY_MS / (latest - from) : 1;
  return (at) => new Date(at <= from ? at : from + (at - from) * pace).toISOString();
};
