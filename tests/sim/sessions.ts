import { createEngine, type Engine } from '#client/offline/engine/engine.ts';
import type { LocalRow } from '#client/offline/storage/stores.ts';
import { ViewEnded } from '#client/offline/engine/own-view.ts';
import * as exchange from '#client/offline/engine/exchange.ts';
// What the engine fetches by itself is here already: the simulation knows no other time than its own.
import '#client/offline/engine/hand-over.ts';
import '#client/offline/view/server-rows.ts';
import { keepChange } from '#client/offline/local/own-changes.ts';
import { MissingRecord } from '#client/offline/outbox/require-made.ts';
import { type WriteIntent } from '#client/offline/outbox/write.ts';
import { type Ask, type FormShows, markOf, NO_MARK, type Written } from '#tests/sim/asks.ts';
import { peek, shownRows } from '#tests/sim/memory-storage.ts';
import type { Oracle } from '#tests/sim/oracle.ts';
import { portsOf } from '#tests/sim/tab-ports.ts';
import type { World } from '#tests/sim/world.ts';
import { type TabState, Violation } from '#tests/sim/world-state.ts';

/** A tab with its engine, and what a person does in it. */
export interface Session {
  readonly tab: TabState;
  readonly engine: Engine;
  isSyncing: boolean;
  /** The copy is the user's: they see their screens. */
  isReady: boolean;
  /** Forms that are open. */
  readonly forms: OpenForm[];
}

/** A form, with the record as it showed it when it was opened. */
interface OpenForm {
  readonly userId: number;
  readonly orgId: number;
  readonly store: Written;
  readonly row: LocalRow;
  readonly shows: FormShows;
}

const isStorageMishap = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'QuotaExceededError' || error.name === 'UnknownError');

/** The tabs of all devices, and the people using them. */
export class Sessions {
  readonly sessions: Session[] = [];
  private count = 0;
  private tabs = 0;
  protected readonly world: World;
  protected readonly oracle: Oracle;
  failure: unknown = null;

  constructor(world: World, oracle: Oracle) {
    this.world = world;
    this.oracle = oracle;
  }

  /** Work that goes on by itself. A storage failure is reported to the user; anything else is a fault of the engine. */
  run(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (!isStorageMishap(error) && !(error instanceof MissingRecord) && !(error instanceof ViewEnded)) {
        this.failure ??= error;
      }
    });
  }

  /** `isBusy`: it works by itself, like the app's engine; otherwise only when a person asks. */
  open(device: TabState['device'], userId: number | null, isBusy = false): Session {
    this.tabs += 1;
    const tab = this.world.addTab(device, `${device.name}.${this.tabs}`, userId);
    const session: Session = {
      tab,
      engine: createEngine(portsOf(this.world, tab), async () => exchange),
      isSyncing: false,
      isReady: false,
      forms: [],
    };
    this.sessions.push(session);
    this.world.say(() => `${tab.name} opens as user ${String(userId)}`);
    this.signIn(session, userId);
    if (isBusy) {
      session.engine.watch(1);
      session.engine.start();
    }
    return session;
  }

  /** The tab learns who is signed in, and shows their screens as soon as the copy is theirs. */
  signIn(session: Session, userId: number | null): void {
    const { tab, engine } = session;
    tab.userId = userId;
    session.isReady = false;
    if (userId !== null) {
      tab.users.add(userId);
      const work = engine.signedIn(userId).then(() => {
        session.isReady = tab.userId === userId;
      });
      this.run(work);
    }
  }

  alive(): Session[] {
    return this.sessions.filter(({ tab }) => !tab.isDead);
  }

  sync(session: Session, orgIds: readonly number[], isDrain = true): void {
    const { tab, engine } = session;
    if (tab.userId === null || session.isSyncing || !session.isReady) {
      return;
    }
    session.isSyncing = true;
    // A screen that opens asks for what is new while changes are on their way.
    const early = isDrain && this.world.random.isHit(0.25) ? orgIds.map((orgId) => engine.pull(orgId)) : [];
    const work = async (): Promise<void> => {
      if (isDrain) {
        const [report] = await Promise.all([engine.drain(this.world.laterRandom.isHit(0.2)), ...early]);
        this.world.say(() => `${tab.name} has drained: ${JSON.stringify(report)}`);
      }
      for (const orgId of orgIds) {
        const result = await engine.pull(orgId);
        this.world.say(() => `${tab.name} has pulled ${orgId}: ${result}`);
      }
    };
    this.run(
      work().finally(() => {
        session.isSyncing = false;
      }),
    );
  }

  /** Rows that the person sees in a list; none while the copy is someone else's. */
  protected shown(tab: TabState, store: Written, orgId: number): LocalRow[] {
    if (peek(tab.device.db, 'meta', 'viewOf')?.value !== tab.userId) {
      return [];
    }
    return shownRows(tab.device.db, tab.device.open, store).filter(({ organizationId }) => organizationId === orgId);
  }

  protected some<T>(list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : this.world.random.pick(list);
  }

  protected next(): number {
    this.count += 1;
    return this.count;
  }

  protected write(session: Session, ask: Ask, intent: WriteIntent): void {
    const { tab, engine } = session;
    this.world.say(() => `${tab.name}: user ${ask.userId} saves ${ask.operation} ${ask.mark} ${JSON.stringify(intent)}`);
    const isDeciding = ask.operation === 'remove';
    this.decide(tab, isDeciding ? 1 : 0);
    const work = keepChange(engine, intent).then(
      (written) => {
        ask.state = 'kept';
        ask.itemId = written.itemId;
        this.world.say(() => `${tab.name}: ${ask.operation} ${ask.mark} is saved as ${written.id}`);
      },
      (error: unknown) => {
        ask.state = 'failed';
        throw error;
      },
    );
    this.run(work.finally(() => this.decide(tab, isDeciding ? -1 : 0)));
  }

  protected decide(tab: TabState, by: number): void {
    this.oracle.deciding.set(tab, (this.oracle.deciding.get(tab) ?? 0) + by);
  }

  /** An entry moves to another job: that job's mark, if it changes. */
  protected noteMove(tab: TabState, mark: string, jobId: unknown, isOffJob = false): string | null {
    if (typeof jobId !== 'number' && !isOffJob) {
      return null;
    }
    // What was chosen from a list may have got its real id since.
    const { db } = tab.device;
    const job = typeof jobId === 'number' ? peek(db, 'jobs', peek(db, 'idMap', jobId)?.id ?? jobId) : undefined;
    const jobMark = markOf('jobs', job);
    this.oracle.noteMove(mark, jobMark);
    return jobMark ?? NO_MARK;
  }

  protected give(tab: TabState, mark: string, field: string): void {
    for (const ask of this.oracle.asks) {
      if (ask.device === tab.device && ask.mark === mark) {
        ask.given.add(field);
      }
    }
  }

  /** A fault of the engine, reported by a rejected promise. */
  requireNoFailure(): void {
    if (this.failure instanceof Violation) {
      throw this.failure;
    }
    if (this.failure !== null) {
      const { failure } = this;
      throw new Violation(
        'engine',
        failure instanceof Error ? `${failure.message}\n${failure.stack ?? ''}` : 'something that is no error was thrown',
      );
    }
  }
}
