import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { SeqEvent } from '#shared/domain/live.ts';
import { AppError, refusal, refusalMessage } from '#shared/lib/errors.ts';
import { createSeats, type SeatLimits } from '#server/commands/live-seats.ts';
import { counters } from '#server/counters.ts';
import { wordsOf } from '#server/log.ts';
import type { Credential } from '#server/ports/session.ts';
import type { LiveListener, LiveNumbers } from '#server/ports/live.ts';
import { findNumbers, findOrganizationsOf } from '#server/data/live.ts';
import type { Database } from '#server/db/database.ts';

const TIMES = {
  /** Time between two polls of the numbers. */
  pollMs: 400,
  /** How long a former member may still get events of an organization. */
  recheckMs: 5000,
  /** Proxies and browsers give up a connection that is silent for longer. */
  pingMs: 25_000,
  /** How long clients may take to read the rest after the stop. */
  endWithinMs: 1000,
};

/** Per process, unless the settings say otherwise. */
const SEATS: SeatLimits = { seats: 5000, seatsOfUser: 10 };
/** Listeners per statement: a hundred thousand of them are many small statements, and none delays others. */
const RECHECKED_AT_ONCE = 500;
const RETRY_AFTER_SECONDS = 30;
/** Bytes that a client has not read; beyond this it is disconnected, and gets the newest numbers when it reconnects. */
const MOST_WAITING = 16_384;

interface LiveDeps {
  readonly db: Database;
  readonly now: () => Date;
  /** Called once when the database is gone, and once when it is back. */
  readonly say: (line: string) => void;
  readonly seats?: SeatLimits;
}

interface Listener {
  readonly credential: Credential;
  readonly stream: Readable;
  organizations: ReadonlySet<number>;
  /** The last number that was sent, by organization. */
  readonly told: Map<number, number>;
}

const send = ({ stream }: Listener, text: string): void => {
  stream.push(text);
  if (stream.readableLength > MOST_WAITING) {
    stream.destroy();
  }
};

/** The events for numbers that the listener has not got yet. */
const newsFor = ({ organizations, told }: Listener, numbers: ReadonlyMap<number, number>): string => {
  const events: string[] = [];
  for (const organizationId of organizations) {
    const seq = numbers.get(organizationId);
    // One poll can overtake another; numbers only grow.
    if (seq !== undefined && seq > (told.get(organizationId) ?? -1)) {
      told.set(organizationId, seq);
      events.push(`event: seq\ndata: ${JSON.stringify({ organizationId, seq } satisfies SeqEvent)}\n\n`);
    }
  }
  return events.join('');
};

/**
 * Sends the numbers of changes to all listeners. One poll of the database serves all of them, and only while there are listeners; nothing
 * comes from other processes, so it works with any number of them and through a pool that shares connections (PgBouncer), where `LISTEN`
 * does not.
 */
export const createLiveNumbers = ({ db, now, say, seats: limits = SEATS }: LiveDeps, times: typeof TIMES = TIMES): LiveNumbers => {
  const listeners = new Set<Listener>();
  /** Of everyone who listens or is about to. */
  const seats = createSeats(limits);
  let nextLook: NodeJS.Timeout | undefined;
  let pings: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isLost = false;
  let isStopped = false;
  let recheckedAt = 0;

  const recheckSome = async (asked: readonly Listener[]): Promise<void> => {
    const found = await findOrganizationsOf(
      db,
      asked.map(({ credential }) => credential),
      now(),
    );
    for (const [index, listener] of asked.entries()) {
      const organizations = found[index];
      if (organizations === undefined) {
        // Nobody is signed in anymore: the next request of this client is refused, and says so.
        end(listener);
      } else {
        listener.organizations = organizations;
      }
    }
  };

  const recheck = async (): Promise<void> => {
    const asked = [...listeners];
    for (let at = 0; at < asked.length; at += RECHECKED_AT_ONCE) {
      await recheckSome(asked.slice(at, at + RECHECKED_AT_ONCE));
    }
    recheckedAt = performance.now();
  };

  const tell = async (): Promise<void> => {
    const ids = new Set([...listeners].flatMap(({ organizations }) => [...organizations]));
    if (ids.size === 0) {
      return;
    }
    const numbers = await findNumbers(db, [...ids]);
    for (const listener of listeners) {
      const news = newsFor(listener, numbers);
      if (news !== '') {
        send(listener, news);
      }
    }
  };

  const look = async (): Promise<void> => {
    try {
      if (performance.now() - recheckedAt >= times.recheckMs) {
        await recheck();
      }
      await tell();
      if (isLost) {
        isLost = false;
        say('Live numbers go on: the database answers again.');
      }
    } catch (error) {
      if (!isLost) {
        isLost = true;
        say(`Live numbers wait for the database: ${wordsOf(error)}`);
      }
    }
  };

  const lookOnLater = (): void => {
    if (nextLook !== undefined || looking !== undefined || listeners.size === 0) {
      return;
    }
    nextLook = setTimeout(() => {
      nextLook = undefined;
      looking = look().then(() => {
        looking = undefined;
        lookOnLater();
      });
    }, times.pollMs).unref();
  };

  const join = (listener: Listener): void => {
    if (listeners.size === 0) {
      // The first has just been checked, and so is everyone who comes later.
      recheckedAt = performance.now();
    }
    listeners.add(listener);
    pings ??= setInterval(() => listeners.forEach((each) => send(each, ':\n\n')), times.pingMs).unref();
    lookOnLater();
  };

  const leave = (listener: Listener): void => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearTimeout(nextLook);
      clearInterval(pings);
      nextLook = undefined;
      pings = undefined;
    }
  };

  const end = (listener: Listener): void => {
    leave(listener);
    listener.stream.push(null);
  };

  const takeSeat = ({ userId, address }: LiveListener, giveWay: () => void): (() => void) => {
    if (isStopped) {
      throw new AppError('unavailable', refusalMessage('programStopping'), { retryAfterSeconds: 1 });
    }
    const seat = { userId, address, giveWay };
    if (!seats.take(seat)) {
      counters.add('limits_hit', 'liveSeats');
      throw new AppError('too_many', refusalMessage('tooManyListeners'), {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    return () => seats.free(seat);
  };

  const open = async (credential: Credential): Promise<Listener> => {
    const [organizations] = await findOrganizationsOf(db, [credential], now());
    if (organizations === undefined) {
      throw refusal('unauthenticated', 'signInFirst');
    }
    const numbers = await findNumbers(db, [...organizations]);
    if (isStopped) {
      throw new AppError('unavailable', refusalMessage('programStopping'), { retryAfterSeconds: 1 });
    }
    const stream = new Readable({ read: () => undefined });
    const listener = { credential, stream, organizations, told: new Map<number, number>() };
    // Send a first byte at once, even without organizations: browsers fire `open` only then.
    stream.push(`:\n\n${newsFor(listener, numbers)}`);
    return listener;
  };

  return {
    count: () => listeners.size,
    listen: async (who) => {
      let listener: Listener | undefined;
      let isGivenAway = false;
      const freeSeat = takeSeat(who, () => {
        isGivenAway = true;
        if (listener) {
          end(listener);
        }
      });
      try {
        const own = await open(who.credential);
        listener = own;
        own.stream.once('close', () => {
          freeSeat();
          leave(own);
        });
        if (isGivenAway) {
          own.stream.push(null);
        } else {
          join(own);
        }
        return own.stream;
      } catch (error) {
        freeSeat();
        throw error;
      }
    },
    stop: async () => {
      isStopped = true;
      const streams = [...listeners].map(({ stream }) => stream);
      const closed = streams.map((stream) => once(stream, 'close'));
      const late = setTimeout(() => streams.forEach((stream) => stream.destroy()), times.endWithinMs);
      listeners.forEach(end);
      await Promise.all([...closed, looking]);
      clearTimeout(late);
    },
  };
};
