import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordStore } from '#client/offline/storage/record-stores.ts';
import type { LocalRow } from '#client/offline/storage/stores.ts';
import type { WriteIntent, Written } from '#client/offline/outbox/write.ts';
import { pngBytes } from '../api/world.ts';
import type { Base } from '../kill/operations.ts';
import type { Account, Device } from './kill-engine-device.ts';
import { isHit, pickFrom } from './kill-engine-figures.ts';
import { keepTogether } from '#client/offline/local/kept-state.ts';
import { keepChange } from '#client/offline/local/own-changes.ts';

export type OwnStore = 'customers' | 'jobs' | 'runs' | 'jobEntries';

/** The field of each record that contains its marks, one after another: nothing else changes it. */
export const MARKED = { customers: 'businessName', jobs: 'name', runs: 'notes', jobEntries: 'notes' } as const satisfies Record<
  OwnStore,
  string
>;

/** A record that a person has made on a device and that only they change there. */
export interface Owned {
  readonly store: OwnStore;
  /** Its first id on the device. */
  readonly id: number;
  /** Of acknowledged writes, in their order. */
  readonly marks: string[];
  readonly photo: Buffer | null;
  /** Gone: deleted before anything of it left. Perhaps: the tab ended while it was being deleted. */
  state: 'here' | 'deleted' | 'gone' | 'perhaps deleted';
  isInUse: boolean;
}

/** What a driver's screen goes on from: which entries its run has made. */
interface RunState {
  readonly marks: readonly string[];
}

const spanOf = (n: number) => {
  const at = (minute: number): string => new Date(Date.UTC(2025, 5, 15) + minute * 60_000).toISOString();
  return { from: at(2 * n), to: at(2 * n + 1) };
};

const MOST_MARKS = 8;
/** As many as fit into a text on the server. */
const MOST_SHARED = 600;
/** Nobody goes on typing with that much waiting: the run has to end. */
const MOST_WAITING = 40;
const LOOK_MS = 300;

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const bufferOf = (bytes: Buffer): ArrayBuffer => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;

/** Text in which marks follow one another. */
export const marksIn = (value: unknown): string[] => (typeof value === 'string' ? value.split(' ').filter((word) => word !== '') : []);

/** A person at work on one device: everything they do has a mark of its own. */
export class Person {
  readonly records: Owned[] = [];
  /** Of changes of the entry that all share: each person has a key of their own in it. */
  readonly shared: string[] = [];
  /** Marks of writes that may or may not have been kept. */
  readonly unsure = new Set<string>();
  /** The runs in which entries were logged, by the mark of the entry. */
  readonly runOf = new Map<string, Owned>();
  readonly slot: string;
  readonly account: Account;
  private readonly device: Device;
  private readonly base: Base;
  private readonly sharedEntryId: number;
  private counter = 0;

  constructor(device: Device, account: Account, base: Base, sharedEntryId: number) {
    this.device = device;
    this.account = account;
    this.base = base;
    this.sharedEntryId = sharedEntryId;
    this.slot = `${device.setting.name}${account.userId}`;
  }

  /** The row of a record as screens show it. */
  rowOf(store: RecordStore, id: number): Promise<LocalRow | undefined> {
    return this.device.read(
      [store, 'idMap'],
      async (tx) => (await tx.get(store, id)) ?? tx.get(store, (await tx.get('idMap', id))?.id ?? id),
    );
  }

  /** Works until told to stop. */
  async work(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.act();
      await this.device.reopen();
      await sleep(2 + Math.random() * 40);
      while (!isOver() && this.device.engine.current().pending > MOST_WAITING) {
        // They look at the screen to see whether it has been sent at last: that makes the engine try.
        this.device.engine.look();
        await sleep(LOOK_MS);
        await this.device.reopen();
      }
    }
  }

  private async act(): Promise<void> {
    const free = this.records.filter(({ state }) => state === 'here');
    const record = pickFrom(free);
    if (!record || isHit(0.5)) {
      await this.make(free);
    } else if (isHit(0.3)) {
      await this.changeShared();
    } else if (isHit(0.2) && (!record.isInUse || record.store === 'runs')) {
      await this.remove(record);
    } else {
      await this.change(record);
    }
  }

  private mark(): string {
    this.counter += 1;
    return `${this.slot}-${this.counter}`;
  }

  /** Undefined: the tab ended during the work. */
  private async write(mark: string, intent: Omit<WriteIntent, 'orgId'>) {
    const { figures, orgId } = this.device.setting;
    const { engine } = this.device;
    const change = { ...intent, orgId };
    const written = await this.device.survive(this.runOf.has(mark) ? this.keepInRun(mark, change) : keepChange(engine, change));
    if (written) {
      figures.acknowledged += 1;
    } else {
      figures.unsure += 1;
      this.unsure.add(mark);
    }
    return written;
  }

  /** What the run tells of, in its state and not in its entries. */
  async told(): Promise<readonly string[]> {
    const key = `run:${this.account.userId}:${this.device.setting.orgId}`;
    const row = await this.device.read(['meta'], (tx) => tx.get('meta', key));
    return (row?.value as RunState | undefined)?.marks ?? [];
  }

  private async keepInRun(mark: string, change: WriteIntent): Promise<Written | undefined> {
    const { engine, setting } = this.device;
    const seen = { marks: await this.told() };
    const value: RunState = { marks: [...seen.marks, mark] };
    const key = `run:${this.account.userId}:${setting.orgId}` as const;
    const written = await keepTogether(engine, [change], [{ key, value, seen: seen.marks.length === 0 ? null : seen }]);
    return written?.[0];
  }

  private async make(free: readonly Owned[]): Promise<void> {
    const mark = this.mark();
    const store = pickFrom(['customers', 'jobs', 'runs', 'jobEntries', 'jobEntries', 'jobEntries'] as const) ?? 'customers';
    const parentOf = (of: OwnStore, otherwise: number): number => {
      const parent = isHit(0.7) ? pickFrom(free.filter((each) => each.store === of)) : undefined;
      if (parent) {
        parent.isInUse = true;
      }
      return parent?.id ?? otherwise;
    };
    const photo = store === 'jobEntries' && isHit(0.2) ? pngBytes(mark) : null;
    const sha256 = photo === null ? '' : hashOf(photo);
    const run = store === 'jobEntries' && isHit(0.6) ? pickFrom(free.filter((each) => each.store === 'runs')) : undefined;
    if (run) {
      run.isInUse = true;
      this.runOf.set(mark, run);
    }
    const intents = {
      customers: () => ({ data: { businessName: mark } }),
      jobs: () => ({ data: { name: mark, customerId: parentOf('customers', this.base.customerId) } }),
      runs: () => ({
        data: { serviceTypeId: this.base.serviceTypeId, date: '2025-06-15', startedAt: spanOf(this.counter).from, notes: mark },
      }),
      jobEntries: () => ({
        jobId: parentOf('jobs', this.base.jobId),
        data: {
          serviceTypeId: this.base.serviceTypeId,
          date: '2025-06-15',
          notes: mark,
          photos: photo === null ? [] : [`blob:${sha256}`],
          ...(run ? { runId: run.id, spans: [spanOf(this.counter)] } : {}),
        },
        files: photo === null ? [] : [{ sha256, bytes: bufferOf(photo), type: 'image/png', fileName: `${mark}.png` }],
      }),
    };
    const written = await this.write(mark, { operation: 'create', store, ...intents[store]() });
    if (written) {
      const record: Owned = { store, id: written.id, marks: [mark], photo, state: 'here', isInUse: false };
      this.records.push(record);
      await this.look(record, true);
    }
  }

  private async change(record: Owned): Promise<void> {
    const row = await this.look(record);
    if (!row || record.marks.length >= MOST_MARKS) {
      return;
    }
    const mark = this.mark();
    const data = { [MARKED[record.store]]: `${String(row[MARKED[record.store]])} ${mark}` };
    const written = await this.write(mark, { operation: 'update', store: record.store, id: record.id, data });
    if (written) {
      record.marks.push(mark);
      await this.look(record, true);
    }
  }

  private async remove(record: Owned): Promise<void> {
    if (!(await this.rowOf(record.store, record.id))) {
      return;
    }
    const written = await this.write(this.mark(), { operation: 'remove', store: record.store, id: record.id });
    record.state = written === undefined ? 'perhaps deleted' : written.itemId === null ? 'gone' : 'deleted';
    if (written && (await this.rowOf(record.store, record.id))) {
      this.device.setting.violations.add('what was deleted still shows', `${record.store} ${record.marks[0]}`);
    }
  }

  private async changeShared(): Promise<void> {
    const row = await this.rowOf('jobEntries', this.sharedEntryId);
    if (!row || this.shared.length >= MOST_SHARED) {
      return;
    }
    const mark = this.mark();
    const values = row['customFieldValues'] as Record<string, unknown>;
    const data = { customFieldValues: { ...values, [this.slot]: [...marksIn(values[this.slot]), mark].join(' ') } };
    const written = await this.write(mark, { operation: 'update', store: 'jobEntries', id: this.sharedEntryId, data });
    if (written) {
      this.shared.push(mark);
    }
  }

  /** The record's row, which shows everything that was acknowledged. Right after a sign-in it may not be back yet. */
  private async look(record: Owned, mustBeHere = false): Promise<LocalRow | undefined> {
    const row = await this.rowOf(record.store, record.id);
    const { violations } = this.device.setting;
    const shown = marksIn(row?.[MARKED[record.store]]).filter((mark) => !this.unsure.has(mark));
    if (row ? shown.join(' ') !== record.marks.join(' ') : mustBeHere) {
      violations.add(
        'a device does not show its own writes',
        `${record.store} ${record.marks.join(' ')}: ${row ? shown.join(' ') : 'nothing'}`,
      );
    }
    return row;
  }
}
