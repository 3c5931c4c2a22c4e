import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { can } from '#shared/access/capabilities.ts';
import type { Employee } from '#shared/domain/employee.ts';
import { InvitePersonDialog } from '#client/entities/members/invite-person-dialog.tsx';
import { JoiningBadge } from '#client/entities/members/joining-badge.tsx';
import { joiningOf, linkOf, mayInvite } from '#client/entities/members/joining.ts';
import type { RecordAction } from '#client/components/record-actions.tsx';
import { invitationsQuery } from '#client/entities/members/invitations.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { t } from '#client/lib/texts.ts';
import { InviteIcon } from '#client/ui/icons.tsx';

interface JoiningParts {
  /** How far they have come in joining, in a word; null without access. */
  readonly badge: (employee: Employee) => ReactNode;
  /** Inviting those who have access and have not joined yet. */
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
  const [invited, setInvited] = useState<Employee | null>(null);
  const actions = useCallback(
    (employee: Employee): readonly RecordAction[] =>
      employee.isUser && mayInvite(role, employee)
        ? [{ word: linkOf(employee, invitations) ? t('New link') : t('Invite'), icon: InviteIcon, onSelect: () => setInvited(employee) }]
        : [],
    [role, invitations],
  );
  return {
    badge: (employee) => {
      const joining = joiningOf(employee, invitations);
      return joining === 'none' ? null : <JoiningBadge joining={joining} seesLinks={invitations !== undefined} />;
    },
    actions,
    advice: (employee) =>
      employee.isUser && employee.userId === null && !seesLinks && can(role, 'employees:write') ? (
        <p className="border-t border-line px-4.5 py-3.5 text-sm text-ink2">{t('Ask the owner or an admin to invite them.')}</p>
      ) : null,
    dialog: invited && <InvitePersonDialog organization={organization} employee={invited} onClose={() => setInvited(null)} />,
  };
};
