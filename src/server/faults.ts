import { counters } from '#server/counters.ts';
import { nameRelation } from '#server/data/relations.ts';
import type { Database } from '#server/db/database.ts';
import { type Fault, faultOf } from '#server/db/faults.ts';
import type { DiskWatch } from '#server/disk-watch.ts';
import type { Health } from '#server/health.ts';
import type { Say } from '#server/log.ts';

export interface FaultDeps {
  readonly db: Database;
  readonly health: Health;
  readonly disk: Pick<DiskWatch, 'noteFull'>;
  readonly say: Say;
}

/** Receives every failure, and tells the operator which of them are the machine's fault. */
export interface Faults {
  /** Takes any error, as it was thrown. */
  note(error: unknown): void;
}

/** A broken disk must not fill the log. */
const MOST_SAID = 100;

/**
 * Each broken place is reported once. Unreadable data stays a concern until the program starts again: repairing it means restoring a
 * backup, and nothing else shows whether all of it can be read.
 */
export const createFaults = ({ db, health, disk, say }: FaultDeps): Faults => {
  const said = new Set<string>();

  const tellUnreadable = async ({ words }: Fault): Promise<void> => {
    if (said.has(words) || said.size === MOST_SAID) {
      return;
    }
    said.add(words);
    const name = await nameRelation(db, words).catch(() => undefined);
    const message =
      `A part of the data on the disk cannot be read: ${words}${name === undefined ? '' : ` (${name})`}. ` +
      'Look after the disk, then put the last backup back: npm run restore, docs/backup.md.';
    say(message, 'error');
    health.raise({ kind: 'corrupted', level: 'degraded', message, code: 'corrupted', values: {} });
  };

  return {
    note: (error) => {
      const fault = faultOf(error);
      if (fault === undefined) {
        return;
      }
      counters.add('machine_faults', fault.kind);
      if (fault.kind === 'no_room') {
        disk.noteFull(fault.words);
      } else {
        void tellUnreadable(fault);
      }
    },
  };
};
