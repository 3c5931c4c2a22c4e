import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { seasonOf } from '#shared/lib/dates.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useToday } from '#client/data/today.ts';
import { billingQueries } from '#client/features/billing/billing-queries.ts';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { t } from '#client/lib/texts.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { Empty } from '#client/ui/states.tsx';

/** Nothing is left to bill: what the season came to, and the jobs that still go on. */
export const EmptySeason = () => {
  const { id: orgId, seasonStartDate } = useOrganization();
  const today = useToday();
  const isOffline = useIsOffline();
  const season = seasonOf(today, seasonStartDate);
  const { data } = useQuery({ ...billingQueries.billedSeason(orgId, season), enabled: !isOffline });
  const [first] = data?.currencies ?? [];
  const sum = first && t('{amount} billed this season, before tax.', { amount: formatMoney(first.totals.revenueCents, first.currency) });
  return (
    <Empty title={t('Everything is billed.')} text={sum ?? t('Completed jobs that haven’t been billed show up here.')}>
      <Link href="/jobs?status=open" className={buttonClass()}>
        {t('Active Jobs')}
      </Link>
    </Empty>
  );
};
