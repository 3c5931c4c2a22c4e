import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { routes } from '#shared/routes.ts';
import { signOf } from '#shared/billing/record-sign.ts';
import type { BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import { Facts } from '#client/components/facts.tsx';
import { later } from '#client/lib/later.tsx';
import { BackLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { Annex } from './annex.tsx';
import { BillView } from './bill-view.tsx';
import { billingQueries } from '#client/features/billing/billing-queries.ts';
import { CorrectionButtons } from '#client/features/billing/corrections/correction-buttons.tsx';
import { MoneyOnly, OfflineNote, useIsOffline } from '#client/features/billing/money-only.tsx';
import { Quantities } from './quantities.tsx';
import { DownloadMenu, EInvoiceMenu, StandingCard } from './invoice-exports.tsx';
import { OtherRecord } from './other-record.tsx';
import { recordNumber } from './billing-record-words.ts';
import { BillingRecordMark } from './record-marks.tsx';
import { ReopenButton } from './reopen-button.tsx';
import { usePaper } from './use-paper.ts';
import { Warnings } from '#client/features/billing/drafts/warnings.tsx';
import { formatDate } from '#client/lib/formats.ts';
import { phrase } from '#client/lib/phrase.tsx';
import { t } from '#client/lib/texts.ts';
import { Note } from '#client/ui/note.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead, PageHead } from '#client/ui/card.tsx';
import { PrintIcon, RestoreIcon } from '#client/ui/icons.tsx';

const LIST = '/organization/billing?tab=records';

const Reversed = ({ record: { kind, reversesId, reversedById, creditsId } }: { readonly record: BillingRecord }) => {
  const otherId = reversesId ?? reversedById ?? creditsId;
  if (otherId === null) {
    return null;
  }
  const record = <OtherRecord id={otherId} />;
  const words = (): ReactNode => {
    if (reversesId !== null) {
      return phrase('Reverses {record}: same lines, negated amounts.', { record });
    }
    if (reversedById === null) {
      return phrase('Credits part of {record}.', { record });
    }
    return kind === 'bill'
      ? phrase('This bill is void: a job was reopened, and {record} reverses it.', { record })
      : phrase('This is void: {record} reverses it.', { record });
  };
  return (
    <Note tone={reversesId === null && reversedById !== null ? 'poppy' : 'stone'} icon={RestoreIcon}>
      {words()}
    </Note>
  );
};

const PayCard = later(async () => (await import('./pay-card.tsx')).PayCard);

/** Opens the paper, which prints as it is; without a connection the screen is printed. */
const PrintButton = ({ record: { id, organizationId: orgId } }: { readonly record: BillingRecord }) => {
  const isOffline = useIsOffline();
  const { show, isBusy } = usePaper('Failed to show the PDF');
  const print = () =>
    isOffline ? window.print() : show(routes.invoiceExports.document, { params: { orgId, id }, query: { format: 'pdf' } });
  return (
    <Button icon={PrintIcon} className="print:hidden" busyText={isBusy && t('Loading...')} onClick={() => void print()}>
      {t('Print')}
    </Button>
  );
};

/** On paper, who issued the bill. */
const Letterhead = ({ record }: { readonly record: BillingRecord }) => {
  const { name, address, taxNumber } = record.content.issuer;
  return (
    <div className="mb-6 hidden border-b-8 border-double border-ink pb-4 whitespace-pre-line print:block">
      <p className="text-lg font-bold">{name}</p>
      {[address, taxNumber && `${t('Tax number')}: ${taxNumber}`].filter(Boolean).join('\n')}
    </div>
  );
};

const Shown = ({ record }: { readonly record: BillingRecord }) => {
  const { customer, jobs, bill, entries, notes } = record.content;
  const jobNames = new Map(jobs.map(({ id, name }) => [id, name]));
  const isOpposite = signOf(record) === -1;
  return (
    <>
      <div className="print:hidden">
        <BackLink to={LIST}>{t('Back to the billing records')}</BackLink>
      </div>
      <Letterhead record={record} />
      <PageHead
        title={
          <span className="flex flex-wrap items-center gap-3">
            {recordNumber(record)}
            <BillingRecordMark record={record} />
          </span>
        }
        sub={t('Billing record of {date}', { date: formatDate(record.issuedOn) })}
      >
        <EInvoiceMenu record={record} />
        <DownloadMenu record={record} />
        <PrintButton record={record} />
      </PageHead>
      <div className="grid grid-cols-1 gap-(--gap)">
        {/* Internal matters of the company are not printed for the customer. */}
        <div className="contents print:hidden">
          <OfflineNote />
        </div>
        <Reversed record={record} />
        <div className="contents print:hidden">
          <StandingCard record={record} />
        </div>
        <PayCard record={record} />
        <Card>
          <CardHead title={t('Billed to')} />
          <Facts
            facts={[
              [t('Customer'), customer.businessName],
              [t('Address'), customer.address && <span className="whitespace-pre-line">{customer.address}</span>],
              [t('Phone'), customer.phoneNumber],
              [
                t('Jobs'),
                <span key="jobs" className="flex flex-wrap gap-x-3">
                  {jobs.map(({ id, name }) => (
                    <Link key={id} href={`/jobs/${id}/entries`} className="text-act">
                      {name}
                    </Link>
                  ))}
                </span>,
              ],
            ]}
          />
        </Card>
        {bill.lines.length > 0 && (
          <Card>
            <BillView bill={bill} jobNames={jobNames} isReversal={isOpposite} billed={entries} />
          </Card>
        )}
        <Quantities content={record.content} jobNames={jobNames} />
        {notes !== null && (
          <Card>
            <p className="px-4.5 py-3.5 whitespace-pre-line">{notes}</p>
          </Card>
        )}
        {record.kind === 'bill' && (
          <div className="contents print:hidden">
            <Warnings warnings={bill.warnings} isPast />
          </div>
        )}
        {entries.length > 0 && <Annex entries={entries} jobNames={jobNames} />}
        {/* Not in the head: there it would take the place of the button that has just issued the bill. */}
        <div className="flex flex-wrap justify-end gap-2.5 empty:hidden print:hidden">
          <CorrectionButtons record={record} />
          <ReopenButton record={record} />
        </div>
      </div>
    </>
  );
};

const Found = ({ id }: { readonly id: number }) => {
  const { id: orgId } = useOrganization();
  const query = useQuery(billingQueries.record(orgId, id));
  return (
    <QueryView
      query={query}
      loading={t('Loading the bill...')}
      missing={{ title: t('Billing record not found'), backTo: LIST, backLabel: t('Back to the billing records') }}
    >
      {(record) => <Shown record={record} />}
    </QueryView>
  );
};

/** `/organization/billing/records/{id}`: a record as it was issued; it never changes. */
export const BillingRecordScreen = ({ params }: { readonly params: Readonly<Record<string, string | undefined>> }) => (
  <MoneyOnly>
    <Found id={Number(params['id'])} />
  </MoneyOnly>
);
