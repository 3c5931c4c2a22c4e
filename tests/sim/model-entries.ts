import { UNASKED } from '#shared/domain/asked.ts';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { fieldValueIssues } from '#shared/domain/entry-values.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { mayChangeEntry, mayDeleteEntry } from '#shared/domain/own-work.ts';
import type { JobStatus } from '#shared/domain/job.ts';
import { PLACEHOLDER_NAME } from '#shared/domain/placeholder-job.ts';
import { seasonOf } from '#shared/lib/dates.ts';
import { AppError, refusal, refusalAt, refusalMessage } from '#shared/lib/errors.ts';
import { keepPhotos } from '#tests/sim/model-files.ts';
import { BLANK_JOB, type Body, changeRow, deleteRow, type Doing, findStored, insertRow, requireAll } from '#tests/sim/model-records.ts';
import { followRuns } from '#tests/sim/model-runs.ts';
import type { ModelOrg, ModelRow, Stored } from '#tests/sim/model-state.ts';

const findJob = (org: ModelOrg, id: number): ModelRow => {
  const found = org.tables.jobs.get(id);
  if (!found || found.isDeleted) {
    throw refusalAt('not_found', 'jobId', refusalMessage('notFound', { what: { term: 'Job' } }));
  }
  return found.row;
};

const requireOpen = (job: ModelRow): void => {
  if (job['status'] !== 'open') {
    throw new AppError(
      'job_not_open',
      refusalMessage('jobNotOpen', { name: String(job['name']), status: { term: job['status'] as JobStatus } }),
    );
  }
};

const listOf = (ids: unknown, single: unknown): number[] | undefined => {
  if (ids !== undefined || single === undefined) {
    return ids as number[] | undefined;
  }
  return single === null ? [] : [single as number];
};

/** Fields that are kept as they came. */
const PLAIN = 'date serviceTypeId implementId totalHours billableHours fuel loads hintsAccepted runId spans'.split(' ');

/** The columns that a body sets, once everything it names was found; `before` is the entry that it changes. */
const columnsOf = (org: ModelOrg, body: Body, serviceTypeId: number, before: Stored | null): Record<string, unknown> => {
  const equipmentIds = listOf(body['equipmentIds'], body['equipmentId']);
  const operatorIds = listOf(body['operatorIds'], body['operatorId']);
  requireAll(org, 'equipment', equipmentIds ?? [], 'equipmentIds');
  requireAll(org, 'employees', operatorIds ?? [], 'operatorIds');
  requireAll(org, 'implements', typeof body['implementId'] === 'number' ? [body['implementId']] : [], 'implementId');
  requireAll(org, 'serviceTypes', [serviceTypeId], 'serviceTypeId');
  const set: Record<string, unknown> = {};
  if (body['customFieldValues'] !== undefined) {
    const given = (body['customFieldValues'] ?? {}) as Record<string, unknown>;
    const fields = [...org.tables.customDataFields.values()].filter(({ isDeleted }) => !isDeleted).map(({ row }) => row);
    const issues = fieldValueIssues(
      fields as unknown as CustomDataField[],
      given,
      before?.row['customFieldValues'] as JobEntry['customFieldValues'] | undefined,
    );
    if (issues[0]) {
      throw new AppError('invalid_input', issues[0], { issues });
    }
    const { Notes, Attachments, ...values } = given;
    set['customFieldValues'] = values;
    if (Notes !== undefined) {
      set['notes'] = typeof Notes === 'string' && Notes.trim() !== '' ? Notes : null;
    }
    if (Attachments !== undefined) {
      set['photos'] = Array.isArray(Attachments) ? Attachments : [];
    }
  }
  for (const field of PLAIN) {
    if (body[field] !== undefined) {
      set[field] = body[field];
    }
  }
  if (equipmentIds !== undefined) {
    Object.assign(set, { equipmentIds, equipmentId: equipmentIds[0] ?? null });
  }
  if (operatorIds !== undefined) {
    Object.assign(set, { operatorIds, operatorId: operatorIds[0] ?? null });
  }
  const notes = body['notes'] ?? (set['notes'] === undefined ? body['notes'] : set['notes']);
  const photos = body['photos'] ?? set['photos'] ?? body['photos'];
  return {
    ...set,
    ...(notes === undefined ? {} : { notes }),
    ...(photos === undefined ? {} : { photos: keepPhotos(org, (photos ?? []) as string[]) }),
  };
};

const seasonIn = (org: ModelOrg, date: unknown): string =>
  seasonOf(String(date), (org.row['seasonStartDate'] as string | null | undefined) ?? null);

export const createEntry = (doing: Doing, jobId: number, body: Body): ModelRow => {
  const { org } = doing;
  const { begin, share } = followRuns(doing, { runId: null, fuel: null }, body);
  const job = findJob(org, jobId);
  requireOpen(job);
  const columns = columnsOf(org, body, body['serviceTypeId'] as number, null);
  begin();
  const empty = {
    equipmentId: null,
    equipmentIds: [],
    operatorId: null,
    operatorIds: [],
    implementId: null,
    totalHours: null,
    billableHours: null,
    checkedBy: null,
    checkedAt: null,
    checkedByName: null,
    fuel: null,
    loads: null,
    notes: null,
    photos: [],
    customFieldValues: {},
    hintsAccepted: [],
    ...UNASKED,
    runId: null,
    spans: [],
  };
  const { id } = insertRow(doing, 'jobEntries', {
    ...empty,
    ...columns,
    jobId,
    customerId: job['customerId'],
    season: seasonIn(org, body['date']),
  });
  share(id);
  return findStored(org, 'jobEntries', id).row;
};

/** The customer's 'No job yet', created if there is none. */
const placeholderOf = (doing: Doing, customerId: number): number => {
  requireAll(doing.org, 'customers', [customerId], 'customerId');
  const found = [...doing.org.tables.jobs.values()].find(
    ({ row, isDeleted }) => !isDeleted && row['isPlaceholder'] === true && row['customerId'] === customerId,
  );
  return (
    found?.row.id ?? insertRow(doing, 'jobs', { ...BLANK_JOB, name: PLACEHOLDER_NAME, customerId, status: 'open', isPlaceholder: true }).id
  );
};

export const createEntryAtCustomer = (doing: Doing, { customerId, awaitsJob: _awaits, ...body }: Body): ModelRow => {
  // Refuses before it changes anything, like every write here.
  requireAll(doing.org, 'customers', [customerId as number], 'customerId');
  followRuns(doing, { runId: null, fuel: null }, body);
  columnsOf(doing.org, body, body['serviceTypeId'] as number, null);
  return createEntry(doing, placeholderOf(doing, customerId as number), body);
};

/** 'No job yet' goes with its last entry. */
const endIfEmpty = (doing: Doing, jobId: number): void => {
  const job = findStored(doing.org, 'jobs', jobId);
  const hasEntries = [...doing.org.tables.jobEntries.values()].some(({ row, isDeleted }) => !isDeleted && row['jobId'] === jobId);
  if (job.row['isPlaceholder'] === true && !hasEntries) {
    deleteRow(doing, 'jobs', job);
  }
};

/** The job that a change moves its entry to; null for 'No job yet' of its customer. */
const jobAfter = ({ org }: Doing, { row }: Stored, { jobId, customerId, awaitsJob }: Body): number | null => {
  const awaits = org.tables.jobs.get(row['jobId'] as number)?.row['isPlaceholder'] === true;
  const leavesJob = (customerId ?? row['customerId']) !== row['customerId'] || (awaitsJob === true && !awaits);
  return (jobId ?? (leavesJob ? null : row['jobId'])) as number | null;
};

const entryFor = ({ org, level, userId }: Doing, id: number, may: typeof mayChangeEntry, what: string): Stored => {
  const entry = findStored(org, 'jobEntries', id);
  const job = findStored(org, 'jobs', entry.row['jobId'] as number).row;
  const isOwn = entry.row.createdBy === userId;
  if (!may(level, job['status'] as JobStatus, isOwn)) {
    if (may(level, 'open', isOwn)) {
      requireOpen(job);
    }
    throw refusal('forbidden', what === 'change' ? 'onlyOwnEntriesChanged' : 'onlyOwnEntriesDeleted');
  }
  return entry;
};

export const updateEntry = (doing: Doing, id: number, body: Body): ModelRow => {
  const { org } = doing;
  const entry = entryFor(doing, id, mayChangeEntry, 'change');
  const { begin, fuel, share } = followRuns(doing, entry.row, body);
  const jobId = jobAfter(doing, entry, body);
  const customerId = (body['customerId'] ?? entry.row['customerId']) as number;
  if (jobId === null) {
    requireAll(org, 'customers', [customerId], 'customerId');
  } else if (findJob(org, jobId).id !== entry.row['jobId']) {
    requireOpen(findJob(org, jobId));
  }
  const columns = columnsOf(org, body, (body['serviceTypeId'] ?? entry.row['serviceTypeId']) as number, entry);
  // Nothing can be refused from here on, so it may be created.
  begin();
  const job = findJob(org, jobId ?? placeholderOf(doing, customerId));
  changeRow(doing, 'jobEntries', entry, {
    ...columns,
    fuel,
    ...(body['date'] === undefined ? {} : { season: seasonIn(org, body['date']) }),
    jobId: job.id,
    customerId: job['customerId'],
  });
  share(id);
  endIfEmpty(doing, entry.row['jobId'] as number);
  return findStored(org, 'jobEntries', id).row;
};

export const removeEntry = (doing: Doing, id: number): void => {
  const entry = entryFor(doing, id, mayDeleteEntry, 'delete');
  const { share } = followRuns(doing, entry.row, {});
  deleteRow(doing, 'jobEntries', entry);
  share(id);
  endIfEmpty(doing, entry.row['jobId'] as number);
};
