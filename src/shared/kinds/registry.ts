import type { Capability } from '#shared/access/capabilities.ts';
import { capital } from '#shared/capital.ts';

/** What there is to say of a kind of record, once. `spellings.ts` derives from its name what tables, addresses and lists call it. */
interface Kind {
  /** What people call one within a sentence; the screens translate it. */
  readonly word: string;
  /** Its plural, where that is not the name with an `s`. */
  readonly plural?: string;
  /** Devices keep a copy of all of them and change them without a network, too. Needs a row of `server/data/kinds.ts`. */
  readonly isOffline?: true;
  /** It tells of money: its history is only for who has `money:read`, and no device keeps it. */
  readonly isMoney?: true;
  /** Who makes and changes one by the usual calls on `/api/…/:id`. A kind without it has no such calls. */
  readonly write?: Capability;
  /** Who deletes one and brings it back, where others than those who write. */
  readonly remove?: Capability;
}

/** Every kind of record that has a history, in the order in which they are written: what is named comes before what names it. */
export const KINDS = {
  organization: { word: 'organization', isOffline: true },
  customer: { word: 'customer', isOffline: true, write: 'customers:write', remove: 'records:delete' },
  employee: { word: 'employee', isOffline: true, write: 'employees:write' },
  customDataField: { word: 'data field', isOffline: true, write: 'setup:write' },
  serviceType: { word: 'service', isOffline: true, write: 'setup:write' },
  equipment: { word: 'equipment', plural: 'equipment', isOffline: true, write: 'setup:write' },
  implement: { word: 'implement', isOffline: true, write: 'setup:write' },
  job: { word: 'job', isOffline: true, write: 'jobs:write', remove: 'records:delete' },
  jobEntry: { word: 'job entry', plural: 'jobEntries', isOffline: true, write: 'jobEntries:write' },
  apiKey: { word: 'API key' },
  invitation: { word: 'invitation' },
  rate: { word: 'rate', isMoney: true, write: 'money:write' },
  costRate: { word: 'cost rate', isMoney: true, write: 'money:write' },
  billDraft: { word: 'draft bill', isMoney: true, write: 'jobs:bill' },
  billingRecord: { word: 'billing record', isMoney: true },
} as const satisfies Readonly<Record<string, Kind>>;

type Rows = typeof KINDS;
export type KindName = keyof Rows;

/** The kinds whose rows say this of them. */
type KindsWith<Said> = { [N in KindName]: Rows[N] extends Said ? N : never }[KindName];

/** A record of an organization that is addressed by an id of its own. */
export type Entity = KindsWith<{ readonly write: Capability }>;
/** A record of which devices keep a copy. */
export type OfflineKind = KindsWith<{ readonly isOffline: true }>;

/** The row of a kind, with what it leaves out. */
export const kindOf = (name: KindName): Kind => KINDS[name];

export const KIND_NAMES = Object.keys(KINDS) as KindName[];
export const ENTITIES = KIND_NAMES.filter((name): name is Entity => kindOf(name).write !== undefined);
export const OFFLINE_KINDS = KIND_NAMES.filter((name): name is OfflineKind => kindOf(name).isOffline === true);

/** What people call one at the head of a sentence: 'Data field not found'. */
export const labelOf = <N extends KindName>(name: N): Capitalize<Rows[N]['word']> =>
  capital(KINDS[name].word) as Capitalize<Rows[N]['word']>;

/** Who deletes a record of this kind, and brings it back. */
export const removerOf = (name: Entity): Capability => {
  const { remove } = kindOf(name);
  return remove ?? KINDS[name].write;
};
