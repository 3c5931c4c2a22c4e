import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Office } from '#shared/domain/office.ts';
import { useEngine, useSyncState } from '#client/data/engine-context.tsx';
import { type Engine, listen } from '#client/offline/public.ts';
import { officeCopyQuery, officeQuery } from './office-query.ts';

/** On a busy day something changes every second: the server is not asked more often than this. */
const PAUSE_MS = 10_000;
/** And not before what was changed here has been sent. */
const FIRST_MS = 1_000;

/** Calls back after records changed, when the connection is back, and when the page is looked at again; never while nobody looks. */
const follow = (engine: Engine, onChange: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = performance.now();
  let hasChanged = false;
  const run = (): void => {
    timer = undefined;
    hasChanged = document.hidden;
    if (!document.hidden) {
      last = performance.now();
      onChange();
    }
  };
  const wish = (): void => {
    timer ??= setTimeout(run, Math.max(FIRST_MS, last + PAUSE_MS - performance.now()));
  };
  const stopListening = listen(engine, ({ kind }) => {
    if (kind === 'rows' || kind === 'pulled' || kind === 'mapped') {
      wish();
    }
  });
  let { connection: before } = engine.current();
  const unsubscribe = engine.subscribe(({ connection }) => {
    if (before !== 'online' && connection === 'online') {
      wish();
    }
    before = connection;
  });
  const look = (): void => {
    // Devices report what they hold without a change of any record.
    if (!document.hidden && (hasChanged || performance.now() - last > PAUSE_MS)) {
      wish();
    }
  };
  document.addEventListener('visibilitychange', look);
  return () => {
    clearTimeout(timer);
    stopListening();
    unsubscribe();
    document.removeEventListener('visibilitychange', look);
  };
};

interface OfficeNow {
  readonly office: Office | undefined;
  /** When it was so, if it may have changed since: in milliseconds since 1970. */
  readonly asOf: number | null;
  /** Why there is nothing to show; null: nothing failed, or there is something all the same. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** What waits for the office: by the server, and until it answers, or while it cannot be reached, by what this device was told last. */
export const useOffice = (orgId: number): OfficeNow => {
  const engine = useEngine();
  const { connection } = useSyncState();
  const { data, error, isError, dataUpdatedAt, refetch } = useQuery(officeQuery(orgId));
  const { data: copy } = useQuery({ ...officeCopyQuery(orgId), enabled: data === undefined });
  const isHere = data !== undefined;
  useEffect(() => {
    // Coming back from a list, what was done there is to be seen at once.
    if (isHere) {
      void refetch();
    }
    return follow(engine, () => void refetch());
    // eslint-disable-next-line react/exhaustive-deps -- By what was here when it was mounted.
  }, [engine, refetch]);
  const office = data ?? copy?.office;
  const isOld = data === undefined || isError || connection !== 'online';
  return {
    office,
    asOf: office && isOld ? (data ? dataUpdatedAt : (copy?.at ?? null)) : null,
    error: office || copy === undefined ? null : error,
    retry: () => void refetch(),
  };
};
