import { BLANKS } from '#shared/kinds/derived.ts';
import { PLACEHOLDER_NAME } from '#shared/domain/placeholder-job.ts';
import { isoMoment, seasonOf } from '#shared/lib/dates.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import type { RecordStore } from '#client/offline/storage/record-stores.ts';
import type { LocalRow } from '#client/offline/storage/stores.ts';

/** Empty for organizations: nobody makes one without the server. */
const blankOf = (store: RecordStore): object => BLANKS[store] ?? {};

/** A row that may be from before some of its fields, with what the server has said in these since: that nobody has filled them in. */
export const wholeRow = (store: RecordStore, row: LocalRow): LocalRow => ({ ...blankOf(store), ...row });

/** A record that the server has not seen yet, with every field that screens expect. */
export const blankRow = (item: SyncItem): LocalRow => ({
  ...blankOf(item.store),
  id: item.target,
  organizationId: item.orgId,
  version: 0,
  createdBy: item.userId,
  createdAt: isoMoment(item.timestamp),
  updatedAt: isoMoment(item.timestamp),
});

/** What the server derives from other fields and records, or the office notes about a record: nobody enters it. */
const FOLLOWING = new Set([
  'updatedBy',
  'usageCount',
  'awaitsJob',
  'isPlaceholder',
  'season',
  'equipmentId',
  'operatorId',
  'checkedBy',
  'checkedAt',
  'hintsAccepted',
  'question',
  'isSentBack',
  'choices',
  'askedBy',
  'askedAt',
  'askedByName',
  'answeredAt',
  'missing',
  'jobName',
  'customerName',
  'serviceTypeName',
  'implementName',
  'equipmentNames',
  'operatorNames',
  'checkedByName',
]);

/** The fields of a record that people enter. An entry's customer is its job's. */
export const enteredFields = (store: RecordStore): string[] =>
  Object.keys(blankOf(store)).filter((name) => !FOLLOWING.has(name) && !(store === 'jobEntries' && name === 'customerId'));

/** Sets the fields of a record that follow from others, as the server will; its answer replaces them. */
export const withDerived = (store: RecordStore, row: LocalRow): LocalRow => {
  if (store === 'jobs' && row['isPlaceholder'] === true) {
    // Renaming 'No job yet' makes it a job.
    return { ...row, isPlaceholder: row['name'] === PLACEHOLDER_NAME };
  }
  if (store !== 'jobEntries') {
    return row;
  }
  const first = (ids: unknown): unknown => (Array.isArray(ids) ? (ids[0] ?? null) : null);
  const date = row['date'];
  return {
    ...row,
    equipmentId: first(row['equipmentIds']),
    operatorId: first(row['operatorIds']),
    // A waiting change undoes the check.
    checkedBy: null,
    checkedAt: null,
    checkedByName: null,
    season: row['season'] === '' && typeof date === 'string' && date !== '' ? seasonOf(date, null) : row['season'],
  };
};
