import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccessLevel } from '#shared/access/roles.ts';
import { routes } from '#shared/routes.ts';
import type { Employee } from '#shared/domain/employee.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useSyncState } from '#client/data/engine-context.tsx';
import { keep } from '#client/data/local-rows.ts';
import { employeeQueries } from '#client/data/queries.ts';
import { t } from '#client/lib/texts.ts';
import { useNow } from '#client/lib/use-now.ts';
import { invitationsQuery } from './invitations.ts';
import { linkOf, nextAfter } from './joining.ts';
import { fateOf } from './link-fate.ts';
import type { MadeInvitation } from './use-link-sending.ts';
import { isSent, type Place, useTeam } from './use-team.ts';

interface Made {
  readonly link: MadeInvitation;
  /** When the answer came, by this device's clock. */
  readonly at: number;
}

/** Makes links for one person after the other, and follows what becomes of the one that is shown. */
export const useInvite = (place: Place, asked: Employee) => {
  const { id: orgId } = place;
  const client = useQueryClient();
  const notices = useNotices();
  const now = useNow();
  const isOffline = useSyncState().connection === 'offline';
  const [person, setPerson] = useState(asked);
  const [chosen, setChosen] = useState<AccessLevel | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const [isBusy, setBusy] = useState(false);
  // As this device holds them now: an employee added offline gets their real id in the meantime.
  const employee = useQuery(employeeQueries.detail(orgId, person.id)).data ?? person;
  const invitations = useQuery(invitationsQuery(orgId));
  const team = useTeam(place);

  const makeFor = async ({ id: employeeId }: Employee, accessLevel: AccessLevel | null) => {
    setBusy(true);
    try {
      const body = accessLevel === null ? { employeeId } : { employeeId, accessLevel };
      const link = await callOnline(routes.invitations.create, { params: { orgId }, body });
      setMade({ link, at: Date.now() });
    } catch (error) {
      notices.failure(t('Failed to invite'), error);
    }
    setBusy(false);
    await client.invalidateQueries({ queryKey: invitationsQuery(orgId).queryKey });
  };
  /** What the link gives is the employee's level, so that it is theirs at once. */
  const changeLevel = async (accessLevel: AccessLevel) => {
    if (!made) {
      setChosen(accessLevel);
      return;
    }
    setBusy(true);
    try {
      const saved = await callOnline(routes.employees.update, { params: { id: employee.id }, body: { accessLevel } });
      await keep('employees', orgId, [saved]);
      await client.invalidateQueries({ queryKey: employeeQueries.list(orgId).queryKey });
      setChosen(null);
      setPerson(saved);
    } catch (error) {
      notices.failure(t('Failed to change the access level'), error);
    }
    setBusy(false);
  };
  const next = team && nextAfter(team.left.filter(isSent), team.people, employee.id);
  const isKnown = made !== null && !invitations.isFetching && invitations.dataUpdatedAt > made.at;
  return {
    employee,
    level: chosen ?? employee.accessLevel,
    /** Undefined while nothing can be changed. */
    changeLevel: isOffline || isBusy ? undefined : (level: AccessLevel) => void changeLevel(level),
    made: made?.link ?? null,
    fate: made ? fateOf(made.link, employee, isKnown ? invitations.data : undefined, now) : ('open' as const),
    /** The link that was made before, which cannot be shown. */
    before: made ? undefined : linkOf(employee, invitations.data),
    isBusy,
    canMake: !isOffline && isSent(employee),
    make: () => makeFor(employee, chosen),
    next,
    /** Makes the next person's link at once: pressing it is asking for it. */
    goOn: (to: Employee) => {
      setPerson(to);
      setChosen(null);
      setMade(null);
      return makeFor(to, null);
    },
    team,
  };
};
