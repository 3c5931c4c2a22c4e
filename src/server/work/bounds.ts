import type { TurnBounds } from '#server/work/turns.ts';

const MIB = 1_048_576;
const UNBOUNDED = Number.MAX_SAFE_INTEGER;

/**
 * What one process does at the same time, and how much of it one account, organization or address gets (decision 0036). Past what may
 * wait the answer is 429 with `Retry-After`. What is counted by the hour is in the database: `auth/attempt-limits.ts`.
 */
export const TURNS = {
  /** Requests of an account, from the moment when it is known who asks until the answer has left; those that only bring bytes are not among them. */
  requests: { atOnce: UNBOUNDED, atOnceOfOne: 8, waiting: UNBOUNDED, waitingOfOne: 400 },
  /** What strangers send, once it has arrived, by the network that it came from: sign-ins, registrations, forgotten passwords. */
  strangers: { atOnce: 8, atOnceOfOne: 3, waiting: 2000, waitingOfOne: 300 },
  /** Uploads of an account, which may be slow. */
  uploads: { atOnce: UNBOUNDED, atOnceOfOne: 32, waiting: UNBOUNDED, waitingOfOne: 100 },
  /** Lists that an account asked for whole. The first read of a new device asks for all there are. */
  wholeLists: { atOnce: 24, atOnceOfOne: 3, waiting: 2000, waitingOfOne: 100 },
  /** Sums over entries and bills, of an account; the database has to look at all of them. */
  reports: { atOnce: 4, atOnceOfOne: 1, waiting: 400, waitingOfOne: 60 },
  /** Bodies of more than a MiB (photos inside of entries) once they have arrived: each takes six times its size while it is read. */
  largeBodies: { atOnce: 1, atOnceOfOne: 1, waiting: 200, waitingOfOne: 10 },
  /** Hashes of passwords by the address that asks: 19 MiB each, on the few threads that also read files and resolve names. */
  hashes: { atOnce: 2, atOnceOfOne: 1, waiting: 400, waitingOfOne: 120 },
  /** Small versions of pictures by organization: on the same few threads. */
  pictures: { atOnce: 2, atOnceOfOne: 1, waiting: 1000, waitingOfOne: 400 },
  /** Jobs of threads, by whoever asked for them. */
  threads: { atOnce: 2, atOnceOfOne: 1, waiting: 200, waitingOfOne: 40 },
  /** The same where a transaction waits: three connections at most. */
  mailedPapers: { atOnce: 1, atOnceOfOne: 1, waiting: 2, waitingOfOne: 1 },
  /** Bills as files by organization, from the reading of the record to the bytes. */
  papers: { atOnce: 2, atOnceOfOne: 1, waiting: 200, waitingOfOne: 40 },
  /** Exports that are written to the disk, by organization. */
  exports: { atOnce: 1, atOnceOfOne: 1, waiting: 50, waitingOfOne: 3 },
  /** Exports that have been written and are fetched, by organization. */
  downloads: { atOnce: 50, atOnceOfOne: 5, waiting: 0, waitingOfOne: 0 },
  /** Imports of an account, from the first byte on. */
  arrivingImports: { atOnce: 20, atOnceOfOne: 1, waiting: 0, waitingOfOne: 0 },
  /** Imports that have arrived and are unpacked and written. */
  imports: { atOnce: 1, atOnceOfOne: 1, waiting: 20, waitingOfOne: 1 },
} as const satisfies Record<string, TurnBounds>;

/** Bytes in `DATA_DIR/scratch` that have not been written yet or are being read: of all imports and large bodies at the same time. */
export const SCRATCH_BYTES = 12 * 1024 * MIB;
/** What a body in JSON may unfold to. The largest that the contract takes has some thousand values. */
export const JSON_BODY = { values: 50_000, depth: 64 };
/** Bodies up to here are kept in memory while they arrive. */
export const BODY_IN_MEMORY = MIB;
/** Bodies of calls that anybody may make: names, addresses, passwords, the answer of a passkey. */
export const PUBLIC_BODY_BYTES = 65_536;

/** How long a body in JSON may take to arrive: 0.1 Mbit/s for a MiB, and a few lines of a stranger. Photos have the 15 minutes of any request. */
export const BODY_WITHIN_MS = { public: 15_000, member: 120_000 };
/** What a thread may take before it is ended. The heap is what objects need; bytes of files are streamed and small beside it. */
export const THREAD_LIMITS = { heapMb: 256, youngMb: 16, idleMs: 30_000 };

export const SECONDS_AT_MOST = {
  /** An import as large as any may be, with a slow disk. */
  import: 600,
  /** A bill of thousands of entries with pictures. */
  paper: 60,
};

/** An import of which nothing arrives for so long is given up. */
export const SILENT_IMPORT_MS = 30_000;
