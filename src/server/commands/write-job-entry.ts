import { fieldKind } from '#shared/domain/custom-data-field.ts';
import { fieldValueIssues } from '#shared/domain/entry-values.ts';
import { type JobEntry, type JobEntryInput, type JobEntryPatch, mayChangeEntry } from '#shared/domain/job-entry.ts';
import type { JobStatus } from '#shared/domain/job.ts';
import { type CalendarDate, seasonOf } from '#shared/lib/dates.ts';
import { AppError } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { customDataFieldData } from '#server/data/custom-data-fields.ts';
import { employeeData } from '#server/data/employees.ts';
import { equipmentData } from '#server/data/equipment.ts';
import { jobEntryData } from '#server/data/job-entries.ts';
import { jobData } from '#server/data/jobs.ts';
import { findOrganization } from '#server/data/organizations.ts';
import { keepFilesAmong, keepPhotos } from '#server/data/photos.ts';
import { nameOfServiceType, serviceTypeData } from '#server/data/service-types.ts';

const requireOpen = (job: { name: string; status: JobStatus }): void => {
  if (job.status !== 'open') {
    throw new AppError('job_not_open', `The job ${job.name} is ${job.status}. Choose an open job, or have it reopened.`);
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

interface CustomColumns {
  customFieldValues?: Record<string, unknown>;
  notes?: string | null;
  photos?: string[];
}

/** Values under field names: checked by the fields' types, files kept, the two special keys taken out (decisions §5). */
const customValues = async (ctx: Context, given: JobEntryInput['customFieldValues']): Promise<CustomColumns> => {
  if (given === undefined) {
    return {};
  }
  const fields = await customDataFieldData.list(ctx);
  const issues = fieldValueIssues(fields, given ?? {});
  const [first] = issues;
  if (first) {
    throw new AppError('invalid_input', first.message, { issues });
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
  return {
    customFieldValues: kept,
    ...(Notes === undefined ? {} : { notes: typeof Notes === 'string' && Notes.trim() !== '' ? Notes : null }),
    ...(Attachments === undefined ? {} : { photos: isTextList(Attachments) ? Attachments : [] }),
  };
};

/** The columns that a body sets, with every reference checked to be the organization's own. */
const columnsOf = async (ctx: Context, body: JobEntryPatch) => {
  const { equipmentId, operatorId, jobId: _job, customFieldValues, ...rest } = body;
  const custom = await customValues(ctx, customFieldValues);
  const photos = rest.photos ?? custom.photos;
  const equipmentIds = listOf(rest.equipmentIds, equipmentId);
  const operatorIds = listOf(rest.operatorIds, operatorId);
  await equipmentData.requireAll(ctx, equipmentIds ?? [], 'equipmentIds');
  await employeeData.requireAll(ctx, operatorIds ?? [], 'operatorIds');
  await serviceTypeData.requireAll(ctx, rest.serviceTypeId === undefined ? [] : [rest.serviceTypeId], 'serviceTypeId');
  return {
    ...custom,
    ...rest,
    notes: rest.notes ?? (custom.notes === undefined ? rest.notes : custom.notes),
    equipmentIds,
    operatorIds,
    photos: photos ? await keepPhotos(ctx, photos, 'photos') : rest.photos === null ? [] : undefined,
  };
};

const seasonFor = async (ctx: Context, date: CalendarDate): Promise<string> =>
  seasonOf(date, (await findOrganization(ctx, ctx.orgId)).seasonStartDate);

const nameOf = async (ctx: Context, serviceTypeId: number, jobName: string): Promise<string> =>
  `${await nameOfServiceType(ctx, serviceTypeId)}, ${jobName}`;

/** Logs an entry on an open job; its customer is the job's. */
export const createJobEntry = async (ctx: Context, jobId: number, body: JobEntryInput): Promise<JobEntry> => {
  const job = await jobData.lock(ctx, jobId, 'share');
  requireOpen(job);
  const columns = await columnsOf(ctx, body);
  const season = await seasonFor(ctx, body.date);
  const values = { ...columns, jobId, customerId: job.customerId, serviceTypeId: body.serviceTypeId, date: body.date, season };
  const { id } = await jobEntryData.insert(ctx, values, await nameOf(ctx, body.serviceTypeId, job.name));
  return jobEntryData.find(ctx, id);
};

/** Changes an entry, within the rules of decisions §4 and §10; with another `jobId` it moves to that job, which must be open. */
export const updateJobEntry = async (ctx: Context, id: number, body: JobEntryPatch): Promise<JobEntry> => {
  const entry = await jobEntryData.find(ctx, id);
  const job = await jobData.lock(ctx, entry.jobId, 'share');
  const isOwn = entry.createdBy === ctx.user.id;
  if (!mayChangeEntry(ctx.level, job.status, isOwn)) {
    if (mayChangeEntry(ctx.level, 'open', isOwn)) {
      requireOpen(job);
    }
    throw new AppError('forbidden', 'You may change only your own entries');
  }
  const moves = body.jobId !== undefined && body.jobId !== entry.jobId;
  const target = moves && body.jobId !== undefined ? await jobData.lock(ctx, body.jobId, 'share') : job;
  if (moves) {
    requireOpen(target);
  }
  const columns = await columnsOf(ctx, body);
  const called = await nameOf(ctx, body.serviceTypeId ?? entry.serviceTypeId, target.name);
  const season = body.date === undefined ? undefined : await seasonFor(ctx, body.date);
  await jobEntryData.update(ctx, id, { ...columns, season, jobId: target.id, customerId: target.customerId }, called);
  return jobEntryData.find(ctx, id);
};
