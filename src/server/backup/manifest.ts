import { text as textOf } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { BackupStore } from '#server/backup/store.ts';

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const moment = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/));

/** A file of the cluster, in pieces of 4 MiB, the last of them shorter; each is a blob. */
const clusterFile = z.object({
  /** Within the cluster, with `/`. */
  path: z.string().check(z.regex(/^(?!.*(^|\/)\.\.(\/|$))[^/\0][^\0]*$/)),
  bytes: z.number(),
  pieces: z.array(sha256),
});

/** A copy of the embedded database as PostgreSQL's own files. */
const cluster = z.object({
  kind: z.literal('cluster'),
  /** `18`: no other major version opens it. */
  major: z.string(),
  /** The version of the programs, `18.4.0-beta.17`. */
  programs: z.string(),
  files: z.array(clusterFile),
  /** Empty folders. */
  folders: z.array(z.string()),
  /** The write-ahead log that makes it whole: which line of it, and the range it needs at least. */
  wal: z.object({
    line: z.string(),
    start: z.string(),
    stop: z.string(),
    /** Where the log ended when the rows were counted; absent if they were counted elsewhere. */
    counted: z.optional(z.string()),
  }),
});

/** A copy of the rows of any database, as COPY writes them. */
const tables = z.object({
  kind: z.literal('tables'),
  /** How many migrations created the tables, and the hash of the last. */
  migrations: z.object({ count: z.number(), last: z.string() }),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      pieces: z.array(sha256),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), last: z.nullable(z.number()) })),
});

const manifest = z.object({
  format: z.literal(1),
  /** The backup's name: the moment it began, to the second. */
  name: z.string(),
  /** The version of the program that made it. */
  version: z.string(),
  startedAt: moment,
  /** Every write acknowledged before this moment is in it. */
  completeAt: moment,
  /** When it was verified by a restore and a count; absent if it could not be. */
  verifiedAt: z.optional(moment),
  epoch: z.string(),
  database: z.discriminatedUnion('kind', [cluster, tables]),
  /** Rows of every table, counted where it was verified, else where it was made. */
  rows: z.record(z.string(), z.number()),
  /** Attached files: organization, name (which begins with the hash of the content) and size. */
  files: z.array(z.object({ organizationId: z.number(), name: z.string(), bytes: z.number() })),
  /** The blob that contains the secret of sessions; null: it is a setting. */
  secret: z.nullable(sha256),
});

/** The contents of a backup, and what is needed to restore it. */
export type Manifest = z.output<typeof manifest>;
export type ClusterCopy = z.output<typeof cluster>;
export type TablesCopy = z.output<typeof tables>;

/** Where the pieces of databases are stored, compressed, by the hash of their content. */
export const pieceName = (hash: string): string => `blobs/${hash.slice(0, 2)}/${hash}.gz`;
/** Where attached files are stored, as they are. */
export const fileName = (hash: string): string => `blobs/${hash.slice(0, 2)}/${hash}`;
export const manifestName = (backup: string): string => `backups/${backup}/manifest.json`;

/** The name of a backup that begins now. */
export const backupName = (now: Date): string =>
  now
    .toISOString()
    .replace(/\.\d{3}Z$/, 'Z')
    .replaceAll(':', '-');

/** Reads a manifest from the store; throws a sentence for a person if it is not one, or is of a newer program. */
export const parseManifest = (text: string, where: string): Manifest => {
  const given: unknown = JSON.parse(text);
  if (typeof given === 'object' && given !== null && 'format' in given && typeof given.format === 'number' && given.format > 1) {
    throw new Error(`The backup ${where} was made by a newer Headland. Restore it with that one.`);
  }
  const result = manifest.safeParse(given);
  if (!result.success) {
    throw new Error(`The backup ${where} has a damaged list of its contents. Take another one: npm run backups lists them.`);
  }
  return result.data;
};

/** Every complete backup of the store, oldest first. */
export const readManifests = async (store: BackupStore): Promise<Manifest[]> => {
  const found: Manifest[] = [];
  for await (const { name } of store.list('backups/')) {
    const bytes = name.endsWith('/manifest.json') ? await store.open(name) : undefined;
    if (bytes !== undefined) {
      found.push(parseManifest(await textOf(bytes), name));
    }
  }
  return found;
};
