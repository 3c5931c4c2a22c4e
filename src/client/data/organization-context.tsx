import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { can, type Capability } from '#shared/access/capabilities.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { type EntryUnits, unitsOf } from '#shared/domain/units.ts';
import { useEngine } from '#client/data/engine-context.tsx';
import { organizationsQuery } from '#client/data/session.ts';

/** Where the browser remembers the selected organization (specification 1 §3). */
const STORAGE_KEY = 'selectedOrganizationId';

/** The selected one of these: the stored one if it is still there, else the first (specification 1 §4). */
export const selectedIn = (organizations: readonly Organization[], storedId = Number(localStorage.getItem(STORAGE_KEY))) =>
  organizations.find(({ id }) => id === storedId) ?? organizations[0];

interface Selection {
  readonly organizations: readonly Organization[];
  /** Undefined while none is loaded, or there is none. */
  readonly selected: Organization | undefined;
  readonly select: (id: number) => void;
}

const OrganizationContext = createContext<Selection | undefined>(undefined);

/** Keeps which organization is selected. */
export const OrganizationProvider = ({ children }: { readonly children: ReactNode }) => {
  const client = useQueryClient();
  const engine = useEngine();
  const { data: organizations } = useQuery(organizationsQuery);
  const [storedId, setStoredId] = useState(() => Number(localStorage.getItem(STORAGE_KEY)));

  const select = useCallback(
    (id: number) => {
      localStorage.setItem(STORAGE_KEY, String(id));
      setStoredId(id);
      // What was read for the other organization is dropped; the list of organizations stays.
      client.removeQueries({ predicate: (query) => query.queryKey[0] === 'organizations' && query.queryKey[1] !== id });
    },
    [client],
  );

  const selection = useMemo(() => {
    const list = organizations ?? [];
    return { organizations: list, selected: selectedIn(list, storedId), select };
  }, [organizations, storedId, select]);
  const watched = selection.selected?.id;
  useEffect(() => {
    if (watched !== undefined) {
      engine.watch(watched);
    }
  }, [engine, watched]);
  return <OrganizationContext value={selection}>{children}</OrganizationContext>;
};

export const useOrganizations = (): Selection => {
  const selection = useContext(OrganizationContext);
  if (!selection) {
    throw new Error('useOrganizations is used outside OrganizationProvider');
  }
  return selection;
};

/** The selected organization, for screens that the shell shows only when there is one. */
export const useOrganization = (): Organization => {
  const { selected } = useOrganizations();
  if (!selected) {
    throw new Error('No organization selected');
  }
  return selected;
};

/** In what the selected organization measures its entries' numbers (decisions §9). */
export const useUnits = (): EntryUnits => unitsOf(useOrganization());

/** Whether the signed-in user may do it in the selected organization; the server asks the same question of the same table. */
export const useCan = (capability: Capability): boolean => can(useOrganization().role, capability);
