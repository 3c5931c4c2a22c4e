import type { Capability } from '#shared/access/capabilities.ts';
import { capital } from '#shared/capital.ts';

/**
 * Everything there is to say about a kind of record, once. `spellings.ts` derives the names of tables, addresses and lists from its name.
 */
interface Kind {
  /** What people call one within a sentence; the screens translate it. */
  readonly word: string;
  /** Its plural, if that is not the name with an `s`. */
  readonly plural?: string;
  /** Devices keep a copy of all of them and can change them without a network. Needs a row in `server/data/kinds.ts`. */
  readonly isOffline?: true;
  /** It involves money: its history needs `money:read`, and no device keeps it. */
  readonly isMoney?: true;
  /** Who creates and changes one by the usual calls on `/api/…/:id`. A kind without it has no such calls. */
  readonly write?: Capability;
  /** Who deletes and restores one, if other than those who write. */
  readonly remove?: Capability;
}

/** Every kind of record that has a history, in the order in which they are written: a kind comes before those that refer to it. */
export const KINDS = {
  organization: { word: 'organization', isOffline: true },
  customer: { word: 'customer', isOffline: true, write: 'customers:write', remove: 'records:delete' },
  employee: { word: 'employee', isOffline: true, write: 'employees:write' },
  customDataField: { word: 'data field', isOffline: true, write: 'setup:write' },
  serviceType: { word: 'service', isOffline: true, write: 'setup:write' },
  equipment: { word: 'equipment', plural: 'equipment', isOffline: true, write: 'setup:write' },
  implement: { word: 'implement', isOffline: true, write: 'setup:write' },
  dayOff: { word: 'day off', plural: 'daysOff', isOffline: true, write: 'jobEntries:write' },
  job: { word: 'job', isOffline: true, write: 'jobs:write', remove: 'records:delete' },
  run: { word: 'run', isOffline: true, write: 'jobEntries:write' },
  jobEntry: { word: 'job entry', plural: 'jobEntries', isOffline: true, write: 'jobEntries:write' },
  apiKey: { word: 'API key' },
  invitation: { word: 'invitation' },
  rate: { word: 'rate', isMoney: true, write: 'money:write' },
  costRate: { word: 'cost rate', isMoney: true, write: 'money:write' },
  billDraft: { word: 'draft bill', isMoney: true, write: 'jobs:bill' },
  billingRecord: { word: 'billing record', isMoney: true },
  billingSettings: { word: 'billing settings', plural: 'billingSettings', isMoney: true },
  bankStatement: { word: 'bank statement', isMoney: true },
} as const satisfies Readonly<Record<string, Kind>>;

type Rows = typeof KINDS;
export type KindName = keyof Rows;

/** The kinds whose rows set this flag. */
type KindsWith<Said> = { [N in KindName]: Rows[N] extends Said ? N : never }[KindName];

/** A record of an organization that is addressed by an id of its own. */
export type Entity = KindsWith<{ readonly write: Capability }>;
/** A record that devices keep a copy of. */
export type OfflineKind = KindsWith<{ readonly isOffline: true }>;

/** The row of a kind, with its defaults. */
export const kindOf = (name: KindName): Kind => KINDS[name];

export const KIND_NAMES = Object.keys(KINDS) as KindName[];
export const ENTITIES = KIND_NAMES.filter((name): name is Entity => kindOf(name).write !== undefined);
export const OFFLINE_KINDS = KIND_NAMES.filter((name): name is OfflineKind => kindOf(name).isOffline === true);

/** What people call one at the beginning of a sentence: 'Data field not found'. */
export const labelOf = <N extends KindName>(name: N): Capitalize<Rows[N]['word']> =>
  capital(KINDS[name].word) as Capitalize<Rows[N]['word']>;

/** The capability to delete and restore a record of this kind. */
export const removerOf = (name: Entity): Capability => {
  const { remove } = kindOf(name);
  return remove ?? KINDS[name].write;
};
