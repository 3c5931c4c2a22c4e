import { closeSync, constants, lstatSync, openSync, renameSync, writeSync } from 'node:fs';
import { type Account, give } from './account.ts';

const LIMIT_BYTES = 2_000_000;
const KEPT_CHARACTERS = 4_000;
const SHOWN_LINES = 12;

/** The output of the server and initdb: in a file for later, and its last lines in memory for error messages. */
export interface ServerLog {
  write(text: string): void;
  /** Forgets what was printed so far, so that `lastLines` refers to what is started next. */
  mark(): void;
  lastLines(): string;
}

// Not through a link: the folder belongs to the account, and root must not be redirected. (Windows has no such flag: undefined counts as
// 0.)
const append = (path: string, text: string): void => {
  const file = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
  try {
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
};

/**
 * Appends to the file; beyond 2 MB it becomes `….1` and a new one begins. Never throws: a full disk must not end the program because of its
 * log.
 */
export const openServerLog = (path: string, account: Account | undefined): ServerLog => {
  let end = '';
  let bytes = lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return {
    write: (text) => {
      end = (end + text).slice(-KEPT_CHARACTERS);
      try {
        if (bytes > LIMIT_BYTES) {
          renameSync(path, `${path}.1`);
          bytes = 0;
        }
        append(path, text);
        if (bytes === 0) {
          // The owner of the cluster may start the program without root the next time.
          give(path, account);
        }
        bytes += Buffer.byteLength(text);
      } catch {
        // The lines are still in memory for the message that quotes them.
      }
    },
    mark: () => {
      end = '';
    },
    lastLines: () => end.trim().split('\n').slice(-SHOWN_LINES).join('\n'),
  };
};
