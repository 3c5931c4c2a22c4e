import { ALWAYS_HERE, type PageLife } from '#client/offline/browser/page-life.ts';
import type { Locks } from '#client/offline/engine/ports.ts';

export interface TabLocks extends Locks {
  /** Says to waiting tabs that this one is alive and gets on. To be called whenever work under a lock makes progress. */
  readonly sign: () => void;
}

interface Options {
  /** How long a holder may give no sign before a waiter takes the lock from it. */
  readonly patienceMs?: number;
  /** A page that is put away holds no lock: it is taken for robbed of it. */
  readonly life?: PageLife;
}

// A waiter counts looks, not time: one that slept with the whole device must not believe that the holder slept alone.
const LOOKS = 9;

const channelOf = (name: string): BroadcastChannel => new BroadcastChannel(`headland-lock:${name}`);

/** Calls back when the holder of the name gave no sign for so long; until stopped. */
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
    // Whoever comes next waits for the end; how it ended its own caller hears.
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
  /** Waits for its turn and begins; null: the page was put away before. */
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
    // A page that may not have locks works without.
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
 * One holder at a time over all tabs. Where the browser has no locks (pages without TLS) only within this tab: two tabs may then do the
 * same work at once, which the keys of the changes make harmless.
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
