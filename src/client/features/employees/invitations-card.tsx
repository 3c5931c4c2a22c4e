import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { Invitation } from '#shared/domain/invitation.ts';
import { messageOf } from '#client/api/api-error.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { RowActions } from '#client/components/record-actions.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { invitationsQuery } from '#client/entities/members/invitations.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { AccessLevelBadge } from '#client/features/employees/access-levels.tsx';
import { formatDayOf } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { AttentionIcon, DeleteIcon } from '#client/ui/icons.tsx';
import { Failed, Loading } from '#client/ui/states.tsx';
import { DataTable } from '#client/ui/table.tsx';

const nameOf = ({ name, email }: Invitation): string => name ?? email ?? t('Anyone with the link');

/** Asks before the link is revoked for good. */
export const RevokeDialog = ({ invitation, onClose }: { readonly invitation: Invitation; readonly onClose: () => void }) => {
  const { id: orgId } = useOrganization();
  const client = useQueryClient();
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);
  const revoke = async () => {
    setBusy(true);
    try {
      await callOnline(routes.invitations.revoke, { params: { orgId, id: invitation.id } });
      notices.success(t('Invitation revoked'));
      onClose();
    } catch (error) {
      notices.failure(t('Failed to revoke the invitation'), error);
      setBusy(false);
    }
    // Somebody may have accepted or revoked it in the meantime.
    await client.invalidateQueries({ queryKey: invitationsQuery(orgId).queryKey });
  };
  return (
    <ConfirmDialog
      title={t('Revoke this invitation?')}
      text={t('The link will stop working. You can create another at any time.')}
      confirmLabel={t('Revoke')}
      busyText={isBusy && t('Revoking...')}
      danger
      onConfirm={() => void revoke()}
      onCancel={() => !isBusy && onClose()}
    />
  );
};

interface TableProps {
  readonly invitations: readonly Invitation[];
  readonly isOffline: boolean;
  readonly onRevoke: (invitation: Invitation) => void;
}

const InvitationTable = ({ invitations, isOffline, onRevoke }: TableProps) => {
  const until = ({ state, expiresAt }: Invitation) =>
    state === 'open' ? (
      formatDayOf(expiresAt)
    ) : (
      <Badge tone="poppy" icon={AttentionIcon}>
        {state === 'expired' ? t('Expired') : t('The person who invited can no longer invite')}
      </Badge>
    );
  const aside = (invitation: Invitation) => (invitation.name === null ? null : invitation.email);
  return (
    <DataTable
      label={t('Invitations')}
      rows={invitations}
      keyOf={({ id }) => id}
      columnsFrom="lg"
      columns={[
        { head: t('Invited'), cell: (invitation) => <span className="font-[680] wrap-anywhere">{nameOf(invitation)}</span> },
        { head: t('Email'), cell: (invitation) => <span className="wrap-anywhere">{aside(invitation)}</span> },
        { head: t('Access Level'), cell: ({ accessLevel }) => <AccessLevelBadge level={accessLevel} /> },
        { head: t('Valid until'), cell: until },
      ]}
      card={(invitation) => ({
        title: nameOf(invitation),
        meta: (
          <>
            <AccessLevelBadge level={invitation.accessLevel} />
            {invitation.state === 'open' ? (
              <span>{t('Valid until {date}', { date: formatDayOf(invitation.expiresAt) })}</span>
            ) : (
              until(invitation)
            )}
            {aside(invitation) !== null && <span className="w-full wrap-anywhere">{aside(invitation)}</span>}
          </>
        ),
      })}
      {...(isOffline
        ? {}
        : {
            actions: (invitation: Invitation) => (
              <RowActions
                name={nameOf(invitation)}
                actions={[{ word: t('Revoke'), icon: DeleteIcon, isDanger: true, onSelect: () => onRevoke(invitation) }]}
              />
            ),
          })}
    />
  );
};

interface CardProps {
  readonly query: UseQueryResult<readonly Invitation[]>;
  readonly isOffline: boolean;
}

/** Pending invitations without an employee: those for an employee are shown with the employee. */
export const InvitationsCard = ({ query, isOffline }: CardProps) => {
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const data = query.data?.filter(({ employeeId }) => employeeId === null);
  return (
    <Card>
      <CardHead title={t('Invitations')} />
      {data === undefined ? (
        isOffline ? (
          <p className="p-4.5 text-ink2">{t('Invitations appear when you are back online.')}</p>
        ) : query.isError ? (
          <Failed text={messageOf(query.error)} onRetry={() => void query.refetch()} />
        ) : (
          <Loading text={t('Loading invitations...')} rows={1} />
        )
      ) : data.length === 0 ? (
        <p className="p-4.5 text-ink2">{t('No open invitations.')}</p>
      ) : (
        <InvitationTable invitations={data} isOffline={isOffline} onRevoke={setRevoking} />
      )}
      {revoking && <RevokeDialog invitation={revoking} onClose={() => setRevoking(null)} />}
    </Card>
  );
};
