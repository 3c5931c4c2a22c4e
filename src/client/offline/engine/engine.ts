import { backoffMs, LONGEST_SLEEP_MS, SAID_MS } from '#client/offline/outbox/backoff.ts';
import type { Counts } from '#client/offline/outbox/count-waiting.ts';
import type { DrainReport } from '#client/offline/outbox/drain.ts';
import { Pace } from '#client/offline/outbox/pace.ts';
import type { PullResult } from '#client/offline/pull/pull.ts';
import type { Core } from './core.ts';
import type * as exchange from './exchange.ts';
import { lastSyncOf } from './last-sync.ts';
import type { OrganizationList } from './memberships.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { EngineEvent, Ports } from './ports.ts';
import { createShown, type EngineState, type ManualSync, troubleOf } from './state.ts';
import { switchUser } from './switch-user.ts';
import { countsIn, type Tab } from './tab.ts';

type Exchange = typeof exchange;

/** Fetches the code that talks to the server. Rejects if it cannot be fetched now. */
type FetchExchange = () => Promise<Exchange>;

/**
 * The offline engine: the only way from a screen to the server. Idle until `start`. What it does with the server is in code of its own,
 * which is fetched when it is first needed; as long as that cannot be fetched, the server counts as out of reach.
 */
export class Engine {
  readonly core: Core;
  private readonly tab: Tab;
  private readonly fetchExchange: FetchExchange;
  private fetched: Exchange | null = null;
  private stopping = new AbortController();
  private waking: AbortController | null = null;
  private failures = 0;
  private running: Promise<void> = Promise.resolve();
  private readonly count = oneAtATime(() =>
    this.core.clock.sleep(SAID_MS, this.stopping.signal).then(this.refresh).catch(this.showTrouble),
  );
  /** A change was kept: sends it as soon as the screen has said so. */
  readonly kickSoon = oneAtATime(() =>
    this.core.clock.sleep(this.current().connection === 'offline' ? SAID_MS : 0, this.stopping.signal).then(this.kick),
  );

  constructor(ports: Ports, fetchExchange: FetchExchange) {
    this.core = ports;
    this.fetchExchange = fetchExchange;
    this.tab = {
      core: ports,
      shown: createShown(),
      pace: new Pace(),
      halting: new AbortController(),
      watched: null,
      toPull: new Set(),
      hasFreshList: false,
    };
    this.core.bus.listen((event) => this.hear(event));
  }

  /** Sends what can be sent, now. `isAsked`: a person wants everything that waits to be tried, even if it is backing off. */
  drain(isAsked = false): Promise<DrainReport> {
    const none: DrainReport = { sent: 0, refused: 0, stopped: 'no-answer', nextAt: null };
    return this.withServer(({ drainTab }) => drainTab(this.tab, isAsked), none);
  }

  /** Brings the copy of an organization up to date. */
  pull(orgId: number): Promise<PullResult> {
    return this.withServer(({ pullTab }) => pullTab(this.tab, orgId), 'no-answer');
  }

  /** Asks the server for the user's organizations and keeps the list; null if there is none, for whatever reason. */
  readOrganizations(): Promise<OrganizationList | null> {
    return this.withServer(({ listOrganizations }) => listOrganizations(this.tab), null);
  }

  /** A sync that a person asked for: tries everything that waits, at once, and reports what it tried (specification 2.18). */
  async sync(): Promise<ManualSync> {
    this.halt(false);
    const { pending } = await this.counts();
    const none: ManualSync = { result: 'offline', succeeded: 0, failed: pending, untried: 0 };
    return this.withServer(({ syncNow }) => syncNow(this.tab), none);
  }

  /** How many of the signed-in user's changes wait; none without such a user. */
  counts = (): Promise<Counts> => countsIn(this.core);

  /** Stops sending in all tabs after what is in flight. `halt(false)`, the next `sync`, a sign-in or a start of the app resumes it. */
  halt(isHalted = true): void {
    if (this.setHalted(isHalted)) {
      this.core.bus.post({ kind: 'halt', isHalted });
    }
  }

  /** The user signed in (or was found signed in at start): the device's copy becomes theirs. */
  async signedIn(userId: number): Promise<void> {
    await switchUser(this.core, userId, this.fetchExchange);
    this.tab.hasFreshList = false;
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
    const { wipe } = await import('./hand-over.ts');
    await wipe(this.core, isStill);
    // People who did not sign out themselves still have to see how much of theirs is waiting.
    const counts = isStill ? {} : { pending: 0, attention: 0 };
    this.show({ connection: 'signed-out', ...counts, lastSync: null });
  }

  /** Sets the organization on the screen, whose copy is kept up to date. */
  watch(orgId: number): void {
    this.tab.watched = orgId;
    this.wantPull(orgId);
  }

  /** The server has something new in an organization. */
  wantPull(orgId: number): void {
    this.tab.toPull.add(orgId);
    this.kick();
  }

  /** The page is in front of a person (again): sends and reads what there is. */
  look = (): void => {
    const { watched, toPull } = this.tab;
    if (watched !== null) {
      toPull.add(watched);
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
    this.tab.halting = new AbortController();
    this.running = this.loop(this.stopping.signal);
  }

  /** Stops after what is in flight. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.tab.halting.abort();
    this.waking?.abort();
    await this.running;
  }

  /** There may be something to do: looks now, whatever the current pause. */
  kick = (): void => {
    this.failures = 0;
    this.waking?.abort();
  };

  subscribe = (listener: (state: EngineState) => void) => this.tab.shown.subscribe(listener);
  current = (): EngineState => this.tab.shown.current();

  /** Counts again, since other tabs change the queue, too. */
  refresh = async (): Promise<void> => this.show({ ...(await this.counts()), trouble: null });

  private async loop(stopping: AbortSignal): Promise<void> {
    const { clock, random } = this.core;
    while (!stopping.aborted) {
      const waking = new AbortController();
      this.waking = waking;
      const wait = await this.withServer(({ round }) => round(this.tab), LONGEST_SLEEP_MS).catch((error: unknown) => {
        // What is kept is safe, and the next round tries again; until then the person can see that something is wrong.
        this.show(stopping.aborted ? {} : troubleOf(error));
        return LONGEST_SLEEP_MS;
      });
      this.failures = this.current().connection === 'offline' ? this.failures + 1 : 0;
      const pause = this.failures > 0 ? backoffMs(this.failures, random.fraction()) : wait;
      await clock.sleep(pause, waking.signal);
    }
  }

  /** What the work with the server gives; `otherwise` while its code cannot be fetched. */
  private async withServer<T>(work: (loaded: Exchange) => Promise<T>, otherwise: T): Promise<T> {
    try {
      this.fetched ??= await this.fetchExchange();
    } catch {
      this.show({ connection: 'offline' });
      return otherwise;
    }
    return work(this.fetched);
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
    this.tab.halting.abort();
    this.tab.halting = isHalted ? this.tab.halting : new AbortController();
    this.show({ isHalted });
    return true;
  }

  private showTrouble = (error: unknown): void => this.show(troubleOf(error));
  private show = (changes: Partial<EngineState>): void => this.tab.shown.show(changes);
}

const fetchExchange: FetchExchange = () => import('./exchange.ts');

/** `fetch`: in the simulation nothing comes from outside, so that it has the code already. */
export const createEngine = (ports: Ports, fetch = fetchExchange): Engine => new Engine(ports, fetch);
