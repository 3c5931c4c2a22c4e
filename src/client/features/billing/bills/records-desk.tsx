import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { BillingHead } from '#shared/billing/schemas/billing-record.ts';
import { messageOf } from '#client/api/api-error.ts';
import { KeyHelp, type KeyLines } from '#client/components/desk/key-help.tsx';
import { useCurrentRow } from '#client/components/desk/use-current-row.ts';
import { useDeskKeys, useKeysSwitch } from '#client/components/desk/use-desk-keys.ts';
import { useRail } from '#client/components/desk/use-rail.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { jobQueries } from '#client/data/queries.ts';
import { BillingFrame } from '#client/features/billing/billing-frame.tsx';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { plural, t } from '#client/lib/texts.ts';
import { useIsWide } from '#client/lib/use-media.ts';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { Empty, Failed, Loading } from '#client/ui/states.tsx';
import { recordPath } from './billing-record-words.ts';
import { RecordsExport } from './billing-records-export.tsx';
import { addressQueryOf, conditionCount, NO_RECORDS_FILTER, type RecordsFilter, type ShownSort } from './record-filter.ts';
import { RecordFilterDialog } from './record-filter-dialog.tsx';
import { conditionNamed } from './record-list-words.ts';
import { recordQueries } from './record-queries.ts';
import { RecordCards, RecordTable } from './record-table.tsx';
import { RecordTools } from './record-tools.tsx';
import { useRecordsAddress } from './use-records-address.ts';
import sheet from './records.css?url';

const KEYS: KeyLines = [
  [['next', 'down'], 'Next row'],
  [['previous', 'up'], 'Previous row'],
  [['panel'], 'Open the bill'],
  [['search'], 'Search'],
  [['filter'], 'Filter and sort'],
  [['menu'], 'Fold or unfold the menu'],
  [['help'], 'These keys'],
];

const idOfRecord = ({ id }: BillingHead): number => id;
const NONE: readonly BillingHead[] = [];

/** The names of a record's jobs. */
const useJobNames = (): ((record: BillingHead) => string) => {
  const { id: orgId } = useOrganization();
  const { data: jobs } = useQuery(jobQueries.list(orgId));
  const names = useMemo(() => new Map(jobs?.map(({ id, name }) => [id, name])), [jobs]);
  return useCallback(({ jobIds }) => jobIds.flatMap((id) => names.get(id) ?? []).join(', '), [names]);
};

interface EmptyRecordsProps {
  readonly filter: RecordsFilter;
  readonly onFilter: (filter: RecordsFilter) => void;
}

const EmptyRecords = ({ filter, onFilter }: EmptyRecordsProps) => {
  if (filter.q === '' && conditionCount(filter) === 0) {
    return (
      <Empty title={t('No billing records yet.')} text={t('You get one when you mark a job as billed.')}>
        <Link href="/jobs?status=completed" className={buttonClass()}>
          {t('Completed Jobs')}
        </Link>
      </Empty>
    );
  }
  const named = conditionNamed(filter.q);
  return (
    <Empty title={t('No billing records match your search.')}>
      {named ? (
        <Button onClick={() => onFilter({ ...filter, ...named.condition, q: '' })}>{t('Show: {name}', { name: named.word })}</Button>
      ) : (
        conditionCount(filter) > 0 && <Button onClick={() => onFilter({ ...NO_RECORDS_FILTER, q: filter.q })}>{t('Clear filters')}</Button>
      )}
    </Empty>
  );
};

/** How many records the list has, what they come to and what of it is open: also what no page has brought yet. */
const Totals = ({ filter }: { readonly filter: RecordsFilter }) => {
  const { id: orgId } = useOrganization();
  const { data } = useQuery(recordQueries.totals(orgId, filter));
  return (
    <p className="record-sums" role="status">
      {data && (
        <>
          <span>{plural(data.count, '{count} billing record', '{count} billing records')}</span>
          {data.sums.map(({ currency, grossCents, openCents }) => (
            <span key={currency}>
              <b>{formatMoney(grossCents, currency)}</b>
              {openCents > 0 && <> {t('{amount} of it open', { amount: formatMoney(openCents, currency) })}</>}
            </span>
          ))}
        </>
      )}
    </p>
  );
};

/** `/organization/billing?tab=records`: every record, including voided ones and their reversals. */
export const RecordsDesk = () => {
  const { id: orgId } = useOrganization();
  const [, navigate] = useLocation();
  const { filter, order, go } = useRecordsAddress();
  const query = useInfiniteQuery(recordQueries.pages(orgId, filter, order));
  const { data } = query;
  const records = useMemo(() => data?.pages.flatMap(({ items }) => items), [data]);
  const shown = records ?? NONE;
  const jobsOf = useJobNames();
  const current = useCurrentRow(shown, idOfRecord);
  const [dialog, setDialog] = useState<'filter' | 'keys' | null>(null);
  const [keysOn, setKeysOn] = useKeysSwitch();
  const isWide = useIsWide();
  const rail = useRail(isWide);
  const search = useRef<HTMLInputElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const onFilter = (next: RecordsFilter) => go(next, order);
  const open = ({ id }: BillingHead) => navigate(recordPath(id));
  const sortBy = (sort: ShownSort) => go(filter, { sort, isDescending: order.sort === sort ? !order.isDescending : sort !== 'customer' });
  const moveTo = (index: number) => {
    const at = Math.max(0, Math.min(shown.length - 1, index));
    const record = shown[at];
    if (record) {
      current.take(record, at);
      scroller.current?.querySelector('table')?.focus({ preventScroll: true });
    }
    if (index >= shown.length - 1 && query.hasNextPage && !query.isFetchingNextPage) {
      void query.fetchNextPage();
    }
  };
  useDeskKeys(
    {
      j: () => moveTo(current.index + 1),
      arrowdown: () => moveTo(current.index + 1),
      k: () => moveTo(current.index - 1),
      arrowup: () => moveTo(current.index - 1),
      home: () => moveTo(0),
      end: () => moveTo(shown.length - 1),
      enter: () => (current.row ? open(current.row) : moveTo(0)),
      f: () => setDialog('filter'),
      '/': () => search.current?.focus(),
      '[': rail.toggle,
      '?': () => setDialog('keys'),
    },
    keysOn,
  );
  const body = () => {
    if (records === undefined) {
      return query.isError ? (
        <Failed text={messageOf(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <Loading text={t('Loading billing records...')} />
      );
    }
    if (records.length === 0) {
      return <EmptyRecords filter={filter} onFilter={onFilter} />;
    }
    return (
      <>
        {isWide ? (
          <RecordTable
            records={records}
            order={order}
            current={current.row}
            scroller={scroller}
            topOf={addressQueryOf(filter, order)}
            jobsOf={jobsOf}
            onSort={sortBy}
            onOpen={open}
          />
        ) : (
          <RecordCards records={records} jobsOf={jobsOf} />
        )}
        {query.hasNextPage && (
          <div className="record-more">
            <Button size="small" busyText={query.isFetchingNextPage && t('Loading...')} onClick={() => void query.fetchNextPage()}>
              {t('Show more')}
            </Button>
          </div>
        )}
      </>
    );
  };
  return (
    <BillingFrame tab="records" rail={rail} actions={<RecordsExport filter={filter} order={order} />}>
      <link rel="stylesheet" href={sheet} precedence="default" />
      <RecordTools filter={filter} search={search} onFilter={onFilter} onMore={() => setDialog('filter')} />
      {!isWide && <Totals filter={filter} />}
      <div className="desk-scroll" ref={scroller}>
        {body()}
      </div>
      {isWide && <Totals filter={filter} />}
      {dialog === 'filter' && <RecordFilterDialog filter={filter} order={order} onApply={go} onClose={() => setDialog(null)} />}
      {dialog === 'keys' && <KeyHelp keys={KEYS} isOn={keysOn} onSwitch={setKeysOn} onClose={() => setDialog(null)} />}
    </BillingFrame>
  );
};
