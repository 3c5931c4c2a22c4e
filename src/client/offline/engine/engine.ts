import { switchUser, wipe } from './switch-user.ts';
import { backoffMs, LONGEST_SLEEP_MS, SAID_MS } from '#client/offline/outbox/backoff.ts';
import type { Core } from './core.ts';
import { drain, type DrainReport } from '#client/offline/outbox/drain.ts';
import { sendHeartbeat } from './heartbeat.ts';
import { askOrganizations } from './memberships.ts';
import { lastSyncOf, noteSync } from './last-sync.ts';
import type { EngineEvent, Ports } from './ports.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { Pace } from '#client/offline/outbox/pace.ts';
import { outcomeOf } from '#client/offline/outbox/await-outcome.ts';
import { pull, type PullResult } from '#client/offline/pull/pull.ts';
import { OwnChanges } from '#client/offline/outbox/own-changes.ts';
import { CONNECTION_AFTER, type EngineState, createShown, type ManualSync, type Outcome, troubleOf } from './state.ts';
import { countWaiting } from '#client/offline/outbox/waiting.ts';
import { syncNow } from './sync-now.ts';
import { write, type WriteIntent, type Written } from '#client/offline/outbox/write.ts';

/** The offline engine: the only way from a screen to the server. Idle until `start`. */
export class Engine extends OwnChanges {
  readonly core: Core;
  private readonly shown = createShown();
  private stopping = new AbortController();
  private halting = new AbortController();
  private waking: AbortController | null = null;
  private failures = 0;
  private watched: number | null = null;
  private hasFreshList = false;
  private readonly pace = new Pace();
  private readonly count = oneAtATime(() =>
    this.core.clock.sleep(SAID_MS, this.stopping.signal).then(this.refresh).catch(this.showTrouble),
  );
  private readonly kickSoon = oneAtATime(() =>
    this.core.clock.sleep(this.current().connection === 'offline' ? SAID_MS : 0, this.stopping.signal).then(this.kick),
  );
  private readonly toPull = new Set<number>();
  private running: Promise<void> = Promise.resolve();

  constructor(ports: Ports) {
    super();
    this.core = ports;
    this.core.bus.listen((event) => this.hear(event));
  }

  /** Keeps a change durably and sends it as soon as possible. Throws `MissingRecord` and whatever storage throws; then nothing was kept. */
  async write(intent: WriteIntent): Promise<Written> {
    const written = await write(this.core, intent);
    this.kickSoon();
    return written;
  }

  /** Waits up to `withinMs` for a change to take effect or be refused. */
  outcomeOf = (itemId: string, withinMs: number): Promise<Outcome> => outcomeOf(this, itemId, withinMs);

  /** Sends what can be sent, now. `isAsked`: a person wants everything that waits to be tried, even if it is backing off. */
  async drain(isAsked = false): Promise<DrainReport> {
    const userId = this.core.session.userId();
    if (userId === null) {
      return { sent: 0, refused: 0, stopped: 'sign-in', nextAt: null };
    }
    if (this.isOutdated()) {
      return { sent: 0, refused: 0, stopped: 'update-app', nextAt: null };
    }
    const { pending, attention } = await countWaiting(this.core, userId);
    let done = 0;
    const showProgress = (): void => this.show({ sending: { done, of: Math.max(pending - attention, done) } });
    const onSent = (count: number): void => {
      done += count;
      showProgress();
    };
    // From the first change on its way, not from its answer: until then the page must not be taken away either.
    const onBegun = (): void => (this.current().sending === null ? showProgress() : undefined);
    const report = await drain(this.core, userId, this.halting.signal, { isAsked, onSent, onBegun, pace: this.pace });
    await this.afterDrain(userId, report);
    return report;
  }

  /** Brings the copy of an organization up to date. */
  async pull(orgId: number): Promise<PullResult> {
    const userId = this.core.session.userId();
    if (this.isOutdated()) {
      // Its cursor would skip what this app does not know.
      return 'stranger';
    }
    const result = userId === null ? 'no-view' : await pull(this.core, userId, orgId);
    if (result === 'up-to-date') {
      this.show({ connection: 'online' });
    } else if (result === 'sign-in' || result === 'other-user' || result === 'no-view') {
      // Even if nothing is waiting: people who only read have to learn of it, too.
      this.show(result === 'no-view' ? {} : { connection: CONNECTION_AFTER[result] ?? 'offline' });
      this.core.bus.post({ kind: 'session' });
    } else if (result === 'no-answer') {
      this.show({ connection: 'offline' });
    }
    return result;
  }

  /** A sync that a person asked for: tries everything that waits, at once, and reports what it tried (specification 2.18). */
  sync(): Promise<ManualSync> {
    this.halt(false);
    return syncNow(this, this.watched);
  }

  /** Stops sending in all tabs after what is in flight. `halt(false)`, the next `sync`, a sign-in or a start of the app resumes it. */
  halt(isHalted = true): void {
    if (this.setHalted(isHalted)) {
      this.core.bus.post({ kind: 'halt', isHalted });
    }
  }

  /** The user signed in (or was found signed in at start): the device's copy becomes theirs. */
  async signedIn(userId: number): Promise<void> {
    await switchUser(this.core, userId);
    this.hasFreshList = false;
    this.halt(false);
    const [lastSync, counts] = await Promise.all([lastSyncOf(this.core, userId), this.counts()]);
    this.show({ connection: 'online', lastSync, ...counts, trouble: null });
    this.kick();
  }

  /**
   * Removes the copy; waiting changes stay for the user's next sign-in. Pass `isStill` after a sign-out from elsewhere: false keeps the
   * copy.
   */
  async signedOut(isStill?: () => boolean): Promise<void> {
    await wipe(this.core, isStill);
    // People who did not sign out themselves still have to see how much of theirs is waiting.
    const counts = isStill ? {} : { pending: 0, attention: 0 };
    this.show({ connection: 'signed-out', ...counts, lastSync: null });
  }

  /** Sets the organization on the screen, whose copy is kept up to date. */
  watch(orgId: number): void {
    this.watched = orgId;
    this.wantPull(orgId);
  }

  /** The server has something new in an organization. */
  wantPull(orgId: number): void {
    this.toPull.add(orgId);
    this.kick();
  }

  /** The page is in front of a person (again): sends and reads what there is. */
  look = (): void => {
    if (this.watched !== null) {
      this.toPull.add(this.watched);
    }
    this.kick();
  };

  /** A screen got no answer: treated as offline until the next look says otherwise. */
  missed = (): void => {
    this.show({ connection: 'offline' });
    this.look();
  };

  /** The browser reports that the network came or went. */
  networkChanged(): void {
    if (!this.core.isOnline()) {
      this.show({ connection: 'offline' });
    }
    this.look();
  }

  /** Works by itself until `stop`. */
  start(): void {
    this.stopping = new AbortController();
    this.halting = new AbortController();
    this.running = this.loop(this.stopping.signal);
  }

  /** Stops after what is in flight. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.halting.abort();
    this.waking?.abort();
    await this.running;
  }

  /** There may be something to do: looks now, whatever the current pause. */
  kick = (): void => {
    this.failures = 0;
    this.waking?.abort();
  };

  subscribe = (listener: (state: EngineState) => void) => this.shown.subscribe(listener);
  current = (): EngineState => this.shown.current();

  /** Counts again, since other tabs change the queue, too. */
  refresh = async (): Promise<void> => this.show({ ...(await this.counts()), trouble: null });

  private async loop(stopping: AbortSignal): Promise<void> {
    const { clock, random } = this.core;
    while (!stopping.aborted) {
      const waking = new AbortController();
      this.waking = waking;
      const wait = await this.round().catch((error: unknown) => {
        // What is kept is safe, and the next round tries again; until then the person can see that something is wrong.
        this.show(stopping.aborted ? {} : troubleOf(error));
        return LONGEST_SLEEP_MS;
      });
      this.failures = this.current().connection === 'offline' ? this.failures + 1 : 0;
      const pause = this.failures > 0 ? backoffMs(this.failures, random.fraction()) : wait;
      await clock.sleep(pause, waking.signal);
    }
  }

  private async round(): Promise<number> {
    const { session, clock } = this.core;
    const userId = session.userId();
    if (userId === null || this.isOutdated()) {
      return LONGEST_SLEEP_MS;
    }
    // The session has ended, or belongs to someone else: the user may have signed in again in another tab.
    const isShut = this.current().connection === 'signed-out' || this.current().connection === 'other-user';
    // Ask something that changes nothing first: a change that never left this device can still be edited in place.
    const isBack = isShut || this.current().connection === 'offline';
    const isUnsure = !this.hasFreshList || isBack || !this.core.isOnline();
    if (isUnsure) {
      const list = await askOrganizations(this.core, userId, isBack);
      this.hasFreshList = typeof list !== 'string';
      if (typeof list === 'string') {
        // There is nothing more to find out for now.
        this.show(isShut && list === 'no-answer' ? {} : { connection: CONNECTION_AFTER[list] ?? 'offline' });
        return LONGEST_SLEEP_MS;
      }
      this.show(isShut || this.current().connection === 'offline' ? { connection: 'online' } : {});
    }
    const hasWork = !this.current().isHalted && (await this.counts()).pending > 0;
    const report = hasWork ? await this.drain() : null;
    if (report?.stopped === 'new-epoch' && this.watched !== null) {
      this.toPull.add(this.watched);
    }
    // What is asked for during this round waits for the next one; otherwise nothing would ever be sent while many other people make
    // changes.
    const asked = [...this.toPull];
    for (const orgId of asked) {
      this.toPull.delete(orgId);
      if ((await this.pull(orgId)) === 'no-answer') {
        this.toPull.add(orgId);
        break;
      }
    }
    if (this.watched !== null && this.current().connection === 'online') {
      await sendHeartbeat(this.core, userId, this.watched);
    }
    if (report?.stopped === 'new-epoch') {
      return 0;
    }
    return Math.min(LONGEST_SLEEP_MS, Math.max(250, (report?.nextAt ?? Infinity) - clock.now()));
  }

  /** Notes that the server was reached and nothing that could be sent was left. */
  noteSync = (): Promise<void> => this.ofUser(undefined, async (userId) => this.show({ lastSync: await noteSync(this.core, userId) }));

  /** Whether a newer app has taken over this device's storage: then this one keeps what is saved, and leaves the rest to it. */
  private isOutdated(): boolean {
    const isOutdated = this.core.storage.isOutdated?.() === true;
    this.show(isOutdated ? { connection: 'update-app' } : {});
    return isOutdated;
  }

  private async afterDrain(userId: number, report: DrainReport): Promise<void> {
    const counts = await countWaiting(this.core, userId);
    const isReached = report.stopped === null && (report.sent > 0 || report.refused > 0);
    if (isReached) {
      await this.noteSync();
    }
    if (report.stopped === 'sign-in' || report.stopped === 'other-user') {
      this.core.bus.post({ kind: 'session' });
    }
    const reached = report.stopped === null && !isReached ? this.current().connection : 'online';
    this.show({ ...counts, sending: null, connection: (report.stopped && CONNECTION_AFTER[report.stopped]) ?? reached });
  }

  private hear(event: EngineEvent): void {
    if (event.kind === 'queue') {
      this.count();
    } else if (event.kind === 'halt') {
      this.setHalted(event.isHalted);
    }
  }

  /** Returns false if nothing changes. */
  private setHalted(isHalted: boolean): boolean {
    if (isHalted === this.current().isHalted) {
      return false;
    }
    this.halting.abort();
    this.halting = isHalted ? this.halting : new AbortController();
    this.show({ isHalted });
    return true;
  }

  private showTrouble = (error: unknown): void => this.show(troubleOf(error));
  private show = (changes: Partial<EngineState>): void => this.shown.show(changes);
}

export const createEngine = (ports: Ports): Engine => new Engine(ports);
