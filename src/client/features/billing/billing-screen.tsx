import { useSearch } from 'wouter';
import { useRail } from '#client/components/desk/use-rail.ts';
import { BILLING_TABS, BillingFrame, type BillingTab } from '#client/features/billing/billing-frame.tsx';
import { KeepCopies } from '#client/features/billing/bills/keep-copies.tsx';
import { MoneyOnly } from '#client/features/billing/money-only.tsx';
import { UnbilledDesk } from '#client/features/billing/unbilled/unbilled-desk.tsx';
import { later } from '#client/lib/later.tsx';
import { t } from '#client/lib/texts.ts';
import { useIsWide } from '#client/lib/use-media.ts';
import { Loading } from '#client/ui/states.tsx';

const waiting = () => <Loading text={t('Loading...')} />;

// Each comes when it is first looked at.
const ReceivablesTab = later(
  async () => (await import('#client/features/billing/receivables/receivables-view.tsx')).ReceivablesTab,
  waiting,
);
const PaidTab = later(async () => (await import('#client/features/billing/receivables/paid-view.tsx')).PaidTab, waiting);
const RecordsDesk = later(async () => (await import('#client/features/billing/bills/records-desk.tsx')).RecordsDesk, waiting);
const RatesTab = later(async () => (await import('#client/features/billing/rates/rates-tab.tsx')).RatesTab, waiting);
const CostsTab = later(async () => (await import('#client/features/billing/costs/costs-tab.tsx')).CostsTab, waiting);

/** A view that is a page, not a desk. */
const PageView = ({ tab }: { readonly tab: 'rates' | 'costs' }) => {
  const rail = useRail(useIsWide());
  return (
    <BillingFrame tab={tab} copyName={tab === 'rates' ? 'rates' : ''} rail={rail}>
      <div className="desk-page">{tab === 'rates' ? <RatesTab /> : <CostsTab />}</div>
    </BillingFrame>
  );
};

const View = ({ tab }: { readonly tab: BillingTab }) => {
  switch (tab) {
    case 'unbilled':
      return <UnbilledDesk />;
    case 'open':
    case 'overdue':
      return <ReceivablesTab key={tab} tab={tab} />;
    case 'paid':
      return <PaidTab />;
    case 'records':
      return <RecordsDesk />;
    default:
      return <PageView key={tab} tab={tab} />;
  }
};

/** `/organization/billing` (specification 6.8): what is not billed yet, what was and is not paid, and the rates. */
export const BillingScreen = () => {
  const asked = new URLSearchParams(useSearch()).get('tab');
  const tab = BILLING_TABS.find(({ id }) => id === asked)?.id ?? 'unbilled';
  return (
    <MoneyOnly>
      <KeepCopies />
      <View tab={tab} />
    </MoneyOnly>
  );
};
