import type { AccessLevel } from '#shared/access/roles.ts';
import { type Collection, type MadeByKey, ofEachCollection } from '#shared/domain/changes.ts';

/** The fields of a row of the model as it is answered, without names of other records. */
export interface ModelRow {
  readonly id: number;
  readonly organizationId: number;
  readonly version: number;
  readonly createdBy: number | null;
  readonly [field: string]: unknown;
}

/** A row, and what no answer reveals of it. */
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
  /** The record that it created; null if it created none. */
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

export interface Changed {
  readonly seq: number;
  /** Null: a kind of record that no device keeps, but which is numbered like the others. */
  readonly collection: Collection | 'organizations' | null;
  readonly id: number;
}

export interface ModelOrg {
  readonly id: number;
  /** Whether answered rows have the names of what they refer to. No check depends on those, and they cost time. */
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

/** One field of one record that one write changed; `before` is undefined for a creation. The checks go by these. */
export interface Effect {
  readonly orgId: number;
  readonly collection: Collection;
  readonly id: number;
  readonly kind: 'create' | 'update' | 'delete';
  readonly userId: number;
  readonly key: string | null;
  /** A share of a run's fuel, in the wake of what the key stands for. */
  readonly isShare?: true;
  readonly before: ModelRow | null;
  readonly after: ModelRow | null;
}

export const emptyTables = (): ModelOrg['tables'] => ofEachCollection(() => new Map());

/** Everything that a restored backup brings back. Rows never change in place, so only the maps are copied. */
export interface Backup {
  readonly orgs: readonly ModelOrg[];
  readonly effects: number;
  /** The id that was given out last. */
  readonly lastId: number;
}

export const copyOrg = (org: ModelOrg): ModelOrg => ({
  ...org,
  members: new Map(org.members),
  tables: ofEachCollection((collection) => new Map(org.tables[collection])),
  changes: [...org.changes],
  keys: new Map(org.keys),
  photos: new Map(org.photos),
});
