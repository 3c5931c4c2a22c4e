import { appendFileSync, renameSync, statSync } from 'node:fs';
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

/** Appends to the file; past 2 MB it becomes `….1` and a new one begins. Never throws: a full disk must not end the program by its log. */
export const openServerLog = (path: string, account: Account | undefined): ServerLog => {
  let end = '';
  let bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return {
    write: (text) => {
      end = (end + text).slice(-KEPT_CHARACTERS);
      try {
        if (bytes > LIMIT_BYTES) {
          renameSync(path, `${path}.1`);
          bytes = 0;
        }
        appendFileSync(path, text, { mode: 0o600 });
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
