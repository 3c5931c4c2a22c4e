import type { TurnBounds } from '#server/work/turns.ts';

const MIB = 1_048_576;
const UNBOUNDED = Number.MAX_SAFE_INTEGER;

/**
 * How much one process does at the same time, and how much of it one account, organization or address gets (decision 0036). Beyond the
 * waiting limit the answer is 429 with `Retry-After`. Hourly counts are in the database: `auth/attempt-limits.ts`.
 */
export const TURNS = {
  /** Requests of an account, from authentication until the answer has left, except for uploads. */
  requests: { atOnce: UNBOUNDED, atOncePerParty: 8, waiting: UNBOUNDED, waitingPerParty: 400 },
  /** Requests of strangers, once the body has arrived, by network: sign-ins, registrations, forgotten passwords. */
  strangers: { atOnce: 8, atOncePerParty: 3, waiting: 2000, waitingPerParty: 300 },
  /** Uploads of an account, which may be slow. */
  uploads: { atOnce: UNBOUNDED, atOncePerParty: 32, waiting: UNBOUNDED, waitingPerParty: 100 },
  /** Lists that an account asked for whole. The first read of a new device asks for all there are. */
  wholeLists: { atOnce: 24, atOncePerParty: 3, waiting: 2000, waitingPerParty: 100 },
  /** Sums over entries and bills, of an account; the database has to read all of them. */
  reports: { atOnce: 4, atOncePerParty: 1, waiting: 400, waitingPerParty: 60 },
  /** Bodies of more than a MiB (photos inside entries) once they have arrived: each takes six times its size while it is parsed. */
  largeBodies: { atOnce: 1, atOncePerParty: 1, waiting: 200, waitingPerParty: 10 },
  /** Hashes of passwords by client address: 19 MiB each, on the few threads that also read files and resolve names. */
  hashes: { atOnce: 2, atOncePerParty: 1, waiting: 400, waitingPerParty: 120 },
  /** Small versions of pictures by organization: on the same few threads. */
  pictures: { atOnce: 2, atOncePerParty: 1, waiting: 1000, waitingPerParty: 400 },
  /** Jobs of threads, by their party. */
  threads: { atOnce: 2, atOncePerParty: 1, waiting: 200, waitingPerParty: 40 },
  /** The same where a transaction waits: three connections at most. */
  mailedDocuments: { atOnce: 1, atOncePerParty: 1, waiting: 2, waitingPerParty: 1 },
  /** Bills as files by organization, from reading the record to the bytes. */
  documents: { atOnce: 2, atOncePerParty: 1, waiting: 200, waitingPerParty: 40 },
  /** Exports that are written to the disk, by organization. */
  exports: { atOnce: 1, atOncePerParty: 1, waiting: 50, waitingPerParty: 3 },
  /** Exports that have been written and are downloaded, by organization. */
  downloads: { atOnce: 50, atOncePerParty: 5, waiting: 0, waitingPerParty: 0 },
  /** Imports of an account, from the first byte on. */
  arrivingImports: { atOnce: 20, atOncePerParty: 1, waiting: 0, waitingPerParty: 0 },
  /** Files with tables, from the first byte to the preview: 10 MiB each while they are read. */
  tables: { atOnce: 3, atOncePerParty: 1, waiting: 60, waitingPerParty: 5 },
  /** Imports that have arrived and are unpacked and written. */
  imports: { atOnce: 1, atOncePerParty: 1, waiting: 20, waitingPerParty: 1 },
} as const satisfies Record<string, TurnBounds>;

/** Bytes in `DATA_DIR/scratch` that are being written or read: of all imports and large bodies at the same time. */
export const SCRATCH_BYTES = 12 * 1024 * MIB;
/** What a JSON body may unfold to. The largest that the contract accepts has some thousand values. */
export const JSON_BODY = { values: 50_000, depth: 64 };
/** Bodies up to this size are kept in memory while they arrive. */
export const BODY_IN_MEMORY = MIB;
/** Bodies of public calls: names, addresses, passwords, the answer of a passkey. */
export const PUBLIC_BODY_BYTES = 65_536;

/**
 * How long a JSON body may take to arrive: 0.1 Mbit/s for a MiB, and a few lines of a stranger. Photos have the 15 minutes of any request.
 */
export const BODY_WITHIN_MS = { public: 15_000, member: 120_000 };
/** What a thread may take before it is ended. The heap is what objects need; bytes of files are streamed and small in comparison. */
export const THREAD_LIMITS = { heapMb: 256, youngMb: 16, idleMs: 30_000 };

export const MAX_SECONDS = {
  /** The largest allowed import, with a slow disk. */
  import: 600,
  /** The largest allowed file with a table. */
  table: 20,
  /** A bill of thousands of entries with pictures. */
  document: 60,
};

/** An import is given up when nothing of it arrives for this long. */
export const SILENT_IMPORT_MS = 30_000;
