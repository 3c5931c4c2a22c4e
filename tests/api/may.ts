import type { AccessLevel } from '#shared/access/roles.ts';
import type { Contract } from '#shared/contract.ts';

// The table of decisions §4, written by hand: a capability changed by mistake fails here.
export const EVERYBODY: readonly AccessLevel[] = ['owner', 'admin', 'manager', 'advanced', 'basic', 'employee'];
export const ADVANCED_AND_UP: readonly AccessLevel[] = ['owner', 'admin', 'manager', 'advanced'];
export const MANAGERS_AND_UP: readonly AccessLevel[] = ['owner', 'admin', 'manager'];
export const ADMINS_AND_UP: readonly AccessLevel[] = ['owner', 'admin'];

export const MAY = {
  users: {
    current: EVERYBODY,
    ways: EVERYBODY,
    login: EVERYBODY,
    register: EVERYBODY,
    confirm: EVERYBODY,
    forgotPassword: EVERYBODY,
    resetPassword: EVERYBODY,
    passkeyOptions: EVERYBODY,
    passkeyLogin: EVERYBODY,
    logout: EVERYBODY,
  },
  account: {
    get: EVERYBODY,
    update: EVERYBODY,
    changePassword: EVERYBODY,
    remove: EVERYBODY,
    confirmEmail: EVERYBODY,
    sessions: EVERYBODY,
    endSession: EVERYBODY,
    endOtherSessions: EVERYBODY,
    passkeys: EVERYBODY,
    passkeyOptions: EVERYBODY,
    addPasskey: EVERYBODY,
    removePasskey: EVERYBODY,
  },
  archives: { export: MANAGERS_AND_UP, import: EVERYBODY, requestDeletion: ['owner'], cancelDeletion: ['owner'] },
  // That the owner cannot leave is in `tests/api/members`: here he leaves another's.
  organizations: { list: EVERYBODY, create: EVERYBODY, get: EVERYBODY, update: ADMINS_AND_UP, leave: EVERYBODY },
  customers: {
    list: EVERYBODY,
    create: ADVANCED_AND_UP,
    get: EVERYBODY,
    update: ADVANCED_AND_UP,
    remove: MANAGERS_AND_UP,
    jobs: EVERYBODY,
  },
  employees: {
    list: EVERYBODY,
    create: MANAGERS_AND_UP,
    get: EVERYBODY,
    update: MANAGERS_AND_UP,
    remove: MANAGERS_AND_UP,
    jobEntries: EVERYBODY,
    members: EVERYBODY,
  },
  invitations: {
    list: ADMINS_AND_UP,
    create: ADMINS_AND_UP,
    mail: ADMINS_AND_UP,
    revoke: ADMINS_AND_UP,
    look: EVERYBODY,
    accept: EVERYBODY,
  },
  serviceTypes: {
    list: EVERYBODY,
    create: MANAGERS_AND_UP,
    get: EVERYBODY,
    update: MANAGERS_AND_UP,
    remove: MANAGERS_AND_UP,
    jobEntries: EVERYBODY,
  },
  customDataFields: { list: EVERYBODY, create: MANAGERS_AND_UP, get: EVERYBODY, update: MANAGERS_AND_UP, remove: MANAGERS_AND_UP },
  equipment: {
    list: EVERYBODY,
    create: MANAGERS_AND_UP,
    get: EVERYBODY,
    update: MANAGERS_AND_UP,
    remove: MANAGERS_AND_UP,
    jobEntries: EVERYBODY,
  },
  implements: { list: EVERYBODY, create: MANAGERS_AND_UP, get: EVERYBODY, update: MANAGERS_AND_UP, remove: MANAGERS_AND_UP },
  jobs: {
    list: EVERYBODY,
    create: ADVANCED_AND_UP,
    get: EVERYBODY,
    update: ADVANCED_AND_UP,
    remove: MANAGERS_AND_UP,
    summary: EVERYBODY,
  },
  // Of entries and of undoing these are about one's own; those of others are in `tests/api/job-entry-rules` and `tests/api/undo`.
  jobEntries: {
    list: EVERYBODY,
    ofJob: EVERYBODY,
    create: EVERYBODY,
    // Also those who may not make jobs: nobody is stuck for want of one (decisions §12).
    createAtCustomer: EVERYBODY,
    get: EVERYBODY,
    update: EVERYBODY,
    remove: EVERYBODY,
    photo: EVERYBODY,
  },
  entryChecks: { set: MANAGERS_AND_UP },
  rates: { list: MANAGERS_AND_UP, create: MANAGERS_AND_UP, get: MANAGERS_AND_UP, update: MANAGERS_AND_UP, remove: MANAGERS_AND_UP },
  costRates: { list: MANAGERS_AND_UP, create: MANAGERS_AND_UP, get: MANAGERS_AND_UP, update: MANAGERS_AND_UP, remove: MANAGERS_AND_UP },
  unbilledJobs: { list: MANAGERS_AND_UP },
  billDrafts: {
    list: MANAGERS_AND_UP,
    create: MANAGERS_AND_UP,
    get: MANAGERS_AND_UP,
    update: MANAGERS_AND_UP,
    remove: MANAGERS_AND_UP,
    ofJob: MANAGERS_AND_UP,
  },
  billingRecords: { list: MANAGERS_AND_UP, get: MANAGERS_AND_UP, next: MANAGERS_AND_UP, create: MANAGERS_AND_UP },
  billingOutputs: { document: MANAGERS_AND_UP, export: MANAGERS_AND_UP },
  billingStandings: {
    get: MANAGERS_AND_UP,
    mail: MANAGERS_AND_UP,
    markSent: MANAGERS_AND_UP,
    pay: MANAGERS_AND_UP,
    correct: MANAGERS_AND_UP,
    refund: MANAGERS_AND_UP,
  },
  reports: { get: EVERYBODY, money: MANAGERS_AND_UP, fuel: EVERYBODY },
  attachments: { get: EVERYBODY, put: EVERYBODY, thumbnail: EVERYBODY },
  auditLogs: { list: EVERYBODY, ofJobEntry: EVERYBODY, undo: EVERYBODY },
  changes: { since: EVERYBODY },
  apiKeys: { list: ADMINS_AND_UP, create: ADMINS_AND_UP, revoke: ADMINS_AND_UP },
  // Of devices everybody sees his own; those of others are in `tests/api/heartbeat`.
  devices: { list: EVERYBODY, heartbeat: EVERYBODY, putAwayLoss: EVERYBODY },
  usage: { get: ADMINS_AND_UP },
  live: { events: EVERYBODY },
} satisfies { [G in keyof Contract]: { [N in keyof Contract[G]]: readonly AccessLevel[] } };
