import { Link, useLocation } from 'wouter';
import { routes } from '#shared/routes.ts';
import type { UnbilledBill } from '#shared/billing/schemas/unbilled-bill.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { BOARD } from '#client/features/billing/billing-paths.ts';
import { useBillingChange } from '#client/features/billing/use-billing-change.ts';
import { t } from '#client/lib/texts.ts';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { EditIcon } from '#client/ui/icons.tsx';

/** To the bill's own screen, where lines and discounts are added: that of its draft, of its only job, or of a draft made for its jobs. */
export const ChangeBill = ({ bill: { draftId, jobs } }: { readonly bill: UnbilledBill }) => {
  const { id: orgId } = useOrganization();
  const [, navigate] = useLocation();
  const notices = useNotices();
  const { change, isBusy } = useBillingChange();
  const [first] = jobs;
  const own = draftId === null ? (jobs.length === 1 ? `jobs/${first?.id ?? 0}` : null) : `drafts/${draftId}`;
  const begin = async () => {
    try {
      const jobIds = jobs.map(({ id }) => id);
      const { id } = await change((ask) => ask(routes.billDrafts.create, { params: { orgId }, body: { jobIds } }));
      navigate(`${BOARD}/drafts/${id}`);
    } catch (error) {
      notices.failure(t('Failed to start the bill'), error);
    }
  };
  return own === null ? (
    <Button size="small" icon={EditIcon} busyText={isBusy && t('Saving...')} onClick={() => void begin()}>
      {t('Change this bill')}
    </Button>
  ) : (
    <Link href={`${BOARD}/${own}`} className={buttonClass({ size: 'small' })}>
      <EditIcon aria-hidden="true" />
      {t('Change this bill')}
    </Link>
  );
};
