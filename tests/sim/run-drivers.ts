import { findKept, keepRow, keepTogether } from '#client/offline/local/kept-state.ts';
import { findRecord } from '#client/offline/local/records.ts';
import type { WriteIntent } from '#client/offline/outbox/write.ts';
import type { LocalRow } from '#client/offline/storage/stores.ts';
import { type Ask, type FormShows, markOf, NO_MARK } from '#tests/sim/asks.ts';
import { updateRun, removeRun } from '#tests/sim/model-runs.ts';
import { rowsOf } from '#tests/sim/memory-storage.ts';
import type { Oracle } from '#tests/sim/oracle.ts';
import { People } from '#tests/sim/people.ts';
import { OFFICE } from '#tests/sim/scene.ts';
import { type RunState, spansIn, type Stop } from '#tests/sim/run-states.ts';
import { type SeededRandom, seededRandom } from '#tests/sim/seeded-random.ts';
import type { Session } from '#tests/sim/sessions.ts';
import type { Missing } from '#tests/sim/weights.ts';
import type { World } from '#tests/sim/world.ts';

const FIRST_SPAN = Date.UTC(2025, 5, 14, 6);
const MINUTE = 60_000;

const spanOf = (n: number) => {
  const at = (minute: number): string => new Date(FIRST_SPAN + minute * MINUTE).toISOString();
  return { from: at(2 * n), to: at(2 * n + 1) };
};

/** Protections that only runs need. */
const NEED_RUNS: readonly Missing[] = ['run-state-with-entry', 'entry-outlives-run'];

interface Press {
  readonly session: Session;
  readonly userId: number;
  readonly orgId: number;
  readonly key: `run:${number}:${number}`;
}

/** A change that a press on the run's screen makes, and what the run's state is with it. */
interface Turn {
  readonly ask: Ask;
  readonly intent: WriteIntent;
  readonly next: (id: number) => RunState | null;
}

/** Drivers who go from customer to customer with a run: each press is one change and the run's state in one transaction. */
export class RunDrivers extends People {
  /** Its own, so that schedules without runs stay as they were. */
  private readonly own: SeededRandom;
  private readonly isOn: boolean;
  /** What a screen last showed of its run; another tab may have gone on since. */
  private readonly screens = new WeakMap<Session, RunState | null>();

  constructor(world: World, oracle: Oracle, seed: number, missing: ReadonlySet<Missing>) {
    super(world, oracle);
    this.own = seededRandom(seed + 0x0723_0000);
    // A mutant that has nothing to do with runs shows sooner without them.
    const often = NEED_RUNS.some((each) => missing.has(each)) ? 1 : 0;
    this.isOn = this.own.isHit(missing.size === 0 ? 0.25 : often);
  }

  /** Now and then somebody presses something on the screen of a run. Returns whether they did. */
  drive(session: Session, orgId: number): boolean {
    const { userId } = session.tab;
    if (!this.isOn || !this.own.isHit(0.45)) {
      return false;
    }
    if (this.own.isHit(0.1)) {
      this.meddle(orgId);
    } else if (userId !== null && session.isReady) {
      this.run(this.press({ session, userId, orgId, key: `run:${userId}:${orgId}` }));
    }
    return true;
  }

  /** The office corrects a run or deletes it. */
  private meddle(orgId: number): void {
    const doing = this.world.server.office(orgId, OFFICE);
    const runs = [...doing.org.tables.runs.values()].filter(({ isDeleted }) => !isDeleted);
    if (runs.length > 0) {
      const { row } = this.own.pick(runs);
      this.world.say(() => `office: changes or deletes runs/${row.id} (${String(markOf('runs', row))})`);
      if (this.own.isHit(0.3)) {
        removeRun(doing, row.id);
      } else {
        updateRun(doing, row.id, { fuel: 2_000_000.25 + this.own.below(1e6) });
      }
      this.oracle.noticeEffects();
    }
  }

  private async press(press: Press): Promise<void> {
    const { session, key } = press;
    const shown = this.screens.get(session);
    const state = shown !== undefined && this.own.isHit(0.3) ? shown : await findKept<RunState>(session.engine, key);
    this.screens.set(session, state);
    // Whoever signs in while a screen opens sees their own.
    if (session.tab.userId !== press.userId || !session.isReady) {
      return;
    }
    const what = state === null ? 'begin' : this.own.weighted({ next: 8, pause: 1, elsewhere: 1, fuel: 1, end: 1, remove: 0.5 });
    if (state !== null && (what === 'pause' || what === 'elsewhere')) {
      const job = what === 'elsewhere' ? this.someJob(press) : null;
      const at = job ? { jobId: job.id, jobMark: markOf('jobs', job) ?? NO_MARK } : {};
      await keepRow(session.engine, key, { ...state, ...at, isPaused: what === 'pause' }, state);
      return;
    }
    const turn =
      state === null ? this.begin(press) : what === 'next' ? await this.endStop(press, state) : await this.ofRun(press, state, what);
    if (turn) {
      await this.keep(press, state, turn);
    }
  }

  private async keep({ session, key }: Press, seen: RunState | null, { ask, intent, next }: Turn): Promise<void> {
    const { tab, engine } = session;
    this.world.say(() => `${tab.name}: user ${ask.userId} presses ${ask.operation} ${ask.mark} ${JSON.stringify(intent)}`);
    const isDeciding = ask.operation === 'remove';
    this.decide(tab, isDeciding ? 1 : 0);
    const value = ([written]: readonly { readonly id: number }[]): RunState | null => next(written?.id ?? 0);
    try {
      const written = await keepTogether(engine, [intent], [{ key, seen, value }]);
      ask.state = written === null ? 'failed' : 'kept';
      const itemId = written?.[0]?.itemId;
      Object.assign(ask, itemId === undefined ? {} : { itemId });
      this.world.say(() => `${tab.name}: ${ask.operation} ${ask.mark} ${written === null ? 'has been overtaken' : 'is kept'}`);
    } catch (error) {
      ask.state = 'failed';
      throw error;
    } finally {
      this.decide(tab, isDeciding ? -1 : 0);
    }
  }

  private someJob({ session: { tab }, orgId }: Press): LocalRow | undefined {
    const open = this.shown(tab, 'jobs', orgId).filter((row) => row['status'] === 'open' && markOf('jobs', row) !== null);
    return open.length === 0 ? undefined : this.own.pick(open);
  }

  private serviceOf({ session: { tab }, orgId }: Press): number {
    return rowsOf(tab.device.db, 'serviceTypes').find((row) => row.organizationId === orgId)?.id ?? 1;
  }

  private begin(press: Press): Turn | null {
    const { session, userId, orgId } = press;
    const job = this.someJob(press);
    if (!job) {
      return null;
    }
    const n = this.next();
    const mark = `R${n}`;
    const data = {
      serviceTypeId: this.serviceOf(press),
      date: '2025-06-14',
      startedAt: spanOf(n).from,
      notes: `${mark}|new`,
      ...(this.own.isHit(0.4) ? { fuel: this.own.isHit(0.2) ? -1 : n + 0.25 } : {}),
    };
    const ask = this.oracle.ask({
      device: session.tab.device,
      userId,
      orgId,
      store: 'runs',
      operation: 'create',
      mark,
      data,
      jobMark: null,
    });
    const at = { jobId: job.id, jobMark: markOf('jobs', job) ?? NO_MARK };
    return {
      ask,
      intent: { operation: 'create', store: 'runs', orgId, data },
      next: (runId) => ({ mark, runId, stops: [], ...at, isPaused: false }),
    };
  }

  /** Ends the stop that is going on: its entry is made, or has been worked on once more. */
  private async endStop(press: Press, state: RunState): Promise<Turn> {
    const { session, userId, orgId } = press;
    const { device } = session.tab;
    const shows = this.oracle.openForm();
    const known = state.stops.findLast(({ jobId }) => jobId === state.jobId);
    const row = known && (await findRecord(session.engine, 'jobEntries', known.entryId));
    const n = this.next();
    const span = spanOf(n);
    const job = this.someJob(press);
    const at = job ? { jobId: job.id, jobMark: markOf('jobs', job) ?? NO_MARK } : {};
    const shared = { device, userId, orgId, store: 'jobEntries' } as const;
    if (known && row && markOf('jobEntries', row) === known.mark) {
      this.oracle.look(device, userId, 'jobEntries', row);
      const data = { spans: [...spansIn(row), span], loads: n };
      const ask = this.oracle.ask({ ...shared, operation: 'update', mark: known.mark, data, jobMark: null, rowId: row.id }, shows);
      this.oracle.presses.set(`${known.mark} ${span.from}`, ask);
      const stop: Stop = { ...known, spans: [...known.spans, span] };
      return {
        ask,
        intent: { operation: 'update', store: 'jobEntries', orgId, id: row.id, data, seen: row },
        next: () => ({ ...state, ...at, stops: state.stops.map((each) => (each === known ? stop : each)), isPaused: false }),
      };
    }
    const mark = `E${n}`;
    const { jobId, jobMark, runId, mark: runMark } = state;
    const data = { serviceTypeId: this.serviceOf(press), date: '2025-06-14', notes: `${mark}|run`, loads: n, runId, spans: [span] };
    this.oracle.runOf.set(mark, runMark);
    const ask = this.oracle.ask({ ...shared, operation: 'create', mark, data, jobMark, runMark });
    this.oracle.presses.set(`${mark} ${span.from}`, ask);
    return {
      ask,
      intent: { operation: 'create', store: 'jobEntries', orgId, jobId, data },
      next: (entryId) => ({ ...state, ...at, stops: [...state.stops, { jobId, entryId, mark, spans: [span] }], isPaused: false }),
    };
  }

  /** The run itself is changed, ended or deleted. */
  private async ofRun({ session, userId, orgId, key }: Press, state: RunState, what: string): Promise<Turn | null> {
    const { device } = session.tab;
    const shows: FormShows = this.oracle.openForm();
    const row = await findRecord(session.engine, 'runs', state.runId);
    if (!row || markOf('runs', row) !== state.mark) {
      // It was deleted: there is nothing to go on with.
      await keepRow(session.engine, key, null, state);
      return null;
    }
    this.oracle.look(device, userId, 'runs', row);
    const n = this.next();
    const shared = { device, userId, orgId, store: 'runs', mark: state.mark, jobMark: null, rowId: row.id } as const;
    const about = { store: 'runs', orgId, id: row.id, seen: row } as const;
    if (what === 'remove') {
      const ask = this.oracle.ask({ ...shared, operation: 'remove', data: {} }, shows);
      return { ask, intent: { ...about, operation: 'remove' }, next: () => null };
    }
    const data = what === 'end' ? { notes: `${state.mark}|v${n}`, endedAt: spanOf(n).to } : { fuel: n + 0.25 };
    const ask = this.oracle.ask({ ...shared, operation: 'update', data }, shows);
    return { ask, intent: { ...about, operation: 'update', data }, next: () => (what === 'end' ? null : { ...state, isPaused: true }) };
  }
}
