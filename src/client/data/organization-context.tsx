import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { can, type Capability } from '#shared/access/capabilities.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { type EntryUnits, unitsOf } from '#shared/domain/units.ts';
import { useEngine } from '#client/data/engine-context.tsx';
import { afterList, choiceOf, chosenByHand, firstOf } from '#client/data/organization-choice.ts';
import { organizationsQuery } from '#client/data/session.ts';
import { isFormDirty } from '#client/lib/dirty.ts';

/** Where the browser remembers the selected organization (specification 1.18). */
const STORAGE_KEY = 'selectedOrganizationId';

const storedId = (): number | null => Number(sessionStorage.getItem(STORAGE_KEY) ?? localStorage.getItem(STORAGE_KEY)) || null;

/** A sample company is only this tab's: the next start is in the person's own. */
const store = (id: number, isSample = false): void => {
  sessionStorage.removeItem(STORAGE_KEY);
  (isSample ? sessionStorage : localStorage).setItem(STORAGE_KEY, String(id));
};

/** The organization a start selects: the stored one if it still exists, otherwise the first (specification 1.18). */
export const selectedIn = (organizations: readonly Organization[]): Organization | undefined =>
  afterList(choiceOf(storedId()), organizations, false).known;

interface Selection {
  /** By name; including the selected one for as long as it is selected. */
  readonly organizations: readonly Organization[];
  /** Undefined while none is loaded, or there is none. */
  readonly selected: Organization | undefined;
  readonly select: (id: number) => void;
  /** The user no longer belongs to the selected one, which stays under their form until they move on. */
  readonly hasLeft: boolean;
  /** Moves on from an organization that the user leaves: to the one that is stored for the next start, else to the first. */
  readonly goOn: () => void;
}

const OrganizationContext = createContext<Selection | undefined>(undefined);

/** Keeps which organization is selected in this tab; the one chosen last on this device is stored for the next start. */
export const OrganizationProvider = ({ children }: { readonly children: ReactNode }) => {
  const client = useQueryClient();
  const engine = useEngine();
  const { data: listed } = useQuery(organizationsQuery);
  const [choice, setChoice] = useState(() => choiceOf(storedId()));
  const current = listed ? afterList(choice, listed, isFormDirty()) : choice;
  if (current !== choice) {
    setChoice(current);
  }

  const select = useCallback(
    (id: number) => {
      setChoice(chosenByHand(id));
      // Data of the other organization is dropped; the list of organizations stays.
      client.removeQueries({ predicate: (query) => query.queryKey[0] === 'organizations' && query.queryKey[1] !== id });
    },
    [client],
  );

  const selection = useMemo(() => {
    const list = listed ?? [];
    const { known, hasLeft } = current;
    return {
      organizations: hasLeft && known ? [...list, known] : list,
      selected: known ?? firstOf(list),
      select,
      hasLeft,
      goOn: () => {
        sessionStorage.removeItem(STORAGE_KEY);
        setChoice(choiceOf(storedId()));
      },
    };
  }, [listed, current, select]);
  const { id: knownId, isSample } = current.known ?? {};
  // Stored whether chosen for the user or by them: what appears in the list later changes nothing, not at the next start either.
  useEffect(() => {
    if (knownId !== undefined) {
      store(knownId, isSample);
    }
  }, [knownId, isSample]);
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

/** The units that the selected organization measures in (specification 12.6). */
export const useUnits = (): EntryUnits => unitsOf(useOrganization());

/** Whether the signed-in user has the capability in the selected organization; the server uses the same table. */
export const useCan = (capability: Capability): boolean => can(useOrganization().role, capability);
