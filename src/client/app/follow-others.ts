import { useEffect } from 'react';
import { useEngine } from '#client/data/engine-context.tsx';
import { listenLive } from '#client/offline/public.ts';

/** Follows other people's changes for as long as it is mounted. */
export const FollowOthers = (): null => {
  const engine = useEngine();
  useEffect(() => {
    const live = listenLive({
      onSeq: ({ organizationId }) => engine.wantPull(organizationId),
      onOpen: () => engine.look(),
      onClosed: () => undefined,
      onSignedOut: () => engine.look(),
    });
    let { connection: before } = engine.current();
    const unsubscribe = engine.subscribe(({ connection }) => {
      // Signed in again in another tab: what was refused without a session is requested again.
      if (before === 'signed-out' && connection === 'online') {
        live.again();
      }
      before = connection;
    });
    return () => {
      unsubscribe();
      live.stop();
    };
  }, [engine]);
  return null;
};
