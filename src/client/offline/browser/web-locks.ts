import { ALWAYS_HERE, type PageLife } from '#client/offline/browser/page-life.ts';
import type { Locks } from '#client/offline/engine/ports.ts';

export interface TabLocks extends Locks {
  /** Signals to waiting tabs that this one is alive and making progress. Call it whenever work under a lock advances. */
  readonly sign: () => void;
}

interface Options {
  /** How long a holder may give no sign before a waiter takes the lock from it. */
  readonly patienceMs?: number;
  /** A page that is put away holds no lock: its lock counts as stolen. */
  readonly life?: PageLife;
}

// A waiter counts ticks rather than time: one that slept with the device must not conclude that the holder slept.
const LOOKS = 9;

const channelOf = (name: string): BroadcastChannel => new BroadcastChannel(`headland-lock:${name}`);

/** Calls back when the lock's holder has given no sign for that long; runs until stopped. */
const watchHolder = (name: string, patienceMs: number, onSilence: () => void): { readonly stop: () => void } => {
  const channel = channelOf(name);
  let left = LOOKS;
  channel.addEventListener('message', () => {
    left = LOOKS;
  });
  const timer = setInterval(() => {
    left -= 1;
    if (left === 0) {
      stop();
      onSilence();
    }
  }, patienceMs / LOOKS);
  const stop = (): void => {
    clearInterval(timer);
    channel.close();
  };
  return { stop };
};

const settled = (work: Promise<unknown>): Promise<void> =>
  work.then(
    () => undefined,
    () => undefined,
  );

/** One after another by name, within this tab. */
const inTab = (): Locks['run'] => {
  const last = new Map<string, Promise<void>>();
  return (name, work) => {
    const mine = (last.get(name) ?? Promise.resolve()).then(() => work(new AbortController().signal));
    // The next one waits for the end; whether it failed only its own caller learns.
    last.set(name, settled(mine));
    return mine;
  };
};

const overTabs = (manager: LockManager, held: Set<BroadcastChannel>, { patienceMs, life }: Required<Options>): Locks['run'] => {
  const hold = async <T>(name: string, work: (stolen: AbortSignal) => Promise<T>, stolen: AbortSignal): Promise<T> => {
    const channel = channelOf(name);
    const release = (): void => {
      held.delete(channel);
      channel.close();
    };
    held.add(channel);
    stolen.addEventListener('abort', release);
    channel.postMessage('taken');
    return work(stolen).finally(release);
  };
  /** Waits for its turn and begins; null if the page was put away first. */
  const take = async <T>(name: string, work: (stolen: AbortSignal) => Promise<T>): Promise<{ readonly mine: Promise<T> } | null> => {
    const queue = new AbortController();
    const robbed = new AbortController();
    const watch = watchHolder(name, patienceMs, () => queue.abort());
    const state: { mine?: Promise<T> } = {};
    const begin = (): Promise<T> => {
      watch.stop();
      return (state.mine = hold(name, work, robbed.signal));
    };
    const left = new Promise<void>((resolve) => robbed.signal.addEventListener('abort', () => resolve()));
    const unwatch = life.watch({
      onLeave: () => {
        watch.stop();
        queue.abort();
        robbed.abort();
      },
    });
    const isLeft = (): boolean => !state.mine && robbed.signal.aborted;
    const ask = (options: LockOptions): Promise<void> =>
      manager
        .request(name, options, () => (isLeft() ? undefined : Promise.race([settled(begin()), left])))
        .catch(() => {
          if (state.mine) {
            robbed.abort();
          }
        });
    await ask({ signal: queue.signal });
    if (!state.mine && queue.signal.aborted && !isLeft()) {
      await ask({ steal: true });
    }
    unwatch();
    // A page without permission for locks works without them.
    return isLeft() ? null : { mine: state.mine ?? begin() };
  };

  return async (name, work) => {
    for (;;) {
      await life.awake();
      const taken = await take(name, work);
      if (taken) {
        return taken.mine;
      }
    }
  };
};

/**
 * One holder at a time across all tabs. Where the browser has no locks (pages without TLS), only within this tab: two tabs may then do the
 * same work at once, which the changes' keys make harmless.
 */
export const tabLocks = ({ patienceMs = 90_000, life = ALWAYS_HERE }: Options = {}): TabLocks => {
  const held = new Set<BroadcastChannel>();
  const manager = (navigator as { readonly locks?: LockManager }).locks;
  return {
    run: manager ? overTabs(manager, held, { patienceMs, life }) : inTab(),
    sign: () => {
      for (const channel of held) {
        channel.postMessage('alive');
      }
    },
  };
};
