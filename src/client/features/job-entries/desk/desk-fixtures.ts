import type { JobEntry } from '#shared/domain/job-entry.ts';
import { BLANKS } from '#shared/kinds/derived.ts';
import { heldNumbers } from './desk-numbers.ts';
import type { DeskRow } from './desk-rows.ts';

/** An entry for tests. */
export const entryWith = (values: Partial<JobEntry> & Pick<JobEntry, 'id'>): JobEntry => ({
  ...(BLANKS['jobEntries'] as JobEntry),
  organizationId: 1,
  version: 1,
  createdBy: 1,
  createdAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
  jobId: 1,
  customerId: 1,
  serviceTypeId: 1,
  date: '2026-11-20',
  season: '2026',
  jobName: 'north',
  customerName: 'prairie',
  serviceTypeName: 'hauling',
  ...values,
});

/** Its row, without hints and with nothing missing. */
export const rowWith = (values: Partial<JobEntry> & Pick<JobEntry, 'id'>, more: Partial<DeskRow> = {}): DeskRow => {
  const entry = entryWith(values);
  return {
    entry,
    job: undefined,
    missing: [],
    hints: [],
    isBilled: false,
    isChecked: entry.checkedAt !== null,
    numbers: heldNumbers(entry),
    names: {
      operator: entry.operatorNames.join(', '),
      service: entry.serviceTypeName,
      machine: entry.equipmentNames.join(', '),
      job: `${entry.customerName}\n${entry.jobName}`,
    },
    text: '',
    mark: '',
    ...more,
  };
};
