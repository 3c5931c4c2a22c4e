import type { Employee } from '#shared/domain/employee.ts';
import type { Invitation } from '#shared/domain/invitation.ts';
import { fullName } from '#shared/domain/names.ts';
import { Email } from '#client/components/email.tsx';
import { JoiningBadge } from '#client/entities/members/joining-badge.tsx';
import { joiningOf, linkOf, mayInvite } from '#client/entities/members/joining.ts';
import { RowLink } from '#client/components/links.tsx';
import { type RecordAction, RowActions } from '#client/components/record-actions.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { AccessLevelBadge } from '#client/features/employees/access-levels.tsx';
import { LastSeen, SeenCell, type Times } from '#client/features/employees/last-seen.tsx';
import { type MemberAction, memberActions } from '#client/features/employees/member-rules.ts';
import { formatDayOf } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Chip } from '#client/ui/badge.tsx';
import { CloseIcon, DeleteIcon, EditIcon, InviteIcon, OwnerIcon } from '#client/ui/icons.tsx';
import { DataTable } from '#client/ui/table.tsx';

/** What the user chose to do with a member; links are created and revoked, everything else changes the member's access. */
export interface Asked {
  readonly action: MemberAction | 'invite' | 'revoke';
  readonly member: Employee;
}

const actionOf = (action: Asked['action'], hasLink: boolean, onSelect: () => void): RecordAction =>
  ({
    invite: { word: hasLink ? t('New link') : t('Invite'), icon: InviteIcon, onSelect },
    revoke: { word: t('Revoke link'), icon: CloseIcon, onSelect },
    level: { word: t('Change access level'), icon: EditIcon, onSelect },
    transfer: { word: t('Transfer ownership'), icon: OwnerIcon, onSelect },
    remove: { word: t('Remove access'), icon: DeleteIcon, isDanger: true, onSelect },
  })[action];

interface MemberTableProps {
  /** All employees, so that the creator of a link can be named. */
  readonly employees: readonly Employee[];
  readonly members: readonly Employee[];
  /** Undefined: not for this user, or not read yet. */
  readonly invitations: readonly Invitation[] | undefined;
  readonly mayChange: boolean;
  /** Whether the user may know when people joined and were last seen. */
  readonly seesWhen: boolean;
  readonly times: Times;
  readonly onAsk: (asked: Asked) => void;
}

/** Who has access, how far each has come in joining, and the actions for them. */
export const MemberTable = ({ employees, members, invitations, mayChange, seesWhen, times, onAsk }: MemberTableProps) => {
  const organization = useOrganization();
  const actionsOf = (member: Employee): RecordAction[] => {
    if (!mayChange) {
      return [];
    }
    const link = linkOf(member, invitations);
    const all: Asked['action'][] = [
      ...(mayInvite(organization.role, member) ? (['invite'] as const) : []),
      ...(link ? (['revoke'] as const) : []),
      ...(member.isUser ? memberActions(organization, member) : []),
    ];
    return all.map((action) => actionOf(action, link !== undefined, () => onAsk({ action, member })));
  };
  const hasActions = members.some((member) => actionsOf(member).length > 0);
  const name = (member: Employee) => (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <RowLink to={`/employees/${member.id}`}>{fullName(member)}</RowLink>
      {member.id === organization.employeeId && <Chip>{t('You')}</Chip>}
    </span>
  );
  /** When they joined, or who created their link, when, and how long it is valid. */
  const detail = (member: Employee): string | null => {
    const joinedAt = times?.get(member.id)?.joinedAt;
    const link = linkOf(member, invitations);
    if (member.userId !== null) {
      return joinedAt ? t('since {date}', { date: formatDayOf(joinedAt) }) : null;
    }
    const maker = employees.find(({ userId }) => userId === link?.createdBy);
    const words = link && { date: formatDayOf(link.createdAt), until: formatDayOf(link.expiresAt) };
    return words
      ? maker
        ? t('{date} by {name}, valid until {until}', { ...words, name: fullName(maker) })
        : t('{date}, valid until {until}', words)
      : null;
  };
  const status = (member: Employee) => (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <JoiningBadge joining={joiningOf(member, invitations)} seesLinks={invitations !== undefined} />
      {detail(member) !== null && <span className="text-sm text-ink2">{detail(member)}</span>}
    </span>
  );
  return (
    <DataTable
      label={t('Members')}
      rows={members}
      keyOf={({ id }) => id}
      columnsFrom="xl"
      columns={[
        { head: t('Name'), cell: name },
        { head: t('Email'), cell: ({ email }) => email && <Email address={email} /> },
        { head: t('Access Level'), cell: ({ accessLevel }) => <AccessLevelBadge level={accessLevel} /> },
        { head: t('Status'), cell: status },
        ...(seesWhen ? [{ head: t('Last seen'), cell: (member: Employee) => <SeenCell person={member} times={times} /> }] : []),
      ]}
      card={(member) => ({
        title: name(member),
        meta: (
          <>
            <AccessLevelBadge level={member.accessLevel} />
            {status(member)}
            <LastSeen person={member} times={times} />
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
