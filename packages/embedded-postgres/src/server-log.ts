import { closeSync, constants, lstatSync, openSync, renameSync, writeSync } from 'node:fs';
import { type Account, give } from './account.ts';

const LIMIT_BYTES = 2_000_000;
const KEPT_CHARACTERS = 4_000;
const SHOWN_LINES = 12;

/** What the server and initdb print: in a file for later, and the end of it at hand for error messages. */
export interface ServerLog {
  write(text: string): void;
  /** Forgets what was printed so far, so that `lastLines` speaks of what is started next. */
  mark(): void;
  lastLines(): string;
}

// Not through a link: the folder belongs to the account, and root must not be led elsewhere. (Windows has no such flag: undefined counts as 0.)
const append = (path: string, text: string): void => {
  const file = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
  try {
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
};

/** Appends to the file; past 2 MB it becomes `….1` and a new one begins. Never throws: a full disk must not end the program by its log. */
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
          // Whoever the cluster belongs to may start the program without root the next time.
          give(path, account);
        }
        bytes += Buffer.byteLength(text);
      } catch {
        // The lines are still in memory for the message that names them.
      }
    },
    mark: () => {
      end = '';
    },
    lastLines: () => end.trim().split('\n').slice(-SHOWN_LINES).join('\n'),
  };
};
