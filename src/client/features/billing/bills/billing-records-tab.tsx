import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import type { BillingHead } from '#shared/billing/schemas/billing-record.ts';
import { RowLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { useSearchText } from '#client/components/use-search-text.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { jobQueries } from '#client/data/queries.ts';
import { billingQueries } from '#client/features/billing/billing-queries.ts';
import { RecordsExport } from './billing-records-export.tsx';
import { StateBadge } from './invoice-exports.tsx';
import { recordNumber, recordPath } from './billing-record-words.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { formatDate } from '#client/lib/formats.ts';
import { holdsText } from '#client/lib/holds-text.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Badge, Chip } from '#client/ui/badge.tsx';
import { buttonClass } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { RestoreIcon } from '#client/ui/icons.tsx';
import { RowCount } from '#client/ui/row-count.tsx';
import { Empty } from '#client/ui/states.tsx';
import { SearchInput } from '#client/ui/search-input.tsx';
import { DataTable } from '#client/ui/table.tsx';

/** Marks a record that is anything but a valid bill. */
export const BillingRecordMark = ({ record }: { readonly record: Pick<BillingHead, 'kind' | 'reversedById'> }) =>
  record.kind === 'reversal' ? (
    <Badge tone="stone" icon={RestoreIcon}>
      {t('Reversal')}
    </Badge>
  ) : (
    <>
      {record.kind === 'deposit' && <Chip>{t('Deposit')}</Chip>}
      {record.reversedById !== null && (
        <Badge tone="poppy" icon={RestoreIcon}>
          {t('Voided')}
        </Badge>
      )}
    </>
  );

const RecordTable = ({
  records,
  jobsOf,
}: {
  readonly records: readonly BillingHead[];
  readonly jobsOf: (record: BillingHead) => string;
}) => {
  const [, navigate] = useLocation();
  const name = (record: BillingHead) => (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <RowLink to={recordPath(record.id)}>{recordNumber(record)}</RowLink>
      <BillingRecordMark record={record} />
      <StateBadge record={record} />
    </span>
  );
  const total = ({ grossCents, currency }: BillingHead) => formatMoney(grossCents, currency);
  return (
    <DataTable
      label={t('Billing Records')}
      rows={records}
      keyOf={({ id }) => id}
      onRow={({ id }) => navigate(recordPath(id))}
      columnsFrom="lg"
      columns={[
        { head: t('Billing Record'), cell: name },
        { head: t('Date'), cell: ({ issuedOn }) => <span className="whitespace-nowrap tabular-nums">{formatDate(issuedOn)}</span> },
        { head: t('Customer'), cell: ({ customerName }) => customerName },
        { head: t('Jobs'), cell: jobsOf },
        { head: t('Total'), isNumber: true, cell: total },
      ]}
      card={(record) => ({
        small: record.customerName,
        title: name(record),
        meta: (
          <>
            <span>{formatDate(record.issuedOn)}</span>
            <span>{jobsOf(record)}</span>
          </>
        ),
        aside: <span className="pr-3 font-[640] whitespace-nowrap tabular-nums">{total(record)}</span>,
      })}
    />
  );
};

/** Every record, newest first, including voided ones and their reversals. */
export const RecordsTab = () => {
  const { id: orgId } = useOrganization();
  const query = useQuery(billingQueries.records(orgId));
  const { data: jobs } = useQuery(jobQueries.list(orgId));
  const [search, setSearch] = useSearchText();
  const names = useMemo(() => new Map(jobs?.map(({ id, name }) => [id, name])), [jobs]);
  const jobsOf = useCallback(({ jobIds }: BillingHead): string => jobIds.flatMap((id) => names.get(id) ?? []).join(', '), [names]);
  const { data: all } = query;
  const shown = useMemo(
    () => all?.filter((record) => holdsText([recordNumber(record), record.customerName, jobsOf(record)], search)) ?? [],
    [all, jobsOf, search],
  );
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2.5">
        <SearchInput placeholder={t('Search billing records...')} value={search} onChange={setSearch} />
        <RecordsExport />
      </div>
      <div className="mb-2 min-h-6">
        {all && all.length > 0 && (
          <RowCount shown={shown.length} all={all.length} words={(count) => plural(count, 'billing record', 'billing records')} />
        )}
      </div>
      <Card>
        <QueryView query={query} loading={t('Loading billing records...')}>
          {(records) => {
            if (shown.length === 0) {
              return records.length === 0 ? (
                <Empty title={t('No billing records yet.')} text={t('You get one when you mark a job as billed.')}>
                  <Link href="/jobs?status=completed" className={buttonClass()}>
                    {t('Completed Jobs')}
                  </Link>
                </Empty>
              ) : (
                <Empty title={t('No billing records match your search.')} />
              );
            }
            return <RecordTable records={shown} jobsOf={jobsOf} />;
          }}
        </QueryView>
      </Card>
    </>
  );
};
