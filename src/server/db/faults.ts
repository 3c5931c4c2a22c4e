/** What a machine can do to a correct program: `no_room`, its disk is full; `unreadable`, data on it cannot be read. */
export interface Fault {
  readonly kind: 'no_room' | 'unreadable';
  /** As the system or PostgreSQL words it, with the relation and the block if it names them. */
  readonly words: string;
}

const CODES: Readonly<Record<string, Fault['kind']>> = {
  ENOSPC: 'no_room',
  EDQUOT: 'no_room',
  // disk_full
  '53100': 'no_room',
  // data_corrupted, index_corrupted, io_error
  XX001: 'unreadable',
  XX002: 'unreadable',
  '58030': 'unreadable',
};

// PostgreSQL has no code of its own for a quota, and our threads pass on words alone. Never matched in other errors: those quote what
// people typed.
const QUOTA = /: (Disk quota exceeded|No space left on device)$/;
const IN_A_THREAD = /^In a thread: Error: (ENOSPC|EDQUOT): /;
/** A file of a table or an index is gone: PostgreSQL names it below the folder of its database. */
const FILE_IS_GONE = /^could not open file "(base|global|pg_xact|pg_multixact)\//;

const kindOf = (error: Error): Fault['kind'] | undefined => {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined) {
    return IN_A_THREAD.test(error.message) ? 'no_room' : undefined;
  }
  if (code === 'XX000' && QUOTA.test(error.message)) {
    return 'no_room';
  }
  return code === '58P01' && FILE_IS_GONE.test(error.message) ? 'unreadable' : CODES[code];
};

/** The fault of the machine behind an error, however deep its cause; undefined: it is something else. */
export const faultOf = (error: unknown): Fault | undefined => {
  if (!(error instanceof Error)) {
    return undefined;
  }
  const kind = kindOf(error);
  return kind === undefined ? faultOf(error.cause) : { kind, words: error.message.split('\n')[0] ?? '' };
};
