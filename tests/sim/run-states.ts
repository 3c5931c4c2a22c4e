import type { Span } from '#shared/domain/spans.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import { type Ask, markOf } from '#tests/sim/asks.ts';
import { peek, type RowChange, rowsOf } from '#tests/sim/memory-storage.ts';
import { type Device, Violation } from '#tests/sim/world-state.ts';

/** An entry that a run has made, and when it was worked. */
export interface Stop {
  readonly jobId: number;
  readonly entryId: number;
  readonly mark: string;
  readonly spans: readonly Span[];
}

/** Where a run is: what a driver's screen goes on from after the device has died. */
export interface RunState {
  readonly mark: string;
  readonly runId: number;
  readonly stops: readonly Stop[];
  /** The stop that is going on. */
  readonly jobId: number;
  readonly jobMark: string;
  readonly isPaused: boolean;
}

export const spansIn = (data: Readonly<Record<string, unknown>> | null | undefined): readonly Span[] =>
  (data?.['spans'] as readonly Span[] | undefined) ?? [];

/** Changes of entries that a user has made on the device, waiting or sent. */
const changesOf = (device: Device, userId: number, orgId: number): SyncItem[] =>
  [...rowsOf(device.db, 'syncQueue'), ...rowsOf(device.db, 'sent').map(({ item }) => item)].filter(
    (item) => item.userId === userId && item.orgId === orgId && item.store === 'jobEntries',
  );

/** What the oracle knows of entries that were logged in runs. */
interface Known {
  readonly runOf: ReadonlyMap<string, string>;
  readonly presses: ReadonlyMap<string, Ask>;
  readonly hasArrived: (name: string) => boolean;
  readonly markOfItem: (device: Device, item: SyncItem) => string | null;
}

/**
 * I14: whenever a device dies, the state of a run and its entries agree. What was logged is told of, or the stop would be logged once more;
 * and what is told of was logged, or it would never be.
 */
export const requireStatesTrue = (oracle: Known, device: Device): void => {
  for (const { key, value } of rowsOf(device.db, 'meta').filter((row) => row.key.startsWith('run:'))) {
    const [, userId, orgId] = key.split(':').map(Number);
    const { mark: runMark, stops } = value as RunState;
    const logged = new Set<string>();
    const items = changesOf(device, userId ?? 0, orgId ?? 0);
    // While someone else is signed in, no row says which entry it is.
    const marks = new Map(
      items.map(({ target, data }) => [target, markOf('jobEntries', data)] as const).filter(([, mark]) => mark !== null),
    );
    for (const item of items.filter(({ data }) => spansIn(data).length > 0)) {
      const mark = marks.get(item.target) ?? oracle.markOfItem(device, item);
      for (const { from } of mark !== null && oracle.runOf.get(mark) === runMark ? spansIn(item.data) : []) {
        logged.add(`${mark} ${from}`);
        if (!stops.some((stop) => stop.mark === mark && stop.spans.some((span) => span.from === from))) {
          throw new Violation('I14', `${device.name}: entry ${mark} has the stop of ${from}, of which run ${runMark} does not know`);
        }
      }
    }
    const told = stops.flatMap((stop) => stop.spans.map(({ from }) => `${stop.mark} ${from}`));
    if (new Set(told.map((name) => name.slice(name.indexOf(' ')))).size < told.length) {
      throw new Violation('I14', `${device.name}: run ${runMark} has a stop twice: ${told.join(', ')}`);
    }
    for (const name of told.filter((each) => !logged.has(each))) {
      if (oracle.presses.get(name)?.isDropped !== true && !oracle.hasArrived(name)) {
        throw new Violation('I14', `${device.name}: run ${runMark} knows the stop ${name}, which no entry has`);
      }
    }
  }
};

/** I1: an entry does not go with its run. Nobody discards both at once. What was answered as done is kept as sent, should a failover undo it. */
export const requireEntriesStay = (device: Device, changes: readonly RowChange[], hasArrived: (item: SyncItem) => boolean): void => {
  const gone = changes.flatMap(({ store, key, before }) => {
    const item = store === 'syncQueue' && peek(device.db, store, key) === undefined ? (before as SyncItem | undefined) : undefined;
    const isSent = item !== undefined && peek(device.db, 'sent', key) !== undefined;
    return item?.operation === 'create' && !isSent && !hasArrived(item) ? [item] : [];
  });
  const entry = gone.find((item) => item.store === 'jobEntries');
  if (entry && gone.some((item) => item.store === 'runs')) {
    throw new Violation('I1', `${device.name} loses entry ${entry.id} with its run`);
  }
};
