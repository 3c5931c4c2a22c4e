import type { Bus, EngineEvent } from '#client/offline/engine/ports.ts';

/** What is posted is heard in this tab, after the current work, and in every other tab of the app. */
export const tabBus = (name = 'headland'): Bus => {
  const listeners = new Set<(event: EngineEvent) => void>();
  const tell = (event: EngineEvent): void => {
    for (const listener of listeners) {
      // Each by itself: one that fails is reported by the browser and keeps nobody from hearing.
      queueMicrotask(() => listener(event));
    }
  };
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<EngineEvent>) => tell(data));
  return {
    post: (event) => {
      channel.postMessage(event);
      tell(event);
    },
    listen: (listener) => {
      // A wrapper of its own, so that who listens twice has to stop twice.
      const own = (event: EngineEvent): void => listener(event);
      listeners.add(own);
      return () => {
        listeners.delete(own);
      };
    },
  };
};
