import { mayWriteWork } from '#shared/domain/own-work.ts';
import type { RunInput, RunPatch } from '#shared/domain/run.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { requireReferences } from '#server/commands/require-references.ts';
import { isShared } from '#server/commands/share-run.ts';
import { keepPhotos } from '#server/data/photos.ts';
import { holdRuns } from '#server/data/run-locks.ts';
import { writeShares } from '#server/data/run-shares.ts';
import { runData } from '#server/data/runs.ts';

type Row = Awaited<ReturnType<typeof runData.find>>;

const columnsOf = async <Body extends RunPatch>(ctx: Context, body: Body): Promise<Body> => {
  await requireReferences(ctx, body);
  return body.photos === undefined ? body : { ...body, photos: await keepPhotos(ctx, body.photos, 'photos') };
};

/** The run, if the caller may change or delete it. They hold it. */
const findOwn = async (ctx: Context, id: number): Promise<Row> => {
  const row = await runData.find(ctx, id);
  if (!mayWriteWork(ctx.level, row.createdBy === ctx.user.id)) {
    throw refusal('forbidden', 'onlyOwnRuns');
  }
  return row;
};

export const createRun = async (ctx: Context, body: RunInput): Promise<Row> => runData.insert(ctx, await columnsOf(ctx, body));

/** Changes a run and shares its fuel anew; without fuel nobody has a share any more. */
export const updateRun = async (ctx: Context, id: number, body: RunPatch): Promise<Row> => {
  const before = await findOwn(ctx, id);
  const after = await runData.update(ctx, id, await columnsOf(ctx, body));
  const isCleared = isShared(before) && after.fuel === null;
  if (isShared(after) || isCleared) {
    await writeShares(ctx, { runIds: [id], isCleared });
  }
  return after;
};

/** Deletes a run. Its entries stay, with what they hold, and are in no run any more. */
export const deleteRun = async (ctx: Context, id: number): Promise<void> => {
  await findOwn(ctx, id);
  const entryIds = await runData.takeFromEntries(ctx, id);
  await runData.remove(ctx, id, undefined, { entryIds });
};

const idsIn = (value: unknown): number[] => (Array.isArray(value) ? value.filter((id) => typeof id === 'number') : []);

/** Restores a run with those of its entries that are in no other run by now. `old` is what its deletion noted. */
export const restoreRun = async (ctx: Context, id: number, subject: string, old: Readonly<Record<string, unknown>>): Promise<void> => {
  const entryIds = idsIn(old['entryIds']);
  await holdRuns(ctx, { runIds: [id], entryIds });
  const run = await runData.restore(ctx, id, subject);
  if (!mayWriteWork(ctx.level, run.createdBy === ctx.user.id)) {
    throw refusal('forbidden', 'restoreNotAllowed');
  }
  await runData.giveToEntries(ctx, id, entryIds);
  if (isShared(run)) {
    await writeShares(ctx, { runIds: [id], isCleared: false });
  }
};
