import type { SeenEntry } from '#shared/domain/entry-check.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { holdJobsOf, holdSeen, writeChecks } from '#server/data/entry-checks.ts';

/**
 * Notes that the office checked these entries, or takes it back. Only what is still as it was seen: an entry that somebody changed meanwhile
 * was not checked by anybody. Entries of a billed job stay as they were billed (decisions §10).
 */
export const checkEntries = async (
  ctx: Context,
  entries: readonly SeenEntry[],
  isChecked: boolean,
): Promise<{ entryIds: number[]; changedIds: number[] }> => {
  // Entries before jobs, as for whoever changes an entry.
  const held = await holdSeen(ctx, entries);
  const jobs = await holdJobsOf(ctx, held);
  const billed = jobs.find(({ status }) => status === 'billed');
  if (billed !== undefined) {
    throw refusal('conflict', 'jobBilledNoCheck', { name: billed.name });
  }
  await writeChecks(
    ctx,
    held.filter(({ checkedAt }) => (checkedAt !== null) !== isChecked),
    isChecked,
  );
  const found = new Set(held.map(({ id }) => id));
  const ids = entries.map(({ id }) => id);
  return { entryIds: ids.filter((id) => found.has(id)), changedIds: ids.filter((id) => !found.has(id)) };
};
