import { ENTRIES, type Filled } from './fill-for-plans.ts';

interface Case {
  readonly name: string;
  /** `org` makes the address of something of the big organization. */
  readonly path: (found: Filled, org: (path: string) => string) => string;
  /** The index by which the rows are found, and its conditions. */
  readonly index: string;
  readonly conditions: readonly string[];
  readonly most?: number;
  /** Rows that an index of lists finds on the way, more than are read. */
  readonly places?: number;
  /** Only as the program itself has it planned. */
  readonly isOnlyGeneric?: boolean;
}

/** Calls that have to find their rows by an index. */
export const PLAN_CASES: readonly Case[] = [
  {
    name: 'the newest entries',
    path: (_, org) => org('job-entries?limit=50'),
    index: 'job_entries_newest_index',
    conditions: ['organization_id'],
  },
  {
    name: 'entries of a month',
    path: (_, org) => org('job-entries?limit=50&from=2024-02-01&to=2024-02-29'),
    index: 'job_entries_newest_index',
    conditions: ['organization_id', 'date >=', 'date <='],
  },
  {
    name: 'entries that nobody checked',
    path: (_, org) => org('job-entries?limit=50&checked=false'),
    index: 'job_entries_unchecked_index',
    conditions: ['organization_id'],
  },
  {
    name: 'entries that somebody checked',
    path: (_, org) => org('job-entries?limit=50&checked=true'),
    index: 'job_entries_checked_index',
    conditions: ['organization_id'],
  },
  {
    name: 'entries that nobody checked, of jobs that are not billed',
    path: (_, org) => org('job-entries?limit=50&checked=false&billed=false'),
    index: 'job_entries_unchecked_index',
    conditions: ['organization_id'],
    // Whether there are few jobs.
    most: 301,
  },
  {
    name: 'entries with hints',
    path: (_, org) => org('job-entries?limit=50&hints=true'),
    index: 'entry_hints_newest_index',
    conditions: ['organization_id'],
  },
  {
    name: 'entries with hints after a cursor, of some days',
    path: (_, org) => org('job-entries?limit=50&hints=true&from=2023-02-01&to=2025-01-01&cursor=2024-06-01_100'),
    index: 'entry_hints_newest_index',
    conditions: ['organization_id', 'date >=', 'ROW(date, entry_id) <'],
  },
  {
    name: 'entries without hints',
    path: (_, org) => org('job-entries?limit=50&hints=false'),
    index: 'entry_hints_pkey',
    conditions: ['organization_id', 'entry_id'],
  },
  {
    name: 'entries that lack something',
    path: (_, org) => org('job-entries?limit=50&missing=true'),
    index: 'incomplete_entries_newest_index',
    conditions: ['organization_id'],
  },
  {
    name: 'entries that lack nothing',
    path: (_, org) => org('job-entries?limit=50&missing=false'),
    index: 'incomplete_entries_pkey',
    conditions: ['organization_id', 'entry_id'],
  },
  {
    name: 'entries with hints that lack nothing, of jobs that are not billed',
    path: (_, org) => org('job-entries?limit=50&hints=true&missing=false&billed=false'),
    index: 'entry_hints_newest_index',
    conditions: ['organization_id'],
    // A third of the jobs are not billed, and entries of the others are on the way.
    most: 400,
  },
  {
    name: 'entries of jobs that are not billed',
    path: (_, org) => org('job-entries?limit=50&billed=false'),
    index: 'job_entries_newest_index',
    conditions: ['organization_id'],
    most: 301,
  },
  {
    name: 'entries of billed jobs',
    path: (_, org) => org('job-entries?limit=50&billed=true'),
    index: 'job_entries_newest_index',
    conditions: ['organization_id'],
    // The jobs that are not billed: those of a season.
    most: 4400,
  },
  {
    name: 'the hints of an entry',
    path: ({ entryId }) => `/api/job-entries/${entryId}/hints`,
    index: 'job_entries_newest_index',
    conditions: ['organization_id', 'date ='],
    // The entries of its day, and those of its job.
    most: 120,
  },
  {
    name: 'a job’s entries',
    path: ({ jobId }) => `/api/jobs/${jobId}/entries`,
    index: 'job_entries_job_index',
    conditions: ['organization_id', 'job_id'],
  },
  {
    name: 'the unbilled board',
    path: (_, org) => org('unbilled-jobs?limit=50'),
    index: 'jobs_unbilled_index',
    conditions: ['organization_id'],
    // Every entry of the fifty jobs, and of the one behind them, is on a bill.
    most: 51 * 50,
  },
  {
    name: 'entries of a customer',
    path: ({ customerId }, org) => org(`job-entries?limit=50&customerId=${customerId}`),
    index: 'job_entries_customer_index',
    conditions: ['organization_id', 'customer_id'],
  },
  {
    name: 'entries of a service',
    path: ({ serviceTypeId }, org) => org(`job-entries?limit=50&serviceTypeId=${serviceTypeId}`),
    index: 'job_entries_service_type_index',
    conditions: ['organization_id', 'service_type_id'],
  },
  {
    name: 'entries of a machine',
    path: ({ rareMachineId }) => `/api/equipment/${rareMachineId}/job-entries?limit=50`,
    index: 'job_entries_equipment_ids_index',
    conditions: ['equipment_ids'],
  },
  {
    name: 'entries of an operator',
    path: ({ rareOperatorId }) => `/api/employees/${rareOperatorId}/job-entries?limit=50`,
    index: 'job_entries_operator_ids_index',
    conditions: ['operator_ids'],
  },
  {
    name: 'entries of the caller',
    path: (_, org) => org('job-entries?limit=50&mine=true'),
    index: 'job_entries_operator_ids_index',
    conditions: ['operator_ids'],
  },
  {
    name: 'entries of the caller that name nobody',
    path: (_, org) => org('job-entries?limit=50&mine=true'),
    index: 'job_entries_unnamed_index',
    conditions: ['organization_id', 'created_by'],
  },
  {
    name: 'entries of a machine that half of all entries name',
    path: ({ busyMachineId }) => `/api/equipment/${busyMachineId}/job-entries?limit=50`,
    index: 'job_entries_newest_index',
    conditions: ['organization_id'],
    most: 600,
    places: ENTRIES / 2,
    isOnlyGeneric: true,
  },
  {
    name: 'entries of an operator that half of all entries name',
    path: ({ busyOperatorId }) => `/api/employees/${busyOperatorId}/job-entries?limit=50`,
    index: 'job_entries_newest_index',
    conditions: ['organization_id'],
    most: 600,
    places: ENTRIES / 2,
    isOnlyGeneric: true,
  },
  { name: 'the newest jobs', path: (_, org) => org('jobs?limit=50'), index: 'jobs_newest_index', conditions: ['organization_id'] },
  {
    name: 'jobs of a year',
    path: (_, org) => org('jobs?limit=50&year=2024'),
    index: 'jobs_newest_index',
    conditions: ['organization_id', 'created_at >=', 'created_at <'],
  },
  {
    name: 'open jobs, of which there are few',
    path: (_, org) => org('jobs?limit=50&status=open'),
    index: 'jobs_status_index',
    conditions: ['organization_id', 'status'],
  },
  {
    name: 'jobs of a customer',
    path: ({ customerId }) => `/api/customers/${customerId}/jobs?limit=50`,
    index: 'jobs_customer_index',
    conditions: ['organization_id', 'customer_id'],
  },
  {
    name: 'the first customers',
    path: (_, org) => org('customers?limit=50'),
    index: 'customers_name_index',
    conditions: ['organization_id'],
  },
  {
    name: 'the newest runs',
    path: (_, org) => org('runs?limit=50'),
    index: 'runs_newest_index',
    conditions: ['organization_id'],
  },
  {
    name: 'entries of a run',
    path: ({ runId }) => `/api/runs/${runId}/entries?limit=50`,
    index: 'job_entries_run_index',
    conditions: ['organization_id', 'run_id ='],
  },
  {
    name: 'the newest days off',
    path: (_, org) => org('days-off?limit=50'),
    index: 'days_off_newest_index',
    conditions: ['organization_id'],
  },
  ...(
    [
      ['employees', 'employees_name_index'],
      ['equipment', 'equipment_name_index'],
      ['implements', 'implements_name_index'],
      ['service-types', 'service_types_name_index'],
      ['custom-data-fields', 'custom_data_fields_name_unique'],
    ] as const
  ).map(([list, index]): Case => ({
    name: `the first ${list}`,
    path: (_, org) => org(`${list}?limit=50`),
    index,
    conditions: ['organization_id'],
  })),
  {
    name: 'what changed',
    path: ({ seq }, org) => org(`changes?limit=50&cursor=${seq}.owner`),
    index: 'changes_pkey',
    conditions: ['organization_id', 'seq'],
  },
  {
    name: 'what the caller made of it',
    path: ({ seq }, org) => org(`changes?limit=50&cursor=${seq}.owner`),
    index: 'sync_ops_made_index',
    conditions: ['organization_id', 'user_id', 'seq'],
  },
  {
    name: 'what the caller made last',
    path: (_, org) => org('changes'),
    index: 'sync_ops_made_index',
    conditions: ['organization_id', 'user_id'],
  },
  {
    name: 'the newest activities',
    path: (_, org) => org('audit-logs?limit=20'),
    index: 'audit_logs_pkey',
    conditions: ['organization_id'],
  },
  {
    name: 'what people did last, among it checks of thousands',
    path: (_, org) => org('activity?limit=20'),
    index: 'audit_logs_acts_index',
    conditions: ['organization_id'],
  },
  {
    name: 'what somebody did last who did little',
    path: (_, org) => org('activity?limit=20&userId=2999'),
    index: 'audit_logs_user_index',
    conditions: ['organization_id', 'user_id'],
  },
  {
    name: 'activities of one kind of record, of which there are few',
    path: (_, org) => org('audit-logs?limit=20&entityType=customer'),
    index: 'audit_logs_entity_type_index',
    conditions: ['organization_id', 'entity_type'],
  },
  {
    name: 'deletions, of which there are none',
    path: (_, org) => org('audit-logs?limit=20&action=delete'),
    index: 'audit_logs_action_index',
    conditions: ['organization_id', 'action'],
  },
  {
    name: 'activities of somebody who did little',
    path: (_, org) => org('audit-logs?limit=20&userId=2999'),
    index: 'audit_logs_user_index',
    conditions: ['organization_id', 'user_id'],
  },
  {
    name: 'the history of an entry',
    path: ({ entryId }, org) => org(`audit-logs/job_entry/${entryId}`),
    index: 'audit_logs_record_index',
    conditions: ['organization_id', 'entity_type', 'entity_id'],
  },
  {
    name: 'the summary of a job',
    path: ({ jobId }) => `/api/jobs/${jobId}/summary`,
    index: 'job_entries_job_index',
    conditions: ['organization_id', 'job_id'],
  },
  // The id is unique in the installation; which of its indexes is taken does not matter.
  {
    name: 'the organization and membership behind a record',
    path: ({ entryId }) => `/api/job-entries/${entryId}`,
    index: 'sessions_pkey',
    conditions: ['token_hash'],
  },
];
