import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { RECORD_SORTS, type RecordSort, type RecordState } from '#shared/billing/schemas/record-list.ts';
import type { BillingHead } from '#shared/billing/schemas/billing-record.ts';
import { daysBetween } from '#shared/lib/dates.ts';
import { messageOf } from '#client/api/api-error.ts';
import { DeskSearch } from '#client/components/desk/desk-search.tsx';
import { useDeskKeys, useKeysSwitch } from '#client/components/desk/use-desk-keys.ts';
import { useRail } from '#client/components/desk/use-rail.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { BillingFrame } from '#client/features/billing/billing-frame.tsx';
import { BOARD } from '#client/features/billing/billing-paths.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { formatDate, formatNumber } from '#client/lib/formats.ts';
import { type PlainText, plural, t } from '#client/lib/texts.ts';
import { useIsWide } from '#client/lib/use-media.ts';
import { Button } from '#client/ui/button.tsx';
import { Select } from '#client/ui/field.tsx';
import { Empty, Failed, Loading } from '#client/ui/states.tsx';
import { type PaidFilter, receivableQueries } from './receivable-queries.ts';
import sheet from './receivables.css?url';

const STATES = [
  { state: 'paid', word: 'Paid' },
  { state: 'void', word: 'Voided' },
] as const satisfies readonly { readonly state: RecordState; readonly word: PlainText }[];

const SORT_WORD: Readonly<Record<RecordSort, PlainText>> = {
  paidOn: 'Paid on',
  number: 'Bill number',
  amount: 'Amount',
  customer: 'Customer',
  dueOn: 'Due',
  issuedOn: 'Issued',
};

const WAY_WORD: Readonly<Record<NonNullable<BillingHead['paidWay']>, PlainText>> = {
  bank: 'Bank statement',
  payment: 'By hand',
  moved: 'Credit',
  credited: 'Credit note',
};

/** Filter and order of the address, and how they are changed. */
const usePaidAddress = () => {
  const given = useSearch();
  const [, navigate] = useLocation();
  return useMemo(() => {
    const query = new URLSearchParams(given);
    const state = STATES.find((each) => each.state === query.get('state'))?.state ?? 'paid';
    const sort = RECORD_SORTS.find((each) => each === query.get('sort')) ?? (state === 'paid' ? 'paidOn' : 'number');
    const filter: PaidFilter = { state, sort, search: query.get('q') ?? '' };
    const go = (change: Readonly<Record<string, string>>) => {
      const next = new URLSearchParams(given);
      next.set('tab', 'paid');
      for (const [name, value] of Object.entries(change)) {
        if (value.trim() === '') {
          next.delete(name);
        } else {
          next.set(name, value.trim());
        }
      }
      navigate(`${BOARD}?${next.toString()}`, { replace: true });
    };
    return { filter, go };
  }, [given, navigate]);
};

const daysTaken = ({ issuedOn, paidOn }: BillingHead): string => (paidOn ? formatNumber(Math.max(0, daysBetween(issuedOn, paidOn))) : '');
const wayOf = ({ paidWay }: BillingHead): string => (paidWay ? t(WAY_WORD[paidWay]) : '');

const PaidTable = ({ records }: { readonly records: readonly BillingHead[] }) => (
  <table className="desk-table owed-table owed-paid">
    <thead>
      <tr>
        <th scope="col">
          <span className="owed-head">{t('Bill number')}</span>
        </th>
        <th scope="col">{t('Customer')}</th>
        <th scope="col">{t('Issued')}</th>
        <th scope="col">{t('Paid on')}</th>
        <th scope="col" className="desk-n">
          {t('Days taken')}
        </th>
        <th scope="col">{t('How')}</th>
        <th scope="col" className="desk-n">
          {t('Amount')}
        </th>
      </tr>
    </thead>
    <tbody>
      {records.map((record) => (
        <tr key={record.id}>
          <td>
            <Link href={`${BOARD}/records/${record.id}`} className="owed-head desk-link">
              {record.label}
            </Link>
          </td>
          <td>
            <span className="desk-text">{record.customerName}</span>
          </td>
          <td>{formatDate(record.issuedOn)}</td>
          <td>{record.paidOn ? formatDate(record.paidOn) : ''}</td>
          <td className="desk-n">{daysTaken(record)}</td>
          <td>{wayOf(record)}</td>
          <td className="desk-n">
            <b>{formatMoney(record.grossCents, record.currency)}</b>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const PaidCards = ({ records }: { readonly records: readonly BillingHead[] }) => (
  <ul aria-label={t('Paid')}>
    {records.map((record) => (
      <li key={record.id} className="desk-card">
        <Link href={`${BOARD}/records/${record.id}`} className="desk-card-body no-underline">
          <span className="desk-card-line">
            <b>{record.customerName}</b>
            <b>{formatMoney(record.grossCents, record.currency)}</b>
          </span>
          <span className="desk-card-line">
            <span>{record.label}</span>
            <span>
              {record.paidOn
                ? plural(
                    Math.max(0, daysBetween(record.issuedOn, record.paidOn)),
                    'Paid {date}, after {count} day',
                    'Paid {date}, after {count} days',
                    {
                      date: formatDate(record.paidOn),
                    },
                  )
                : formatDate(record.issuedOn)}
            </span>
          </span>
        </Link>
      </li>
    ))}
  </ul>
);

const Totals = ({ filter }: { readonly filter: PaidFilter }) => {
  const { id: orgId } = useOrganization();
  const { data } = useQuery(receivableQueries.totals(orgId, filter));
  return (
    <p className="owed-sums" role="status">
      {data && (
        <>
          <span>{plural(data.count, '{count} bill', '{count} bills')}</span>
          {data.sums.map(({ currency, grossCents }) => (
            <b key={currency}>{formatMoney(grossCents, currency)}</b>
          ))}
        </>
      )}
    </p>
  );
};

/** `/organization/billing?tab=paid`: when and how bills were paid, found by number, customer or amount. */
export const PaidTab = () => {
  const { id: orgId } = useOrganization();
  const { filter, go } = usePaidAddress();
  const query = useInfiniteQuery(receivableQueries.paid(orgId, filter));
  const field = useRef<HTMLInputElement>(null);
  const isWide = useIsWide();
  const rail = useRail(isWide);
  const [keysOn] = useKeysSwitch();
  useDeskKeys({ '/': () => field.current?.focus(), '[': rail.toggle }, keysOn);
  const records = query.data?.pages.flatMap(({ items }) => items);
  const List = isWide ? PaidTable : PaidCards;
  const empty = filter.search === '' ? t('Nothing is paid yet.') : t('Nothing found');
  return (
    <BillingFrame tab="paid" rail={rail}>
      <link rel="stylesheet" href={sheet} precedence="default" />
      <div className="desk-tools owed-tools">
        <DeskSearch words={t('Customer, number or amount')} value={filter.search} input={field} onChange={(q) => go({ q })} />
        <span className="desk-grow" />
        <label className="owed-choice">
          <span>{t('Show')}</span>
          <Select value={filter.state} onChange={({ target }) => go({ state: target.value, sort: '' })}>
            {STATES.map(({ state, word }) => (
              <option key={state} value={state}>
                {t(word)}
              </option>
            ))}
          </Select>
        </label>
        <label className="owed-choice">
          <span>{t('Sort')}</span>
          <Select value={filter.sort} onChange={({ target }) => go({ sort: target.value })}>
            {RECORD_SORTS.filter((sort) => sort !== 'dueOn' && (sort !== 'paidOn' || filter.state === 'paid')).map((sort) => (
              <option key={sort} value={sort}>
                {t(SORT_WORD[sort])}
              </option>
            ))}
          </Select>
        </label>
      </div>
      <div className="desk-scroll">
        {records === undefined ? (
          query.isError ? (
            <Failed text={messageOf(query.error)} onRetry={() => void query.refetch()} />
          ) : (
            <Loading text={t('Loading...')} />
          )
        ) : records.length === 0 ? (
          <Empty title={filter.state === 'void' && filter.search === '' ? t('Nothing was voided.') : empty} />
        ) : (
          <>
            <List records={records} />
            {query.hasNextPage && (
              <div className="owed-more">
                <Button size="small" busyText={query.isFetchingNextPage && t('Loading...')} onClick={() => void query.fetchNextPage()}>
                  {t('Show more')}
                </Button>
              </div>
            )}
          </>
        )}
      </div>
      <Totals filter={filter} />
    </BillingFrame>
  );
};
