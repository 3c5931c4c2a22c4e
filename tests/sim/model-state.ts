import type { AccessLevel } from '#shared/access/roles.ts';
import type { Collection, MadeByKey } from '#shared/domain/changes.ts';

/** What stands in a row of the model, as it is answered, but for names of other records. */
export interface ModelRow {
  readonly id: number;
  readonly organizationId: number;
  readonly version: number;
  readonly createdBy: number | null;
  readonly [field: string]: unknown;
}

/** A row and what no answer tells of it. */
export interface Stored {
  readonly row: ModelRow;
  readonly isDeleted: boolean;
  readonly deletedWithJob: boolean;
}

/** How a keyed write ended when it took effect. */
interface Outcome {
  readonly content: string;
  readonly json: unknown;
  readonly version: number | null;
  readonly seq: number;
  readonly userId: number;
  /** The record that it made; null if it made none. */
  readonly made: MadeByKey | null;
}

interface Photo {
  readonly name: string;
  readonly contentType: string;
  readonly byteLength: number;
  /** Since when no entry names it, as the sweep has noticed. */
  readonly unreferencedSince: number | null;
}

export interface Member {
  readonly employeeId: number;
  readonly level: AccessLevel;
}

export const COLLECTIONS = [
  'customers',
  'employees',
  'serviceTypes',
  'customDataFields',
  'equipment',
  'implements',
  'jobs',
  'jobEntries',
] as const satisfies readonly Collection[];

export interface Changed {
  readonly seq: number;
  /** Null: a kind of record that no device keeps, which is numbered all the same. */
  readonly collection: Collection | 'organizations' | null;
  readonly id: number;
}

export interface ModelOrg {
  readonly id: number;
  /** Whether rows are answered with the names of what they refer to. Nothing that is checked hangs on those, and they cost time. */
  readonly tellsNames: boolean;
  row: { readonly name: string; readonly version: number; readonly [field: string]: unknown };
  seq: number;
  forgotten: number;
  readonly members: Map<number, Member>;
  readonly tables: Record<Collection, Map<number, Stored>>;
  readonly changes: Changed[];
  readonly keys: Map<string, Outcome>;
  readonly photos: Map<string, Photo>;
}

/** One field of one record that one write changed; a creation has `before` undefined. What the checks go by. */
export interface Effect {
  readonly orgId: number;
  readonly collection: Collection;
  readonly id: number;
  readonly kind: 'create' | 'update' | 'delete';
  readonly userId: number;
  readonly key: string | null;
  readonly before: ModelRow | null;
  readonly after: ModelRow | null;
}

export const emptyTables = (): ModelOrg['tables'] => ({
  customers: new Map(),
  employees: new Map(),
  serviceTypes: new Map(),
  customDataFields: new Map(),
  equipment: new Map(),
  implements: new Map(),
  jobs: new Map(),
  jobEntries: new Map(),
});

/** All that a restored backup brings back. Rows never change in place, so the maps are all that is copied. */
export interface Backup {
  readonly orgs: readonly ModelOrg[];
  readonly effects: number;
  /** The id that was given out last. */
  readonly lastId: number;
}

export const copyOrg = (org: ModelOrg): ModelOrg => ({
  ...org,
  members: new Map(org.members),
  tables: Object.fromEntries(COLLECTIONS.map((name) => [name, new Map(org.tables[name])])) as unknown as ModelOrg['tables'],
  changes: [...org.changes],
  keys: new Map(org.keys),
  photos: new Map(org.photos),
});
