import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Employee } from '#shared/domain/employee.ts';
import type { Invitation } from '#shared/domain/invitation.ts';
import { InvitePerson } from '#client/entities/members/invite-later.tsx';
import { joiningOf, linkOf } from '#client/entities/members/joining.ts';
import { TeamDialog } from '#client/entities/members/team-dialog.tsx';
import { StillToInvite } from '#client/features/employees/people-bar.tsx';
import { BackLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { useSyncState } from '#client/data/engine-context.tsx';
import { invitationsQuery } from '#client/entities/members/invitations.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { employeeQueries } from '#client/data/queries.ts';
import { InvitationsCard, RevokeDialog } from '#client/features/employees/invitations-card.tsx';
import { useTimes } from '#client/features/employees/last-seen.tsx';
import { InviteDialog } from '#client/features/employees/invite-dialog.tsx';
import { LevelDialog, RemoveAccessDialog, TransferDialog } from '#client/features/employees/member-dialogs.tsx';
import { type Asked, MemberTable } from '#client/features/employees/member-table.tsx';
import { SignInsCard, signInsQuery } from '#client/features/employees/sign-ins-card.tsx';
import { plural, t } from '#client/lib/texts.ts';
import { Note } from '#client/ui/note.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead, PageHead } from '#client/ui/card.tsx';
import { CloudOffIcon, InviteIcon } from '#client/ui/icons.tsx';
import { Loading } from '#client/ui/states.tsx';

/** The owner first, then in the given order by name: all who have access, and those who were invited without having it yet. */
const inOrder = (employees: readonly Employee[], invitations: readonly Invitation[] | undefined): Employee[] => {
  const members = employees.filter((employee) => joiningOf(employee, invitations) !== 'none');
  return [...members.filter(({ accessLevel }) => accessLevel === 'owner'), ...members.filter(({ accessLevel }) => accessLevel !== 'owner')];
};

interface AskedDialogProps extends Asked {
  readonly invitations: readonly Invitation[] | undefined;
  readonly onClose: () => void;
}

const ChosenDialog = ({ action, member, invitations, onClose }: AskedDialogProps) => {
  const organization = useOrganization();
  const [link] = useState(() => linkOf(member, invitations));
  switch (action) {
    case 'invite':
      return <InvitePerson organization={organization} employee={member} onClose={onClose} />;
    case 'revoke':
      return link ? <RevokeDialog invitation={link} onClose={onClose} /> : null;
    case 'level':
      return <LevelDialog member={member} onClose={onClose} />;
    case 'transfer':
      return <TransferDialog member={member} onClose={onClose} />;
    case 'remove':
      return <RemoveAccessDialog member={member} onClose={onClose} />;
  }
};

/** `/organization/members` (specification 6.6). Members can be changed only with a connection: docs/decisions/0021-invitations.md. */
export const MembersScreen = () => {
  const organization = useOrganization();
  const { id: orgId } = organization;
  const seesLinks = useCan('members:manage');
  const seesSignIns = useCan('signIns:read');
  const isOffline = useSyncState().connection === 'offline';
  const [inviting, setInviting] = useState<'anyone' | 'team' | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const query = useQuery(employeeQueries.list(orgId));
  const when = useTimes();
  const invitations = useQuery({ ...invitationsQuery(orgId), enabled: seesLinks });
  const signIns = useInfiniteQuery({ ...signInsQuery(orgId), enabled: seesSignIns && !isOffline });
  // Links and times add rows and make them taller: all at once, or what is below them would move.
  const isReady = !query.isPending && !(seesLinks && invitations.isPending) && when.times !== undefined;
  return (
    <>
      <BackLink to="/organization">{t('Back to Organization Settings')}</BackLink>
      <PageHead title={t('Members')}>
        {seesLinks && (
          <Button variant="primary" icon={InviteIcon} disabled={isOffline} onClick={() => setInviting('anyone')}>
            {t('Invite')}
          </Button>
        )}
      </PageHead>
      <div className="grid gap-(--gap)">
        {isOffline && (
          <Note tone="straw" icon={CloudOffIcon}>
            {t('This is the last known state. Members and invitations can only be changed online.')}
          </Note>
        )}
        {seesLinks && (
          <StillToInvite isOffline={isOffline} to="/employees">
            {t('Employees')}
          </StillToInvite>
        )}
        <Card>
          {isReady ? (
            <QueryView query={query} loading={t('Loading members...')}>
              {(employees) => {
                const members = inOrder(employees, invitations.data);
                return (
                  <>
                    <CardHead title={plural(members.length, '{count} member', '{count} members')} />
                    <MemberTable
                      {...when}
                      employees={employees}
                      members={members}
                      invitations={invitations.data}
                      mayChange={!isOffline}
                      onAsk={setAsked}
                    />
                  </>
                );
              }}
            </QueryView>
          ) : (
            <Loading text={t('Loading members...')} />
          )}
        </Card>
        {/* Not before the list above it, which would push it down. */}
        {seesLinks && isReady && <InvitationsCard query={invitations} isOffline={isOffline} />}
        {seesSignIns && isReady && !isOffline && <SignInsCard query={signIns} />}
      </div>
      {inviting === 'anyone' && <InviteDialog onTeam={() => setInviting('team')} onClose={() => setInviting(null)} />}
      {inviting === 'team' && <TeamDialog organization={organization} leaveLabel={t('Done')} onClose={() => setInviting(null)} />}
      {asked && <ChosenDialog {...asked} invitations={invitations.data} onClose={() => setAsked(null)} />}
    </>
  );
};
