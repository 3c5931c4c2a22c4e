import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { Employee } from '#shared/domain/employee.ts';
import { fullName } from '#shared/domain/names.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { linkOf } from './joining.ts';
import { LinkDialog, type MadeInvitation } from './link-dialog.tsx';
import { LEVEL_MAY, LEVEL_WORD } from './level-words.ts';
import { syncMark } from '#client/components/status-badge.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { useSyncState } from '#client/data/engine-context.tsx';
import { invitationsQuery } from './invitations.ts';
import { employeeQueries } from '#client/data/queries.ts';
import { formatDayOf } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { isTempId } from '#client/offline/public.ts';
import { Note } from '#client/ui/note.tsx';
import { FormDialog } from '#client/ui/dialog.tsx';
import { AttentionIcon, CloudOffIcon } from '#client/ui/icons.tsx';

interface InvitePersonProps {
  readonly organization: Pick<Organization, 'id' | 'name'>;
  readonly employee: Employee;
  readonly onClose: () => void;
}

/**
 * Creates and shows an employee's invitation link. It first says what the link gives access to, so that the user can check. If the employee
 * is kept on this device only so far, or without a connection, it says that the link comes later.
 */
export const InvitePersonDialog = ({ organization, employee: asked, onClose }: InvitePersonProps) => {
  const { id: orgId, name } = organization;
  const client = useQueryClient();
  const notices = useNotices();
  const isOffline = useSyncState().connection === 'offline';
  const [made, setMade] = useState<MadeInvitation | null>(null);
  const [isBusy, setBusy] = useState(false);
  // As this device holds them now: an employee added offline gets their real id in the meantime.
  const employee = useQuery(employeeQueries.detail(orgId, asked.id)).data ?? asked;
  const link = linkOf(employee, useQuery(invitationsQuery(orgId)).data);
  // The server does not know yet what is waiting on this device: neither a new employee nor a new e-mail.
  const canMake = !isOffline && !isTempId(employee.id) && syncMark(employee) === undefined;
  const make = async () => {
    setBusy(true);
    try {
      setMade(await callOnline(routes.invitations.create, { params: { orgId }, body: { employeeId: employee.id } }));
    } catch (error) {
      notices.failure(t('Failed to invite'), error);
    }
    setBusy(false);
    await client.invalidateQueries({ queryKey: invitationsQuery(orgId).queryKey });
  };
  if (made) {
    return <LinkDialog made={made} organization={name} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={t('Invite {name}', { name: fullName(employee) })}
      submitLabel={link ? t('Create a new link') : t('Create link')}
      cancelLabel={t('Later')}
      busyText={isBusy && t('Saving...')}
      isDisabled={!canMake}
      onSubmit={make}
      onClose={onClose}
    >
      <div>
        <p className="font-[680]">{t(LEVEL_WORD[employee.accessLevel])}</p>
        <p className="text-ink2">{t(LEVEL_MAY[employee.accessLevel])}</p>
      </div>
      <p>
        {employee.email === null
          ? t('With the link they create an account or sign in, and join {organization}. The first person to open it can use it.', {
              organization: name,
            })
          : t('With the link they create an account for {email} or sign in with it, and join {organization}.', {
              email: employee.email,
              organization: name,
            })}
      </p>
      {link?.state === 'open' && (
        <Note tone="straw" icon={AttentionIcon}>
          {t("There is a link valid until {date}. It can't be shown again; a new one replaces it.", { date: formatDayOf(link.expiresAt) })}
        </Note>
      )}
      {!canMake && (
        <Note tone="straw" icon={CloudOffIcon}>
          {t('You can create the link once you are online.')}
        </Note>
      )}
    </FormDialog>
  );
};
