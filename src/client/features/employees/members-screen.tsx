import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Employee } from '#shared/domain/employee.ts';
import { fullName } from '#shared/domain/names.ts';
import { Email } from '#client/components/email.tsx';
import { BackLink, RowLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { type RecordAction, RowActions } from '#client/components/record-actions.tsx';
import { useSyncState } from '#client/data/engine-context.tsx';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { employeeQueries } from '#client/data/queries.ts';
import { AccessLevelBadge } from '#client/features/employees/access-levels.tsx';
import { InvitationsCard } from '#client/features/employees/invitations-card.tsx';
import { InviteDialog } from '#client/features/employees/invite-dialog.tsx';
import { LevelDialog, RemoveAccessDialog, TransferDialog } from '#client/features/employees/member-dialogs.tsx';
import { invitationsQuery, lastSeenQuery } from '#client/features/employees/member-queries.ts';
import { type MemberAction, memberActions } from '#client/features/employees/member-rules.ts';
import { formatDayOf } from '#client/lib/formats.ts';
import { plural, t } from '#client/lib/texts.ts';
import { useNow } from '#client/lib/use-now.ts';
import { Badge, Chip, Note } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead, PageHead } from '#client/ui/card.tsx';
import { CloudOffIcon, DeleteIcon, EditIcon, HoursIcon, InviteIcon, OwnerIcon } from '#client/ui/icons.tsx';
import { DataTable } from '#client/ui/table.tsx';

const HOUR_MS = 3_600_000;

/** To the hour, as the server keeps it. */
const lastSeenWords = (iso: string, now: number): string => {
  const isToday = new Date(iso).toDateString() === new Date(now).toDateString();
  return now - Date.parse(iso) < HOUR_MS ? t('Within the hour') : isToday ? t('Today') : formatDayOf(iso);
};

interface Asked {
  readonly action: MemberAction;
  readonly member: Employee;
}

const DIALOGS = { level: LevelDialog, transfer: TransferDialog, remove: RemoveAccessDialog };

const actionOf = (action: MemberAction, onSelect: () => void): RecordAction =>
  ({
    level: { word: t('Change access level'), icon: EditIcon, onSelect },
    transfer: { word: t('Transfer ownership'), icon: OwnerIcon, onSelect },
    remove: { word: t('Remove access'), icon: DeleteIcon, isDanger: true, onSelect },
  })[action];

/** The owner first, then by name, in which order they come. */
const inOrder = (employees: readonly Employee[]): Employee[] => {
  const members = employees.filter(({ isUser }) => isUser);
  return [...members.filter(({ accessLevel }) => accessLevel === 'owner'), ...members.filter(({ accessLevel }) => accessLevel !== 'owner')];
};

/** When each was last seen: null for who may not know it, or where it could not be read; undefined while it is on its way. */
const useLastSeen = () => {
  const { id: orgId } = useOrganization();
  const seesWhen = useCan('devices:readOfOthers');
  const { data, isError } = useQuery({ ...lastSeenQuery(orgId), enabled: seesWhen });
  return { seesWhen, lastSeen: !seesWhen || isError ? null : data };
};

interface MemberTableProps extends ReturnType<typeof useLastSeen> {
  readonly members: readonly Employee[];
  readonly mayChange: boolean;
  readonly onAsk: (asked: Asked) => void;
}

const MemberTable = ({ members, mayChange, onAsk, seesWhen, lastSeen }: MemberTableProps) => {
  const organization = useOrganization();
  const now = useNow();
  const actionsOf = (member: Employee) =>
    mayChange ? memberActions(organization, member).map((action) => actionOf(action, () => onAsk({ action, member }))) : [];
  const hasActions = members.some((member) => actionsOf(member).length > 0);
  const name = (member: Employee) => (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <RowLink to={`/employees/${member.id}`}>{fullName(member)}</RowLink>
      {member.id === organization.employeeId && <Chip>{t('You')}</Chip>}
    </span>
  );
  /** Null: nothing to say, or not to who looks. */
  const seenWords = ({ id }: Employee): string | null => {
    if (lastSeen === null) {
      return null;
    }
    const at = lastSeen?.get(id);
    // A place for what is on its way, so that nothing moves when it comes.
    return lastSeen === undefined ? '…' : at ? lastSeenWords(at, now) : t('Not known');
  };
  const waits = (
    <Badge tone="straw" icon={HoursIcon}>
      {t('Not signed in yet')}
    </Badge>
  );
  const seenInCard = (member: Employee) => {
    const when = seenWords(member);
    // A line of its own: beside the level it would need a second one once it is known.
    return when === null ? null : <span className="w-full">{t('Last seen: {when}', { when })}</span>;
  };
  return (
    <DataTable
      label={t('Members')}
      rows={members}
      keyOf={({ id }) => id}
      columnsFrom="lg"
      columns={[
        { head: t('Name'), cell: name },
        { head: t('Email'), cell: ({ email }) => email && <Email address={email} /> },
        { head: t('Access Level'), cell: ({ accessLevel }) => <AccessLevelBadge level={accessLevel} /> },
        {
          head: seesWhen ? t('Last seen') : t('Status'),
          cell: (member) => (member.userId === null ? waits : <span className="inline-block min-w-30">{seenWords(member)}</span>),
        },
      ]}
      card={(member) => ({
        title: name(member),
        meta: (
          <>
            <AccessLevelBadge level={member.accessLevel} />
            {member.userId === null ? waits : seenInCard(member)}
            {member.email && (
              <span className="w-full">
                <Email address={member.email} />
              </span>
            )}
          </>
        ),
      })}
      {...(hasActions ? { actions: (member: Employee) => <RowActions name={fullName(member)} actions={actionsOf(member)} /> } : {})}
    />
  );
};

/** `/organization/members` (decisions §7). Who belongs here is changed with a connection only: docs/decisions/0021-invitations.md. */
export const MembersScreen = () => {
  const { id: orgId } = useOrganization();
  const mayInvite = useCan('members:manage');
  const isOffline = useSyncState().connection === 'offline';
  const [isInviting, setInviting] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const query = useQuery(employeeQueries.list(orgId));
  const when = useLastSeen();
  const invitations = useQuery({ ...invitationsQuery(orgId), enabled: mayInvite });
  const AskedDialog = asked && DIALOGS[asked.action];
  return (
    <>
      <BackLink to="/organization">{t('Back to Organization Settings')}</BackLink>
      <PageHead title={t('Members')}>
        {mayInvite && (
          <Button variant="primary" icon={InviteIcon} disabled={isOffline} onClick={() => setInviting(true)}>
            {t('Invite')}
          </Button>
        )}
      </PageHead>
      <div className="grid gap-(--gap)">
        {isOffline && (
          <Note tone="straw" icon={CloudOffIcon}>
            {t('This is what this device knew last. Members and invitations are changed with a connection only.')}
          </Note>
        )}
        <Card>
          <QueryView query={query} loading={t('Loading members...')}>
            {(employees) => {
              const members = inOrder(employees);
              return (
                <>
                  <CardHead title={plural(members.length, '{count} member', '{count} members')} />
                  <MemberTable {...when} members={members} mayChange={!isOffline} onAsk={setAsked} />
                </>
              );
            }}
          </QueryView>
        </Card>
        {/* Not before the list above it, which would push it down. */}
        {mayInvite && !query.isPending && <InvitationsCard query={invitations} isOffline={isOffline} />}
      </div>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {asked && AskedDialog && <AskedDialog member={asked.member} onClose={() => setAsked(null)} />}
    </>
  );
};
