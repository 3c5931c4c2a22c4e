import type { Bus, EngineEvent } from '#client/offline/engine/ports.ts';

/** Delivers events in this tab, after the current task, and in every other tab of the app. */
export const tabBus = (name = 'headland'): Bus => {
  const listeners = new Set<(event: EngineEvent) => void>();
  const notify = (event: EngineEvent): void => {
    for (const listener of listeners) {
      // Each separately: if one fails, the browser reports it and the others still hear the event.
      queueMicrotask(() => listener(event));
    }
  };
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<EngineEvent>) => notify(data));
  return {
    post: (event) => {
      channel.postMessage(event);
      notify(event);
    },
    listen: (listener) => {
      // A wrapper of its own, so that a listener that is added twice has to be removed twice.
      const own = (event: EngineEvent): void => listener(event);
      listeners.add(own);
      return () => {
        listeners.delete(own);
      };
    },
  };
};
