import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useEngine, useSyncState } from '#client/data/engine-context.tsx';
import { theOwnView } from '#client/data/own-view.ts';
import { organizationsQuery } from '#client/data/session.ts';
import { blockReload } from '#client/lib/dirty.ts';
import { type Engine, type EngineEvent, listen, onRealId } from '#client/offline/public.ts';

/** Screens are refreshed at most this often, however fast changes come: a long sync must not keep the phone busy drawing. */
const PAUSE_MS = 400;
/** And not before the user's own action is answered: the toast comes first, then the lists behind it. */
const FIRST_MS = 120;

const isActivity = (key: readonly unknown[]): boolean => key[2] === 'audit-logs';

/** Refreshes what is on the screen after records changed; the activity list only after something arrived from the server. */
const readAgain = (client: QueryClient, engine: Engine): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasActivity = false;
  let last = 0;
  const run = (): void => {
    timer = undefined;
    if (theOwnView().ending() !== null) {
      // There is nothing to read, and an open form keeps what it was opened with.
      return;
    }
    last = performance.now();
    const withActivity = hasActivity;
    hasActivity = false;
    void client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === 'organizations' && (withActivity || !isActivity(queryKey)),
    });
  };
  const hear = (event: EngineEvent): void => {
    const isList = event.kind === 'session' || (event.kind === 'rows' && event.store === 'organizations');
    // A list that is being read triggers its own change event: with no organization yet, it would ask the server forever.
    if (isList && client.isFetching({ queryKey: organizationsQuery.queryKey }) === 0) {
      void client.invalidateQueries({ queryKey: organizationsQuery.queryKey });
    }
    if (event.kind === 'rows' || event.kind === 'pulled' || event.kind === 'mapped') {
      hasActivity ||= event.kind === 'pulled';
      timer ??= setTimeout(run, Math.max(FIRST_MS, last + PAUSE_MS - performance.now()));
    }
  };
  const stop = listen(engine, hear);
  return () => {
    clearTimeout(timer);
    stop();
  };
};

/** Where a single read keeps failing while others succeed, it is not retried continuously. */
const AGAIN_AFTER_MS = 15_000;

/** Retries failed reads when the server is reachable again: nobody should have to press Try again next to 'Online'. */
const tryAgain = (client: QueryClient, engine: Engine): (() => void) => {
  let { connection: before } = engine.current();
  let last = Number.NEGATIVE_INFINITY;
  return engine.subscribe(({ connection }) => {
    if (before !== 'online' && connection === 'online' && performance.now() - last > AGAIN_AFTER_MS) {
      last = performance.now();
      void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    }
    before = connection;
  });
};

/** Replaces an address with a record's temporary id by the one with its real id. */
const useRealAddress = (): void => {
  const engine = useEngine();
  const [path, navigate] = useLocation();
  useEffect(
    () =>
      onRealId(engine, ({ tempId, id }) => {
        const known = path.split('/').map((part) => (part === String(tempId) ? String(id) : part));
        if (known.join('/') !== path) {
          navigate(known.join('/') + location.search, { replace: true });
        }
      }),
    [engine, path, navigate],
  );
};

/** Keeps the screens in step with the engine. */
export const FollowEngine = () => {
  const engine = useEngine();
  const client = useQueryClient();
  const isSending = useSyncState().sending !== null;
  useEffect(() => readAgain(client, engine), [client, engine]);
  useEffect(() => tryAgain(client, engine), [client, engine]);
  // No new version reloads the page while changes are being sent.
  useEffect(() => (isSending ? blockReload() : undefined), [isSending]);
  useRealAddress();
  return null;
};
