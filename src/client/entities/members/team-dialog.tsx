import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Employee } from '#shared/domain/employee.ts';
import { fullName } from '#shared/domain/names.ts';
import { InvitePerson } from './invite-later.tsx';
import { joiningOf, mayInvite } from './joining.ts';
import { JoiningBadge } from './joining-badge.tsx';
import { invitationsQuery } from './invitations.ts';
import { PrintCodes } from './print-codes-later.tsx';
import type { Place } from './use-team.ts';
import { employeeQueries } from '#client/data/queries.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { InviteIcon, PrintIcon } from '#client/ui/icons.tsx';

/** Those who have not joined yet and can be invited by the user, with access already or not; undefined: not read yet. */
export const useWaiting = ({ id, role }: Pick<Place, 'id' | 'role'>): Employee[] | undefined => {
  const { data: employees } = useQuery(employeeQueries.list(id));
  return employees?.filter((employee) => mayInvite(role, employee));
};

interface TeamDialogProps {
  readonly organization: Place;
  /** The label of the button that leaves it. */
  readonly leaveLabel: string;
  readonly onClose: () => void;
}

/** Everybody who has not joined yet, to be given their link one after the other, or all of them on paper. */
export const TeamDialog = ({ organization, leaveLabel, onClose }: TeamDialogProps) => {
  const [invited, setInvited] = useState<Employee | null>(null);
  const [isPrinting, setPrinting] = useState(false);
  const waiting = useWaiting(organization) ?? [];
  const { data: invitations } = useQuery(invitationsQuery(organization.id));
  if (invited) {
    return <InvitePerson organization={organization} employee={invited} onClose={() => setInvited(null)} />;
  }
  if (isPrinting) {
    return <PrintCodes organization={organization} onClose={() => setPrinting(false)} />;
  }
  return (
    <Dialog
      title={t('Send your team their link')}
      onClose={onClose}
      footer={
        <>
          {waiting.length > 0 && (
            <Button icon={PrintIcon} onClick={() => setPrinting(true)}>
              {t('Print a code for each')}
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            {leaveLabel}
          </Button>
        </>
      }
    >
      <p className="px-4 pt-4 text-ink2 md:px-7 md:pt-6">
        {t('Everyone joins with their own link, on their own phone. You can also do this later under Employees.')}
      </p>
      <ul aria-label={t('People who have not joined yet')} className="px-4 pb-4 md:px-7 md:pb-6">
        {waiting.map((employee) => (
          <li key={employee.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line py-3.5 not-first:border-t">
            <span className="min-w-0 flex-1 basis-40 font-[680] wrap-anywhere">{fullName(employee)}</span>
            <JoiningBadge joining={joiningOf(employee, invitations)} seesLinks />
            <Button
              size="small"
              icon={InviteIcon}
              aria-label={t('Invite {name}', { name: fullName(employee) })}
              onClick={() => setInvited(employee)}
            >
              {t('Invite')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
