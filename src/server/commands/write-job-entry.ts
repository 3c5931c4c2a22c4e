import { fieldKind } from '#shared/domain/custom-data-field.ts';
import { fieldValueIssues } from '#shared/domain/entry-values.ts';
import type { AwaitingEntryInput, JobEntry, JobEntryInput, JobEntryPatch } from '#shared/domain/job-entry.ts';
import { mayChangeEntry, mayDeleteEntry } from '#shared/domain/own-work.ts';
import type { JobStatus } from '#shared/domain/job.ts';
import { isAsked, knowsQuestion } from '#shared/domain/asked.ts';
import { isAnsweredBy } from '#shared/domain/answered-by.ts';
import { seasonOf } from '#shared/lib/dates.ts';
import { AppError, refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { endIfEmpty, jobAfter, placeholderOf } from '#server/commands/placeholder-jobs.ts';
import { followRuns, shareRuns } from '#server/commands/share-run.ts';
import {
  type EntryReferences,
  type EntryRefs,
  findEntryReferences,
  findNewEntryReferences,
  type KnownField,
} from '#server/data/entry-references.ts';
import { type EntryValues, jobEntryData } from '#server/data/job-entries.ts';
import { jobData, type LockedJob } from '#server/data/jobs.ts';
import { insertEntry } from '#server/data/new-entries.ts';
import { requireNoneMissing } from '#server/data/org-table.ts';
import { lockFilesNamedIn, keepFilesAmong, keepPhotos } from '#server/data/photos.ts';

const requireOpen = (job: { name: string; status: JobStatus }): void => {
  if (job.status !== 'open') {
    throw refusal('job_not_open', 'jobNotOpen', { name: job.name, status: { term: job.status } });
  }
};

/** `equipmentIds`, or the single `equipmentId` of an older client; undefined if neither was sent. */
const listOf = (ids: number[] | undefined, single: number | null | undefined): number[] | undefined => {
  if (ids !== undefined || single === undefined) {
    return ids;
  }
  return single === null ? [] : [single];
};

const isTextList = (value: unknown): value is string[] => Array.isArray(value) && value.every((item) => typeof item === 'string');

interface CustomColumns {
  customFieldValues?: Record<string, unknown>;
  notes?: string | null;
  photos?: string[];
}

/** Values under field names: checked by the fields' types, files stored, the two special keys moved out (specification 8.13). */
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
  await lockFilesNamedIn(ctx, kept);
  return {
    customFieldValues: kept,
    ...(Notes === undefined ? {} : { notes: typeof Notes === 'string' && Notes.trim() !== '' ? Notes : null }),
    ...(Attachments === undefined ? {} : { photos: isTextList(Attachments) ? Attachments : [] }),
  };
};

/** The columns that a body sets; `before` is the entry that it changes. References are checked separately, by `requireRefs`. */
const columnsOf = async (ctx: Context, { fields }: EntryReferences, body: JobEntryPatch, before: JobEntry | null) => {
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

/** Refuses references to what the organization does not have. */
const requireRefs = (references: EntryReferences, refs: EntryRefs): void => {
  requireNoneMissing('Equipment', 'equipmentIds', refs.equipmentIds, references.equipment);
  requireNoneMissing('Employee', 'operatorIds', refs.operatorIds, references.operators);
  requireNoneMissing('Implement', 'implementId', refs.implementId === null ? [] : [refs.implementId], references.implements);
  const services = new Set(references.serviceTypeName === null ? [] : [refs.serviceTypeId]);
  requireNoneMissing('Service', 'serviceTypeId', [refs.serviceTypeId], services);
};

const nameIn = ({ serviceTypeName, job }: EntryReferences): string => `${serviceTypeName}, ${job.name}`;

const writeNewEntry = async (
  ctx: Context,
  jobId: number,
  body: JobEntryInput,
  requireFit: (job: EntryReferences['job']) => void,
): Promise<JobEntry> => {
  const refs = refsOf(body, body.serviceTypeId);
  const { runs } = await followRuns(ctx, { jobId, runId: null, fuel: null }, body);
  const references = await findNewEntryReferences(ctx, jobId, refs);
  requireFit(references.job);
  requireRefs(references, refs);
  const given = await columnsOf(ctx, references, body, null);
  const found = { jobId, customerId: references.job.customerId, date: body.date, season: seasonOf(body.date, references.seasonStart) };
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
    hintsAccepted: given.hintsAccepted ?? [],
    runId: given.runId ?? null,
    spans: given.spans ?? [],
  };
  const noted = { ...given, ...found, serviceTypeId: body.serviceTypeId };
  const entry = await insertEntry(ctx, references, row, noted, nameIn(references));
  const gotShares = await shareRuns(ctx, runs);
  return gotShares ? jobEntryData.find(ctx, entry.id) : entry;
};

/** Logs an entry on an open job; its customer is the job's. */
export const createJobEntry = (ctx: Context, jobId: number, body: JobEntryInput): Promise<JobEntry> =>
  writeNewEntry(ctx, jobId, body, requireOpen);

/** Writes down work that is long done, on a job that may be finished. */
export const createPastEntry = (ctx: Context, jobId: number, body: JobEntryInput): Promise<JobEntry> =>
  writeNewEntry(ctx, jobId, body, () => undefined);

/**
 * Logs an entry whose job is not known yet, on 'No job yet' of its customer (specification 5.40), so that nobody is stuck for lack of a
 * job.
 */
export const createEntryAtCustomer = async (
  ctx: Context,
  { customerId, awaitsJob: _awaits, ...body }: AwaitingEntryInput,
): Promise<JobEntry> => createJobEntry(ctx, await placeholderOf(ctx, customerId), body);

/**
 * The entry, if the caller may do this to it given its job's current status, which is locked; if it would be allowed on an open job, the
 * refusal says so (409).
 */
const findEntryFor = async (
  ctx: Context,
  id: number,
  may: typeof mayChangeEntry,
  what: 'change' | 'delete',
): Promise<{ entry: JobEntry; job: LockedJob }> => {
  const entry = await jobEntryData.find(ctx, id);
  const job = await jobData.lock(ctx, entry.jobId, 'share');
  const isOwn = entry.createdBy === ctx.user.id;
  if (!may(ctx.level, job.status, isOwn, isAsked(entry))) {
    if (may(ctx.level, 'open', isOwn)) {
      requireOpen(job);
    }
    throw refusal('forbidden', what === 'change' ? 'onlyOwnEntriesChanged' : 'onlyOwnEntriesDeleted');
  }
  return { entry, job };
};

/**
 * What a change answers. On a device that has not heard that the question was withdrawn, or replaced by another, the person answered with a
 * number: the number counts, and the words go with the question that they answered. Words alone are refused, so that the person sees that
 * nobody reads them.
 */
const answerIn = (ctx: Context, entry: JobEntry, body: JobEntryPatch): Pick<EntryValues, 'answer' | 'answeredAt'> => {
  const isByItself = entry.createdBy === ctx.user.id && isAnsweredBy(entry, body);
  const answer = isByItself ? '' : body.answer;
  if (answer !== undefined && (entry.question === null || !knowsQuestion(entry, body))) {
    if (Object.keys(body).every((name) => name === 'answer' || name === 'answerTo')) {
      throw refusal('conflict', entry.question === null ? 'nothingAsked' : 'askedAnew');
    }
    return { answer: undefined, answeredAt: undefined };
  }
  return { answer, answeredAt: answer === undefined || answer === entry.answer ? undefined : ctx.now().toISOString() };
};

/**
 * Changes an entry, within the rules of specification 5.36, 7.12; with another `jobId` it moves to that job, which must be open
 * (specification 5.37). The caller holds the entry's row, so it is still the one that was checked when its jobs are looked at.
 */
export const updateJobEntry = async (ctx: Context, id: number, body: JobEntryPatch): Promise<JobEntry> => {
  const { entry, job } = await findEntryFor(ctx, id, mayChangeEntry, 'change');
  const { runs, fuel } = await followRuns(ctx, entry, body);
  const refs = refsOf(body, body.serviceTypeId ?? entry.serviceTypeId);
  const references = await findEntryReferences(ctx, await jobAfter(ctx, entry, body), refs);
  if (references.job.id !== entry.jobId) {
    requireOpen(references.job);
  }
  requireRefs(references, refs);
  const season = body.date === undefined ? undefined : seasonOf(body.date, references.seasonStart);
  const columns = {
    ...(await columnsOf(ctx, references, body, entry)),
    ...answerIn(ctx, entry, body),
    fuel,
    season,
    jobId: references.job.id,
    customerId: references.job.customerId,
  };
  await jobEntryData.update(ctx, entry, columns, nameIn(references));
  await shareRuns(ctx, runs);
  await endIfEmpty(ctx, job);
  return jobEntryData.find(ctx, id);
};

/** Deletes an entry, within the rules of specification 5.36, 7.12; it can be restored for 30 days (specification 8.18). */
export const deleteJobEntry = async (ctx: Context, id: number): Promise<void> => {
  const { entry, job } = await findEntryFor(ctx, id, mayDeleteEntry, 'delete');
  const { runs } = await followRuns(ctx, entry, {});
  await jobEntryData.remove(ctx, id, `${entry.serviceTypeName}, ${entry.jobName}`);
  await shareRuns(ctx, runs);
  await endIfEmpty(ctx, job);
};
