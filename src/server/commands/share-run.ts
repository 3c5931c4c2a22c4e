import type { JobEntry, JobEntryPatch } from '#shared/domain/job-entry.ts';
import { sharesFuel } from '#shared/domain/shared-run.ts';
import type { Context } from '#server/context.ts';
import { requireNoneMissing } from '#server/data/org-table.ts';
import { lockJobRow } from '#server/data/records.ts';
import { type HeldRun, holdRuns } from '#server/data/run-locks.ts';
import { writeShares } from '#server/data/run-shares.ts';
import { runData } from '#server/data/runs.ts';

type Shared = Pick<HeldRun, 'fuel' | 'shareBy'> & { readonly isDeleted?: boolean };

/** Whether its entries hold shares of its fuel. */
export const isShared = ({ isDeleted = false, ...run }: Shared): boolean => sharesFuel(run) && !isDeleted;

/** Shares the fuel of these runs, which are held, anew (decision 0075). Returns whether any of them is shared. */
export const shareRuns = async (ctx: Context, runs: readonly HeldRun[]): Promise<boolean> => {
  const runIds = runs.filter(isShared).map(({ id }) => id);
  await writeShares(ctx, { runIds, isCleared: false });
  return runIds.length > 0;
};

/** What a change of an entry means for its run. */
export interface RunsOfChange {
  /** The runs that it leaves, stays in or comes to, held; `shareRuns` afterwards. */
  readonly runs: readonly HeldRun[];
  /** Its fuel; undefined: as it is. */
  readonly fuel: number | null | undefined;
}

/**
 * What a change of an entry means for its run; the runs and the jobs of their entries are locked. Fuel that somebody types ends the sharing:
 * the others keep what they have. An entry that leaves a shared run leaves its share behind. 400 for a run that there is not; deleted ones
 * count.
 */
export const followRuns = async (
  ctx: Context,
  before: Pick<JobEntry, 'jobId' | 'runId' | 'fuel'>,
  body: Pick<JobEntryPatch, 'runId' | 'fuel'>,
): Promise<RunsOfChange> => {
  const runId = body.runId === undefined ? before.runId : body.runId;
  const runIds = [...new Set([before.runId, runId])].filter((id) => id !== null);
  const runs = await holdRuns(ctx, { runIds, jobIds: [before.jobId] });
  requireNoneMissing('Run', 'runId', runIds, new Set(runs.map(({ id }) => id)));
  const isSharedNow = (id: number | null): boolean => runs.some((run) => run.id === id && isShared(run));
  const isTyped = body.fuel !== undefined && body.fuel !== before.fuel;
  if (isTyped && runId !== null && isSharedNow(runId)) {
    await runData.update(ctx, runId, { shareBy: 'hand' });
  }
  return { runs, fuel: isTyped || runId === before.runId || !isSharedNow(before.runId) ? body.fuel : null };
};

/** Deletes or restores a job with its entries, and shares the fuel of their runs anew. */
export const sharingRunsOf = async (ctx: Context, jobId: number, work: () => Promise<void>): Promise<void> => {
  await lockJobRow(ctx, jobId);
  const runs = await holdRuns(ctx, { runIds: await runData.idsOfJob(ctx, jobId) });
  await work();
  await shareRuns(ctx, runs);
};
