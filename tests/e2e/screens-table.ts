import type { Screens } from './screens-fixtures.ts';

/** A screen, with what it says and asks for by itself. */
export interface ScreenRow {
  /** In a company with a record of each kind. */
  readonly path: (full: Screens['full']) => string;
  /** What it asks the server for on a device that has nothing yet, besides session and filling. */
  readonly cold: readonly string[];
  /** The same on a device that has everything; none, unless only the server knows it. */
  readonly warm?: readonly string[];
  /** It is asked again now and then while it is shown. */
  readonly isFollowed?: true;
}

const list = (path: string, ...cold: string[]): ScreenRow => ({ path: () => path, cold: cold.map((name) => `organizations/:id/${name}`) });
// No device keeps what belongs to the person.
const ACCOUNT = ['account', 'account/events?limit', 'account/passkeys', 'account/second-step', 'account/sessions', 'login/ways'];
const SETTINGS = ['organizations/:id/second-step', 'organizations/:id/usage'];
const BILLING = ['bill-drafts', 'billing-runs', 'next-bill', 'office', 'rates', 'unbilled-bills?limit'].map(
  (name) => `organizations/:id/${name}`,
);
const OFFICE = 'organizations/:id/office';
const ACTIVITY = 'organizations/:id/audit-logs?limit';
const ACTS = 'organizations/:id/activity?limit';

/** Every screen, and all that it asks for when it is opened: what is not needed is not asked for, and what is added is written down here. */
export const SCREENS: Readonly<Record<string, ScreenRow>> = {
  Overview: {
    path: () => '/dashboard',
    // What waits for the office; jobs, for entries that wait for theirs; until the first bill, what the first steps go by; and one's own work.
    cold: [
      ACTS,
      'organizations/:id/custom-data-fields',
      'organizations/:id/customers',
      'organizations/:id/days-off',
      'organizations/:id/employees',
      'organizations/:id/equipment',
      'organizations/:id/invitations',
      'organizations/:id/job-entries?from&to',
      'organizations/:id/job-entries?from&to&mine',
      'organizations/:id/job-entries?limit',
      'organizations/:id/jobs',
      OFFICE,
      'organizations/:id/rates',
      'organizations/:id/service-types',
    ],
    warm: [ACTS, 'organizations/:id/invitations', OFFICE, 'organizations/:id/rates'],
    isFollowed: true,
  },
  Customers: list('/customers', 'customers'),
  Customer: { path: ({ customerId }) => `/customers/${customerId}`, cold: ['customers/:id', 'organizations/:id/jobs'] },
  // Whose link is open, and when they were last seen: only the server knows.
  Employees: {
    ...list('/employees', 'employees'),
    cold: ['organizations/:id/employees', 'organizations/:id/invitations', 'organizations/:id/members'],
    warm: ['organizations/:id/invitations', 'organizations/:id/members'],
  },
  Employee: {
    path: ({ employeeId }) => `/employees/${employeeId}`,
    cold: ['employees/:id', 'employees/:id/job-entries', 'organizations/:id/invitations', 'organizations/:id/members'],
    warm: ['organizations/:id/invitations', 'organizations/:id/members'],
  },
  'Service Types': list('/service-types', 'custom-data-fields', 'service-types'),
  Service: {
    path: ({ serviceTypeId }) => `/service-types/${serviceTypeId}`,
    cold: ['organizations/:id/custom-data-fields', 'service-types/:id', 'service-types/:id/job-entries'],
  },
  Equipment: list('/equipment', 'equipment', 'service-types'),
  Machine: {
    path: ({ equipmentId }) => `/equipment/${equipmentId}`,
    cold: ['equipment/:id', 'equipment/:id/job-entries', 'organizations/:id/service-types'],
  },
  Implements: list('/implements', 'implements', 'service-types'),
  'Active Jobs': list('/jobs', 'jobs'),
  'Archived Jobs': list('/jobs?status=billed', 'jobs'),
  // What an earlier season came to: only the server adds it up.
  'Same as last year': {
    ...list('/jobs/repeat', 'season-repeats?season&of', 'service-types'),
    warm: ['organizations/:id/season-repeats?season&of'],
  },
  "A job's entries": {
    path: ({ jobId }) => `/jobs/${jobId}/entries`,
    cold: ['jobs/:id', 'jobs/:id/entries', 'organizations/:id/customers'],
  },
  'Job Summary': {
    path: ({ jobId }) => `/jobs/${jobId}/summary`,
    cold: ['jobs/:id', 'jobs/:id/entries', 'organizations/:id/custom-data-fields'],
  },
  'Job Entries': list('/job-entries', 'job-entries?limit', 'jobs'),
  // What is usual, and saved views: only the server makes them.
  'Review desk': {
    ...list(
      '/job-entries/desk?when=week',
      'entry-stats',
      'entry-views',
      'customers',
      'employees',
      'equipment',
      'job-entries?from&limit&to',
      'jobs',
      'service-types',
    ),
    warm: ['organizations/:id/entry-stats', 'organizations/:id/entry-views'],
  },
  Reports: {
    path: () => '/reports',
    cold: ['customers', 'employees', 'equipment', 'reports?by&season', 'service-types'].map((name) => `organizations/:id/${name}`),
    warm: ['organizations/:id/reports?by&season'],
  },
  Welcome: list('/welcome', 'employees'),
  Sync: { path: () => '/sync', cold: ['organizations/:id/devices'], warm: ['organizations/:id/devices'], isFollowed: true },
  // Usage, and which members have a second step: only the server knows.
  'Organization Settings': { path: () => '/organization', cold: SETTINGS, warm: SETTINGS },
  Members: {
    path: () => '/organization/members',
    // When they were last seen and came in, and the invitations: only the server knows.
    cold: ['employees', 'invitations', 'members', 'sign-ins?limit'].map((name) => `organizations/:id/${name}`),
    warm: ['invitations', 'members', 'sign-ins?limit'].map((name) => `organizations/:id/${name}`),
  },
  Billing: {
    path: () => '/organization/billing',
    // What may be read without a connection later is fetched along with the board.
    cold: BILLING,
    warm: BILLING,
  },
  Account: { path: () => '/organization/account', cold: ACCOUNT, warm: ACCOUNT },
  Activity: {
    path: () => '/organization/activity',
    cold: [ACTIVITY, 'organizations/:id/custom-data-fields', 'organizations/:id/employees'],
    warm: [ACTIVITY],
  },
  'Service Data Fields': {
    path: () => '/organization/service-data-fields',
    // The list, and how often each is used.
    cold: ['organizations/:id/custom-data-fields', 'organizations/:id/custom-data-fields'],
    warm: ['organizations/:id/custom-data-fields'],
  },
};

/** What a company without anything says on its screens; the others have something from the beginning. */
export const EMPTY: readonly (readonly [path: string, sentence: string])[] = [
  ['/customers', 'Add your first customer to get started.'],
  ['/service-types', 'No services added yet.'],
  ['/equipment', 'No equipment added yet.'],
  ['/implements', 'No implements added yet.'],
  ['/jobs', 'No jobs added yet.'],
  ['/jobs?status=billed', 'No jobs added yet.'],
  ['/job-entries', 'No job entries yet.'],
];

/** What a search says that finds nothing. */
export const NO_MATCH: readonly (readonly [path: string, sentence: string])[] = [
  ['/customers', 'No customers match your search.'],
  ['/employees', 'No employees matching your search'],
  ['/service-types', 'No services matching your search'],
  ['/equipment', 'No equipment matching your search'],
  ['/implements', 'No implements matching your search'],
  ['/jobs', 'No jobs match your search.'],
  ['/job-entries', 'No entries match your search.'],
  ['/organization/activity', 'No activity matches your search.'],
];
