import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'wouter';
import { DeskFrame } from '#client/components/desk/desk-frame.tsx';
import type { Rail } from '#client/components/desk/use-rail.ts';
import { TimeZoneNote } from '#client/components/time-zone-note.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { billingQueries } from '#client/features/billing/billing-queries.ts';
import { BOARD } from '#client/features/billing/billing-paths.ts';
import { OfflineNote } from '#client/features/billing/money-only.tsx';
import { formatNumber } from '#client/lib/formats.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import { useIsWide } from '#client/lib/use-media.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { SettingsIcon, UpdateIcon, UploadIcon } from '#client/ui/icons.tsx';
import { tabClass } from '#client/ui/tab-class.ts';

/** The views of billing, in the order in which a bill goes through them; then what prices are made of. */
export const BILLING_TABS = [
  { id: 'unbilled', label: 'Not billed' },
  { id: 'open', label: 'Open' },
  { id: 'overdue', label: 'Overdue' },
  { id: 'paid', label: 'Paid' },
  { id: 'records', label: 'All bills' },
  { id: 'rates', label: 'Rates' },
  { id: 'costs', label: 'Costs' },
] as const satisfies readonly { readonly id: string; readonly label: PlainText }[];
export type BillingTab = (typeof BILLING_TABS)[number]['id'];

/** How much waits in a view; undefined where nobody counts, or before it is known. */
const useTabCounts = (): Partial<Record<BillingTab, number>> => {
  const { id: orgId } = useOrganization();
  const { data } = useQuery(billingQueries.counts(orgId));
  const { unbilled, bills } = data ?? {};
  return {
    ...(unbilled ? { unbilled: unbilled.jobs } : {}),
    ...(bills ? { open: bills.openCount, overdue: bills.overdueCount } : {}),
  };
};

const Tabs = ({ current }: { readonly current: BillingTab }) => {
  const counts = useTabCounts();
  return (
    <div className="desk-tabs">
      <nav aria-label={t('Views')}>
        {BILLING_TABS.map(({ id, label }) => {
          const count = counts[id];
          return (
            <Link
              key={id}
              href={`${BOARD}?tab=${id}`}
              aria-current={id === current ? 'page' : undefined}
              className={tabClass(id === current)}
            >
              {t(label)}
              {count !== undefined && <span className="desk-count">{formatNumber(count)}</span>}
            </Link>
          );
        })}
      </nav>
    </div>
  );
};

/** Where payments are looked for. */
const PAID_IN: ReadonlySet<BillingTab> = new Set(['open', 'overdue', 'paid']);

interface BillingFrameProps {
  readonly tab: BillingTab;
  /** What this device's copy of the list is called, which is read without a connection. */
  readonly copyName?: string;
  /** Beside the list where there is room; see `SidePanel`. */
  readonly panel?: ReactNode;
  /** Further buttons of the head. */
  readonly actions?: ReactNode;
  /** Of the view, whose keys have one that folds the menu. */
  readonly rail: Rail;
  readonly children: ReactNode;
}

/** The shell of a view of billing: head and tabs over its list, which has the whole window (look-2, "Desk shell"). */
export const BillingFrame = ({ tab, copyName = '', panel, actions, rail, children }: BillingFrameProps) => {
  const isWide = useIsWide();
  return (
    <DeskFrame hasPanel={Boolean(panel) && isWide}>
      <section className="desk-list">
        <div className="desk-title">
          <h1>{t('Billing')}</h1>
          <span className="desk-grow" />
          {tab === 'unbilled' && (
            <Link href="/jobs/repeat" className={buttonClass({ size: 'small' })}>
              <UpdateIcon aria-hidden="true" />
              <span className="max-md:sr-only">{t('Same as last year')}</span>
            </Link>
          )}
          {PAID_IN.has(tab) && (
            <Link href={`${BOARD}/bank`} className={buttonClass({ size: 'small' })}>
              <UploadIcon aria-hidden="true" />
              <span className="max-md:sr-only">{t('Import bank statement')}</span>
            </Link>
          )}
          {actions}
          <Link href={`${BOARD}/settings`} className={buttonClass({ size: 'small' })}>
            <SettingsIcon aria-hidden="true" />
            <span className="max-md:sr-only">{t('Billing settings')}</span>
          </Link>
        </div>
        <Tabs current={tab} />
        <div className="desk-notes">
          <OfflineNote copyName={copyName} />
          <TimeZoneNote />
        </div>
        {children}
      </section>
      {panel}
      {rail.button && createPortal(rail.button, rail.place)}
    </DeskFrame>
  );
};
