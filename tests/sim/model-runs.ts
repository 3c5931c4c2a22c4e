import { BLANKS } from '#shared/kinds/derived.ts';
import { kindNamedBy } from '#shared/kinds/references.ts';
import { collectionOf } from '#shared/kinds/spellings.ts';
import type { Collection } from '#shared/domain/changes.ts';
import { mayWriteWork } from '#shared/domain/own-work.ts';
import { fuelSharesOf, type RunEntry } from '#shared/domain/run-fuel.ts';
import type { Run } from '#shared/domain/run.ts';
import { refusal } from '#shared/lib/errors.ts';
import { keepPhotos } from '#tests/sim/model-files.ts';
import {
  type Body,
  changeRow,
  deleteRow,
  type Doing,
  findStored,
  insertRow,
  noteChange,
  removeJob,
  requireAll,
} from '#tests/sim/model-records.ts';
import type { ModelOrg, ModelRow, Stored } from '#tests/sim/model-state.ts';

type FuelFields = Parameters<typeof fuelSharesOf>[2];

const requireNamed = ({ org }: Doing, body: Body): void => {
  for (const [field, value] of Object.entries(body)) {
    const kind = kindNamedBy(field);
    const ids = [value].flat().filter((id) => typeof id === 'number');
    if (kind !== undefined) {
      requireAll(org, collectionOf(kind) as Collection, ids, field);
    }
  }
};

const columnsOf = (doing: Doing, body: Body): Body => {
  requireNamed(doing, body);
  return body['photos'] === undefined ? body : { ...body, photos: keepPhotos(doing.org, body['photos'] as string[]) };
};

const findOwn = ({ org, level, userId }: Doing, collection: 'runs' | 'daysOff', id: number): Stored => {
  const stored = findStored(org, collection, id);
  if (!mayWriteWork(level, stored.row.createdBy === userId)) {
    throw refusal('forbidden', collection === 'runs' ? 'onlyOwnRuns' : 'onlyOwnDaysOff');
  }
  return stored;
};

const entriesIn = (org: ModelOrg, runId: number): Stored[] =>
  [...org.tables.jobEntries.values()].filter(({ row }) => row['runId'] === runId).sort((one, other) => one.row.id - other.row.id);

/**
 * What an entry gets or loses in the wake of another change; nobody is said to have changed it. `key`: it is in the answer to its own change.
 */
const follow = (doing: Doing, stored: Stored, values: Body, key: string | null = null): void => {
  const { org, effects, userId, at } = doing;
  const row = { ...stored.row, ...values, version: stored.row.version + 1, updatedAt: at };
  org.tables.jobEntries.set(row.id, { ...stored, row });
  if (!stored.isDeleted) {
    noteChange(doing, 'jobEntries', row.id);
    effects.push({
      orgId: org.id,
      collection: 'jobEntries',
      id: row.id,
      userId,
      key,
      isShare: true,
      kind: 'update',
      before: stored.row,
      after: row,
    });
  }
};

const isShared = (run: ModelRow): boolean => run['fuel'] !== null && run['shareBy'] !== 'hand';

const share = (doing: Doing, run: ModelRow, isCleared: boolean, ownId?: number): void => {
  const { org } = doing;
  const entries = entriesIn(org, run.id).filter(({ isDeleted }) => !isDeleted);
  const weighed = entries.map(({ row }): RunEntry => {
    const service = org.tables.serviceTypes.get(row['serviceTypeId'] as number)?.row;
    const isBilled = org.tables.jobs.get(row['jobId'] as number)?.row['status'] === 'billed';
    return { ...(row as unknown as RunEntry), serviceTypeName: String(service?.['name']), isBilled };
  });
  const fields = [...org.tables.customDataFields.values()].filter(({ isDeleted }) => !isDeleted).map(({ row }) => row);
  const shares = fuelSharesOf(run as unknown as Run, weighed, fields as unknown as FuelFields)?.shares;
  for (const [index, stored] of entries.entries()) {
    const fuel = shares?.get(stored.row.id) ?? null;
    if (weighed[index]?.isBilled === false && (shares !== undefined || isCleared) && fuel !== stored.row['fuel']) {
      follow(doing, stored, { fuel }, stored.row.id === ownId ? doing.key : null);
    }
  }
};

/** Shares the fuel of these runs anew, in the wake of a change of `ownId`. */
const shareRuns = (doing: Doing, runIds: readonly number[], ownId?: number): void => {
  for (const id of runIds) {
    const run = doing.org.tables.runs.get(id);
    if (run && !run.isDeleted && isShared(run.row)) {
      share(doing, run.row, false, ownId);
    }
  }
};

/** What a change of an entry means for its runs, as `commands/share-run.ts` says. `share` comes after the change, `begin` before it. */
export const followRuns = (doing: Doing, before: Body, body: Body) => {
  const { runs } = doing.org.tables;
  const runId = body['runId'] === undefined ? before['runId'] : body['runId'];
  const runIds = [...new Set([before['runId'], runId])].filter((id) => typeof id === 'number');
  requireAll(doing.org, 'runs', runIds, 'runId');
  const sharedNow = (id: unknown): Stored | undefined => {
    const run = typeof id === 'number' ? runs.get(id) : undefined;
    return run && !run.isDeleted && isShared(run.row) ? run : undefined;
  };
  const isTyped = body['fuel'] !== undefined && body['fuel'] !== before['fuel'];
  const ended = isTyped ? sharedNow(runId) : undefined;
  const isAsSaid = isTyped || runId === before['runId'] || sharedNow(before['runId']) === undefined;
  return {
    fuel: isAsSaid ? body['fuel'] : null,
    begin: () => ended && changeRow(doing, 'runs', ended, { shareBy: 'hand' }),
    share: (ownId: number) => shareRuns(doing, runIds, ownId),
  };
};

export const createRun = (doing: Doing, body: Body): ModelRow => insertRow(doing, 'runs', { ...BLANKS['runs'], ...columnsOf(doing, body) });

export const updateRun = (doing: Doing, id: number, body: Body): ModelRow => {
  const before = findOwn(doing, 'runs', id);
  const after = changeRow(doing, 'runs', before, columnsOf(doing, body));
  const isCleared = isShared(before.row) && after['fuel'] === null;
  if (isShared(after) || isCleared) {
    share(doing, after, isCleared);
  }
  return after;
};

/** Its entries stay, without it. */
export const removeRun = (doing: Doing, id: number): void => {
  const run = findOwn(doing, 'runs', id);
  for (const entry of entriesIn(doing.org, id)) {
    follow(doing, entry, { runId: null });
  }
  deleteRow(doing, 'runs', run);
};

/** Deletes a job with its entries. */
export const deleteJob = (doing: Doing, id: number): void => {
  const entries = [...doing.org.tables.jobEntries.values()].filter(({ row, isDeleted }) => !isDeleted && row['jobId'] === id);
  const runIds = new Set(entries.map(({ row }) => row['runId']).filter((runId) => typeof runId === 'number'));
  removeJob(doing, id);
  shareRuns(doing, [...runIds]);
};

export const createDayOff = (doing: Doing, body: Body): ModelRow => {
  requireNamed(doing, body);
  return insertRow(doing, 'daysOff', body);
};

export const updateDayOff = (doing: Doing, id: number, body: Body): ModelRow => {
  const before = findOwn(doing, 'daysOff', id);
  requireNamed(doing, body);
  return changeRow(doing, 'daysOff', before, body);
};

export const removeDayOff = (doing: Doing, id: number): void => deleteRow(doing, 'daysOff', findOwn(doing, 'daysOff', id));
