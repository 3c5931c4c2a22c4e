import type { Core } from '#client/offline/engine/core.ts';
import type { EngineState, Outcome } from '#client/offline/engine/state.ts';

interface Watched {
  readonly current: () => EngineState;
  readonly subscribe: (listener: () => void) => () => void;
}

const standingOf = async ({ storage }: Core, itemId: string): Promise<Outcome> => {
  const [item, row] = await storage.read(['syncQueue', 'sent'], (tx) => Promise.all([tx.get('syncQueue', itemId), tx.get('sent', itemId)]));
  if (row || !item) {
    return row ? { kind: 'sent', row } : { kind: 'gone' };
  }
  return item.status === 'attention' ? { kind: 'attention', item } : { kind: 'waiting' };
};

/** Waits up to `withinMs` for a change to take effect or be refused, and no longer than the server can be reached. */
export const outcomeOf = async (core: Core, { current, subscribe }: Watched, itemId: string, withinMs: number): Promise<Outcome> => {
  const { clock, bus } = core;
  const until = clock.now() + withinMs;
  for (;;) {
    const news = new AbortController();
    const wake = (): void => news.abort();
    const ends = [bus.listen(wake), subscribe(wake)];
    try {
      const outcome = await standingOf(core, itemId);
      const left = until - clock.now();
      if (outcome.kind !== 'waiting' || left <= 0 || current().connection !== 'online') {
        return outcome;
      }
      await clock.sleep(Math.min(left, withinMs), news.signal);
    } finally {
      ends.forEach((end) => end());
    }
  }
};
