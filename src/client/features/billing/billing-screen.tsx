import { type ComponentType, lazy, Suspense } from 'react';
import { Link, useSearch } from 'wouter';
import { BOARD } from '#client/features/billing/billing-paths.ts';
import { KeepCopies } from '#client/features/billing/bills/keep-copies.tsx';
import { MoneyOnly, OfflineNote } from '#client/features/billing/money-only.tsx';
import { RecordsTab } from '#client/features/billing/bills/billing-records-tab.tsx';
import { UnbilledBoard } from '#client/features/billing/board/unbilled-board.tsx';
import { BackLink } from '#client/components/links.tsx';
import { TabRow } from '#client/components/tab-row.tsx';
import { TimeZoneNote } from '#client/components/time-zone-note.tsx';
import { type PlainText, t } from '#client/lib/texts.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { PageHead } from '#client/ui/card.tsx';
import { SettingsIcon, UploadIcon } from '#client/ui/icons.tsx';
import { Loading } from '#client/ui/states.tsx';

// Set once a year: nobody else waits for them.
const RatesTab = lazy(async () => ({ default: (await import('#client/features/billing/rates/rates-tab.tsx')).RatesTab }));
const CostsTab = lazy(async () => ({ default: (await import('#client/features/billing/costs/costs-tab.tsx')).CostsTab }));

const TABS = [
  { id: 'unbilled', label: 'Unbilled', Tab: UnbilledBoard, copy: 'unbilled' },
  { id: 'records', label: 'Billing Records', Tab: RecordsTab, copy: '' },
  { id: 'rates', label: 'Rates', Tab: RatesTab, copy: 'rates' },
  { id: 'costs', label: 'Costs', Tab: CostsTab, copy: '' },
] as const satisfies readonly { readonly id: string; readonly label: PlainText; readonly Tab: ComponentType; readonly copy: string }[];

/** `/organization/billing` (specification 6.8): what is not billed yet, what was, and the rates. */
export const BillingScreen = () => {
  const asked = new URLSearchParams(useSearch()).get('tab');
  const { id: current, Tab, copy } = TABS.find(({ id }) => id === asked) ?? TABS[0];
  return (
    <MoneyOnly>
      <BackLink to="/organization">{t('Back to Organization Settings')}</BackLink>
      <PageHead title={t('Billing')}>
        <Link href={`${BOARD}/bank`} className={buttonClass({})}>
          <UploadIcon aria-hidden="true" />
          {t('Import bank statement')}
        </Link>
        <Link href={`${BOARD}/settings`} className={buttonClass({})}>
          <SettingsIcon aria-hidden="true" />
          {t('Billing settings')}
        </Link>
      </PageHead>
      <TabRow
        label={t('Views')}
        tabs={TABS.map(({ id, label }) => ({ id, href: `/organization/billing?tab=${id}`, text: t(label) }))}
        current={current}
      />
      <div className="mb-3 empty:hidden">
        <OfflineNote copyName={copy} />
      </div>
      <div className="mb-3 empty:hidden">
        <TimeZoneNote />
      </div>
      <KeepCopies />
      <Suspense fallback={<Loading text={t('Loading...')} />}>
        <Tab />
      </Suspense>
    </MoneyOnly>
  );
};
