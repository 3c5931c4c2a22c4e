import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useOrganizations } from '#client/data/organization-context.tsx';
import { entryAddress } from '#client/entities/job-entries/entry-address.ts';

/** What a notice leads to. */
interface Wanted {
  readonly organization: number;
  /** Null: several, which are on the overview. */
  readonly entry: number | null;
}

/** Reads the path of a notice (`src/server/commands/send-notices.ts`); undefined: it is none. */
export const wantedIn = (search: string): Wanted | undefined => {
  const query = new URLSearchParams(search);
  const organization = Number(query.get('organization'));
  return organization > 0 ? { organization, entry: Number(query.get('entry')) || null } : undefined;
};

/** Goes where a notice leads: one that started the app, and one that was tapped while it was open. */
export const useOpening = (): void => {
  const [, navigate] = useLocation();
  const search = useSearch();
  const { organizations, selected, select } = useOrganizations();

  useEffect(() => {
    const open = (event: MessageEvent) => {
      const { type, path } = event.data as { readonly type?: string; readonly path?: string };
      if (type === 'open' && path !== undefined) {
        // The worker waits to hear that somebody goes there.
        event.ports[0]?.postMessage('going');
        navigate(path);
      }
    };
    // Pages without TLS have none.
    const { serviceWorker } = navigator as { readonly serviceWorker?: ServiceWorkerContainer };
    serviceWorker?.addEventListener('message', open);
    return () => serviceWorker?.removeEventListener('message', open);
  }, [navigate]);

  const selectedId = selected?.id;
  useEffect(() => {
    const wanted = wantedIn(search);
    if (!wanted) {
      return;
    }
    if (wanted.organization !== selectedId && organizations.some(({ id }) => id === wanted.organization)) {
      select(wanted.organization);
    }
    navigate(wanted.entry === null ? '/dashboard' : entryAddress(wanted.entry, null), { replace: true });
  }, [search, organizations, selectedId, select, navigate]);
};
