import type { SeenEntry } from '#shared/domain/entry-check.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { lockJobsOf, lockSeen, writeChecks } from '#server/data/entry-checks.ts';

/**
 * Notes that the office checked these entries, or undoes it. Only for entries that are still as they were seen: one that was changed since
 * was not checked by anyone. Entries of a billed job stay as they were billed (specification 5.36).
 */
export const checkEntries = async (
  ctx: Context,
  entries: readonly SeenEntry[],
  isChecked: boolean,
): Promise<{ entryIds: number[]; changedIds: number[] }> => {
  // Entries before jobs, in the same order as changing an entry.
  const held = await lockSeen(ctx, entries);
  const jobs = await lockJobsOf(ctx, held);
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
