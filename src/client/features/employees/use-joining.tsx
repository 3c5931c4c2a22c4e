import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { can } from '#shared/access/capabilities.ts';
import type { Employee } from '#shared/domain/employee.ts';
import type { Invitation } from '#shared/domain/invitation.ts';
import { InvitePerson } from '#client/entities/members/invite-later.tsx';
import { JoiningBadge } from '#client/entities/members/joining-badge.tsx';
import { joiningOf, linkOf, mayInvite } from '#client/entities/members/joining.ts';
import type { RecordAction } from '#client/components/record-actions.tsx';
import { invitationsQuery } from '#client/entities/members/invitations.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { type Times, useTimes } from '#client/features/employees/last-seen.tsx';
import { t } from '#client/lib/texts.ts';
import { InviteIcon } from '#client/ui/icons.tsx';

interface JoiningParts {
  /** As far as the user may see them. */
  readonly invitations: readonly Invitation[] | undefined;
  readonly seesLinks: boolean;
  /** How far they have come in joining, in a word. */
  readonly badge: (employee: Employee) => ReactNode;
  /** When they were last seen, as far as the user may know. */
  readonly times: Times;
  /** Inviting those who have not joined yet, whether they have access or not. */
  readonly actions: (employee: Employee) => readonly RecordAction[];
  /** What to do about an employee who has not joined yet, for users who may not invite. */
  readonly advice: (employee: Employee) => ReactNode;
  /** The dialog of the employee who is being invited. */
  readonly dialog: ReactNode;
}

/** How employees join, for the screens that show them. */
export const useJoining = (): JoiningParts => {
  const organization = useOrganization();
  const { id: orgId, role } = organization;
  const seesLinks = can(role, 'members:manage');
  const { data: invitations } = useQuery({ ...invitationsQuery(orgId), enabled: seesLinks });
  const { times } = useTimes();
  const [invited, setInvited] = useState<Employee | null>(null);
  const actions = useCallback(
    (employee: Employee): readonly RecordAction[] =>
      mayInvite(role, employee)
        ? [{ word: linkOf(employee, invitations) ? t('New link') : t('Invite'), icon: InviteIcon, onSelect: () => setInvited(employee) }]
        : [],
    [role, invitations],
  );
  return {
    invitations,
    seesLinks,
    badge: (employee) => <JoiningBadge joining={joiningOf(employee, invitations)} seesLinks={invitations !== undefined} />,
    times,
    actions,
    advice: (employee) =>
      employee.isUser && employee.userId === null && !seesLinks && can(role, 'employees:write') ? (
        <p className="border-t border-line px-4.5 py-3.5 text-sm text-ink2">{t('Ask the owner or an admin to invite them.')}</p>
      ) : null,
    dialog: invited && <InvitePerson organization={organization} employee={invited} onClose={() => setInvited(null)} />,
  };
};
