import { Link } from 'wouter';
import { ExportLink } from '#client/components/export-link.tsx';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { AccountLine } from '#client/features/account/sign-in-card.tsx';
import { formatDayOf } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { GRACE_DAYS } from '#shared/domain/grace.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { DeleteIcon, DownloadIcon } from '#client/ui/icons.tsx';

/** Download and deletion of the organization's data (specification 6.7), for users who may. */
export const DataCard = () => {
  const { id: orgId, name, deletionDueAt, isSample } = useOrganization();
  const mayExport = useCan('organization:export');
  const mayDelete = useCan('organization:delete');
  return (
    mayExport && (
      <Card>
        <CardHead title={t('Data of {organization}', { organization: name })} />
        <div className="divide-y divide-line">
          <AccountLine
            icon={DownloadIcon}
            title={t('Download everything')}
            text={t('A zip with every list as CSV and JSON, and all files. You can import it again.')}
          >
            <ExportLink orgId={orgId} className={buttonClass({ size: 'small' })}>
              {t('Download')}
            </ExportLink>
          </AccountLine>
          {mayDelete && !isSample && (
            <AccountLine
              icon={DeleteIcon}
              title={t('Delete the organization')}
              text={
                deletionDueAt
                  ? t('It will be deleted on {date}. Until then only you can see it.', { date: formatDayOf(deletionDueAt) })
                  : t('You have {count} days to change your mind.', { count: GRACE_DAYS })
              }
            >
              <Link href="/organization/data" className={buttonClass({ size: 'small', variant: deletionDueAt ? 'primary' : 'danger' })}>
                {deletionDueAt ? t('Keep the organization') : t('Delete')}
              </Link>
            </AccountLine>
          )}
        </div>
      </Card>
    )
  );
};
