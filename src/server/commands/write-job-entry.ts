import { fieldKind } from '#shared/domain/custom-data-field.ts';
import { fieldValueIssues } from '#shared/domain/entry-values.ts';
import {
  type AwaitingEntryInput,
  type JobEntry,
  type JobEntryInput,
  type JobEntryPatch,
  mayChangeEntry,
  mayDeleteEntry,
} from '#shared/domain/job-entry.ts';
import type { JobStatus } from '#shared/domain/job.ts';
import { seasonOf } from '#shared/lib/dates.ts';
import { AppError, refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { endIfEmpty, jobAfter, placeholderOf } from '#server/commands/placeholder-jobs.ts';
import { type EntryRefs, jobEntryData, type KnownField } from '#server/data/job-entries.ts';
import { jobData, type LockedJob } from '#server/data/jobs.ts';
import { requireNoneMissing } from '#server/data/org-table.ts';
import { holdFilesNamedIn, keepFilesAmong, keepPhotos } from '#server/data/photos.ts';

const requireOpen = (job: { name: string; status: JobStatus }): void => {
  if (job.status !== 'open') {
    throw refusal('job_not_open', 'jobNotOpen', { name: job.name, status: { term: job.status } });
  }
};

/** `equipmentIds`, or the single `equipmentId` of an older client; undefined where neither was sent. */
const listOf = (ids: number[] | undefined, single: number | null | undefined): number[] | undefined => {
  if (ids !== undefined || single === undefined) {
    return ids;
  }
  return single === null ? [] : [single];
};

const isTextList = (value: unknown): value is string[] => Array.isArray(value) && value.every((item) => typeof item === 'string');

type Scene = Awaited<ReturnType<typeof jobEntryData.scene>>;

interface CustomColumns {
  customFieldValues?: Record<string, unknown>;
  notes?: string | null;
  photos?: string[];
}

/** Values under field names: checked by the fields' types, files kept, the two special keys taken out (decisions §5). */
const customValues = async (
  ctx: Context,
  fields: readonly KnownField[],
  given: JobEntryInput['customFieldValues'],
  before: JobEntry['customFieldValues'],
): Promise<CustomColumns> => {
  if (given === undefined) {
    return {};
  }
  const issues = fieldValueIssues(fields, given ?? {}, before);
  const [first] = issues;
  if (first) {
    throw new AppError('invalid_input', first, { issues });
  }
  const { Notes, Attachments, ...values } = given ?? {};
  const holdsFiles = new Set(fields.filter(({ fieldType }) => fieldKind(fieldType) === 'attachment').map(({ name }) => name));
  const kept: Record<string, unknown> = values;
  for (const [name, value] of Object.entries(values)) {
    const path = `customFieldValues.${name}`;
    if (holdsFiles.has(name) && isTextList(value)) {
      kept[name] = await keepPhotos(ctx, value, path);
    } else if (Array.isArray(value)) {
      kept[name] = await keepFilesAmong(ctx, value, path);
    }
  }
  await holdFilesNamedIn(ctx, kept);
  return {
    customFieldValues: kept,
    ...(Notes === undefined ? {} : { notes: typeof Notes === 'string' && Notes.trim() !== '' ? Notes : null }),
    ...(Attachments === undefined ? {} : { photos: isTextList(Attachments) ? Attachments : [] }),
  };
};

/** The columns that a body sets; `before` is the entry that it changes. What it refers to is checked apart, by `requireRefs`. */
const columnsOf = async (ctx: Context, { fields }: Scene, body: JobEntryPatch, before: JobEntry | null) => {
  const { equipmentId, operatorId, jobId: _job, customerId: _customer, awaitsJob: _awaits, customFieldValues, ...rest } = body;
  const custom = await customValues(ctx, fields, customFieldValues, before?.customFieldValues ?? {});
  const photos = rest.photos ?? custom.photos;
  return {
    ...custom,
    ...rest,
    notes: rest.notes ?? (custom.notes === undefined ? rest.notes : custom.notes),
    equipmentIds: listOf(rest.equipmentIds, equipmentId),
    operatorIds: listOf(rest.operatorIds, operatorId),
    photos: photos ? await keepPhotos(ctx, photos, 'photos') : rest.photos === null ? [] : undefined,
  };
};

/** What a body refers to, to be looked up in one go. */
const refsOf = (body: JobEntryPatch, serviceTypeId: number): EntryRefs => ({
  serviceTypeId,
  equipmentIds: listOf(body.equipmentIds, body.equipmentId) ?? [],
  operatorIds: listOf(body.operatorIds, body.operatorId) ?? [],
  implementId: body.implementId ?? null,
  fieldNames: Object.keys(body.customFieldValues ?? {}),
});

/** Refuses references to what the organization does not hold. */
const requireRefs = (scene: Scene, refs: EntryRefs): void => {
  requireNoneMissing('Equipment', 'equipmentIds', refs.equipmentIds, scene.equipment);
  requireNoneMissing('Employee', 'operatorIds', refs.operatorIds, scene.operators);
  requireNoneMissing('Implement', 'implementId', refs.implementId === null ? [] : [refs.implementId], scene.implements);
  const services = new Set(scene.serviceTypeName === null ? [] : [refs.serviceTypeId]);
  requireNoneMissing('Service', 'serviceTypeId', [refs.serviceTypeId], services);
};

const nameIn = ({ serviceTypeName, job }: Scene): string => `${serviceTypeName}, ${job.name}`;

/** Logs an entry on an open job; its customer is the job's. */
export const createJobEntry = async (ctx: Context, jobId: number, body: JobEntryInput): Promise<JobEntry> => {
  const refs = refsOf(body, body.serviceTypeId);
  const scene = await jobEntryData.scene(ctx, jobId, refs);
  requireOpen(scene.job);
  requireRefs(scene, refs);
  const given = await columnsOf(ctx, scene, body, null);
  const found = { jobId, customerId: scene.job.customerId, date: body.date, season: seasonOf(body.date, scene.seasonStart) };
  const row = {
    ...found,
    serviceTypeId: refs.serviceTypeId,
    equipmentIds: [...refs.equipmentIds],
    operatorIds: [...refs.operatorIds],
    implementId: refs.implementId,
    totalHours: given.totalHours ?? null,
    billableHours: given.billableHours ?? null,
    fuel: given.fuel ?? null,
    loads: given.loads ?? null,
    notes: given.notes ?? null,
    photos: given.photos ?? [],
    customFieldValues: given.customFieldValues ?? {},
  };
  return jobEntryData.insert(ctx, row, { ...given, ...found, serviceTypeId: body.serviceTypeId }, nameIn(scene));
};

/** Logs an entry whose job nobody has named yet, on 'No job yet' of its customer (decisions §12): nobody is stuck for want of a job. */
export const createEntryAtCustomer = async (
  ctx: Context,
  { customerId, awaitsJob: _awaits, ...body }: AwaitingEntryInput,
): Promise<JobEntry> => createJobEntry(ctx, await placeholderOf(ctx, customerId), body);

/** The entry, if one may do this to it while its job is as it is, and stays: an entry that would be allowed on an open job says so (409). */
const findEntryFor = async (
  ctx: Context,
  id: number,
  may: typeof mayChangeEntry,
  what: 'change' | 'delete',
): Promise<{ entry: JobEntry; job: LockedJob }> => {
  const entry = await jobEntryData.find(ctx, id);
  const job = await jobData.lock(ctx, entry.jobId, 'share');
  const isOwn = entry.createdBy === ctx.user.id;
  if (!may(ctx.level, job.status, isOwn)) {
    if (may(ctx.level, 'open', isOwn)) {
      requireOpen(job);
    }
    throw refusal('forbidden', what === 'change' ? 'onlyOwnEntriesChanged' : 'onlyOwnEntriesDeleted');
  }
  return { entry, job };
};

/**
 * Changes an entry, within the rules of decisions §4 and §10; with another `jobId` it moves to that job, which must be open.
 * The caller holds the entry's row, so it is still the one that was asked about when its jobs are looked at.
 */
export const updateJobEntry = async (ctx: Context, id: number, body: JobEntryPatch): Promise<JobEntry> => {
  const { entry, job } = await findEntryFor(ctx, id, mayChangeEntry, 'change');
  const refs = refsOf(body, body.serviceTypeId ?? entry.serviceTypeId);
  const scene = await jobEntryData.scene(ctx, await jobAfter(ctx, entry, body), refs);
  if (scene.job.id !== entry.jobId) {
    requireOpen(scene.job);
  }
  requireRefs(scene, refs);
  const season = body.date === undefined ? undefined : seasonOf(body.date, scene.seasonStart);
  const columns = { ...(await columnsOf(ctx, scene, body, entry)), season, jobId: scene.job.id, customerId: scene.job.customerId };
  await jobEntryData.update(ctx, entry, columns, nameIn(scene));
  await endIfEmpty(ctx, job);
  return jobEntryData.find(ctx, id);
};

/** Deletes an entry, within the rules of decisions §4 and §10; it can be brought back for 30 days. */
export const deleteJobEntry = async (ctx: Context, id: number): Promise<void> => {
  const { entry, job } = await findEntryFor(ctx, id, mayDeleteEntry, 'delete');
  await jobEntryData.remove(ctx, id, `${entry.serviceTypeName}, ${entry.jobName}`);
  await endIfEmpty(ctx, job);
};
