import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { routes } from '#shared/routes.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useSyncState } from '#client/data/engine-context.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { readOrganizationsAgain } from '#client/data/session.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { LogOutIcon } from '#client/ui/icons.tsx';

/** Leaving the organization (specification 6.7): not possible for its owner until somebody else owns it. */
export const LeaveCard = () => {
  const { id: orgId, name, role } = useOrganization();
  const { pending } = useSyncState();
  const client = useQueryClient();
  const notices = useNotices();
  const [, navigate] = useLocation();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    try {
      await callOnline(routes.organizations.leave, { params: { orgId } });
      notices.success(t('You left {organization}.', { organization: name }));
      navigate('/dashboard');
      await readOrganizationsAgain(client);
    } catch (error) {
      notices.failure(t('Failed to leave the organization'), error);
      setAsking(false);
    } finally {
      setBusy(false);
    }
  };
  const unsent =
    pending > 0
      ? plural(pending, "One change hasn't been sent and would stay unsent.", "{count} changes haven't been sent and would stay unsent.")
      : '';
  return (
    <Card>
      <CardHead title={t('Leave {organization}', { organization: name })} />
      <div className="grid justify-items-start gap-3 p-4.5">
        <p className="text-ink2">
          {role === 'owner'
            ? t("The owner can't leave. Make someone else the owner first.")
            : t('Your access ends at once. What you logged stays with the organization.')}
        </p>
        {role !== 'owner' && (
          <Button size="small" variant="danger" icon={LogOutIcon} onClick={() => setAsking(true)}>
            {t('Leave the organization')}
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('Leave {organization}?', { organization: name })}
          text={`${t('Your access ends at once. Only someone in the organization can let you back in.')} ${unsent}`.trim()}
          confirmLabel={t('Leave the organization')}
          danger
          busyText={isBusy && t('Leaving...')}
          onConfirm={() => void leave()}
          onCancel={() => setAsking(false)}
        />
      )}
    </Card>
  );
};
