import { expect, test } from 'vitest';
import type { Job, JobStatus } from '#shared/domain/job.ts';
import { archiveChoices, jobsOf, shownJobs, viewOf } from '#client/features/jobs/job-views.ts';

let lastId = 0;
const job = (status: JobStatus, name: string, customerName: string, year: number): Job => {
  lastId += 1;
  return {
    id: lastId,
    organizationId: 1,
    version: 1,
    createdBy: 1,
    updatedBy: null,
    isPlaceholder: false,
    // In the middle of the year, so that no time zone changes the year.
    createdAt: `${year}-07-01T12:00:00.000Z`,
    updatedAt: `${year}-07-01T12:00:00.000Z`,
    name,
    customerId: customerName.length,
    customerName,
    status,
    repeatsJobId: null,
    season: null,
    expected: null,
  };
};
const JOBS = [
  job('open', 'North Quarter silage', 'Prairie Ridge Dairy', 2025),
  job('completed', 'Creek bottom tillage', 'Lindqvist Farms', 2025),
  job('billed', 'Home place wheat', 'Lindqvist Farms', 2023),
  job('billed', 'Lagoon 2', 'Prairie Ridge Dairy', 2025),
  job('billed', 'Section 14 hay', 'Alder', 2024),
  job('billed', 'Section 15 hay', 'Alder', 2025),
];
const names = (jobs: readonly Job[]): string[] => jobs.map(({ name }) => name);
const NO_FILTER = { search: '', customer: '', year: '' };

test('an address without a status, or with one that does not exist, shows the active jobs', () => {
  expect([null, '', 'nonsense', 'open', 'completed', 'billed', 'all'].map(viewOf)).toEqual([
    'open',
    'open',
    'open',
    'open',
    'completed',
    'billed',
    'all',
  ]);
});

test('each view has the jobs of its status, and one has all', () => {
  expect(names(jobsOf(JOBS, 'open'))).toEqual(['North Quarter silage']);
  expect(names(jobsOf(JOBS, 'completed'))).toEqual(['Creek bottom tillage']);
  expect(jobsOf(JOBS, 'billed')).toHaveLength(4);
  expect(jobsOf(JOBS, 'all')).toEqual(JOBS);
});

test('the search covers job and customer, ignoring case', () => {
  expect(names(shownJobs(JOBS, 'all', { ...NO_FILTER, search: ' SECTION ' }))).toEqual(['Section 14 hay', 'Section 15 hay']);
  expect(names(shownJobs(JOBS, 'all', { ...NO_FILTER, search: 'lindq' }))).toEqual(['Creek bottom tillage', 'Home place wheat']);
});

test('customer and year narrow the archive, and nothing else', () => {
  const filter = { ...NO_FILTER, customer: String('Alder'.length), year: '2025' };
  expect(names(shownJobs(JOBS, 'billed', filter))).toEqual(['Section 15 hay']);
  expect(names(shownJobs(JOBS, 'completed', filter))).toEqual(['Creek bottom tillage']);
});

test('the archive offers its own customers by name and its own years, newest first', () => {
  expect(archiveChoices(JOBS)).toEqual({
    customers: [
      [5, 'Alder'],
      [15, 'Lindqvist Farms'],
      [19, 'Prairie Ridge Dairy'],
    ],
    years: ['2025', '2024', '2023'],
  });
});
