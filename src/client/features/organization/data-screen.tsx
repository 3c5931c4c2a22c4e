import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { routes } from '#shared/routes.ts';
import { GRACE_DAYS } from '#shared/domain/grace.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { ExportLink } from '#client/components/export-link.tsx';
import { BackLink } from '#client/components/links.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { readOrganizationsAgain } from '#client/data/session.ts';
import { DeleteOrganizationDialog } from '#client/features/organization/delete-organization-dialog.tsx';
import { t } from '#client/lib/texts.ts';
import { useBrowserOnline } from '#client/lib/use-browser-online.ts';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { Card, CardHead, PageHead } from '#client/ui/card.tsx';
import { DeleteIcon, DownloadIcon, RestoreIcon, UploadIcon } from '#client/ui/icons.tsx';

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Card>
    <CardHead title={title} />
    <div className="grid justify-items-start gap-4 p-4.5">{children}</div>
  </Card>
);

const NeedsConnection = () => <p className="text-sm text-ink3">{t('This needs a connection.')}</p>;

const Export = ({ isOnline }: { readonly isOnline: boolean }) => {
  const { id } = useOrganization();
  return (
    <Part title={t('Export')}>
      <p className="max-w-[65ch]">
        {t(
          'One zip with everything: every list as CSV and JSON, all photos and files, and a manifest. Keep it safe: it holds all your data.',
        )}
      </p>
      {isOnline ? (
        <ExportLink orgId={id} className={buttonClass({ variant: 'primary', className: 'max-sm:w-full' })}>
          <DownloadIcon aria-hidden="true" />
          {t('Download Export')}
        </ExportLink>
      ) : (
        <NeedsConnection />
      )}
      <p className="text-sm text-ink3">{t('The browser shows the progress. Downloads are logged under Activity.')}</p>
    </Part>
  );
};

const Import = () => (
  <Part title={t('Import')}>
    <p className="max-w-[65ch]">{t('An export becomes a new organization, here or on another server. This one stays as it is.')}</p>
    <Link href="/onboarding/import-organization" className={buttonClass({ className: 'max-sm:w-full' })}>
      <UploadIcon aria-hidden="true" />
      {t('Import an Export')}
    </Link>
  </Part>
);

const Restore = ({ isOnline }: { readonly isOnline: boolean }) => {
  const { id: orgId } = useOrganization();
  const client = useQueryClient();
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);
  const restore = async () => {
    setBusy(true);
    try {
      await callOnline(routes.archives.cancelDeletion, { params: { orgId } });
      await readOrganizationsAgain(client);
      notices.success(t('Organization Kept'), t('Everyone can see it again.'));
    } catch (error) {
      notices.failure(t('Failed to keep organization'), error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Part title={t('Keep This Organization')}>
      <p className="max-w-[65ch]">{t('Everyone who had access gets it back. Nothing is missing.')}</p>
      <Button
        variant="primary"
        icon={RestoreIcon}
        disabled={!isOnline}
        busyText={isBusy && t('Saving...')}
        className="max-sm:w-full"
        onClick={() => void restore()}
      >
        {t('Keep This Organization')}
      </Button>
      {!isOnline && <NeedsConnection />}
    </Part>
  );
};

const Delete = ({ isOnline }: { readonly isOnline: boolean }) => {
  const organization = useOrganization();
  const [isAsking, setAsking] = useState(false);
  return (
    <Part title={t('Delete This Organization')}>
      <p className="max-w-[65ch]">
        {t(
          'For {days} days only you can see it, and you can undo this. Then everything is gone, photos included. Download an export first.',
          {
            days: GRACE_DAYS,
          },
        )}
      </p>
      <Button variant="danger" icon={DeleteIcon} disabled={!isOnline} className="max-sm:w-full" onClick={() => setAsking(true)}>
        {t('Delete This Organization')}
      </Button>
      {!isOnline && <NeedsConnection />}
      {isAsking && <DeleteOrganizationDialog organization={organization} onClose={() => setAsking(false)} />}
    </Part>
  );
};

/** `/organization/data`: export, import and deletion of an organization (decision 0022). */
export const DataScreen = () => {
  const isOnline = useBrowserOnline();
  const [mayExport, mayDelete] = [useCan('organization:export'), useCan('organization:delete')];
  const { deletionDueAt, isSample } = useOrganization();
  const isGoing = (deletionDueAt ?? null) !== null;
  return (
    <>
      <BackLink to="/organization">{t('Back to Organization Settings')}</BackLink>
      <PageHead title={t('Your Data')} />
      <div className="grid max-w-200 gap-(--gap)">
        {mayDelete && isGoing && !isSample && <Restore isOnline={isOnline} />}
        {mayExport ? (
          <Export isOnline={isOnline} />
        ) : (
          <Part title={t('Export')}>
            <p>{t('Only the owner, admins and managers can export.')}</p>
          </Part>
        )}
        <Import />
        {mayDelete && !isGoing && <Delete isOnline={isOnline} />}
      </div>
    </>
  );
};
