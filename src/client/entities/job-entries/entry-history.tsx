import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { RowLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { formatDate, formatNumber } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Card, CardHead } from '#client/ui/card.tsx';
import { MoreRows } from '#client/ui/more-rows.tsx';
import { Empty } from '#client/ui/states.tsx';
import { DataTable } from '#client/ui/table.tsx';

type Head = 'Customer' | 'Job' | 'Date' | 'Hours' | 'Service' | 'Operator' | 'Operator(s)';

const operators = ({ operatorNames }: JobEntry): string => operatorNames.join(', ');

const CELLS: Record<Exclude<Head, 'Job'>, (entry: JobEntry) => string> = {
  Customer: ({ customerName }) => customerName,
  Date: ({ date }) => formatDate(date),
  Hours: ({ totalHours }) => (totalHours === null ? '' : formatNumber(totalHours)),
  Service: ({ serviceTypeName }) => serviceTypeName,
  Operator: operators,
  'Operator(s)': operators,
};

interface EntryHistoryProps {
  readonly title: string;
  readonly query: UseQueryResult<JobEntry[]>;
  readonly columns: readonly Head[];
  /** Where a press on the row leads. */
  readonly addressOf: (entry: JobEntry) => string;
  readonly empty: string;
}

/** The entries of a record, newest first, on that record's screen (specification 6.10). */
export const EntryHistory = ({ title, query, columns, addressOf, empty }: EntryHistoryProps) => {
  const [, navigate] = useLocation();
  const cell = (head: Head, entry: JobEntry): ReactNode => {
    if (head === 'Job') {
      return <RowLink to={addressOf(entry)}>{entry.jobName}</RowLink>;
    }
    const text = CELLS[head](entry);
    return head === 'Date' ? <span className="whitespace-nowrap tabular-nums">{text}</span> : text;
  };
  const inMeta = columns.filter((head) => head !== 'Job' && head !== 'Customer');
  return (
    <Card>
      <CardHead title={title} />
      <QueryView query={query} loading={t('Loading entries...')}>
        {(entries) =>
          entries.length === 0 ? (
            <Empty title={empty} />
          ) : (
            <MoreRows rows={entries}>
              {(shown) => (
                <DataTable
                  label={title}
                  rows={shown}
                  keyOf={({ id }) => id}
                  onRow={(entry) => navigate(addressOf(entry))}
                  columns={columns.map((head) => ({
                    head: t(head),
                    cell: (entry: JobEntry) => cell(head, entry),
                    isNumber: head === 'Hours',
                  }))}
                  card={(entry) => ({
                    small: columns.includes('Customer') ? entry.customerName : undefined,
                    title: cell('Job', entry),
                    meta: inMeta
                      .map((head) => ({ head, text: CELLS[head](entry) }))
                      .filter(({ text }) => text !== '')
                      .map(({ head, text }) => (
                        <span key={head} className="tabular-nums">
                          {head === 'Hours' ? t('{text} hrs', { text }) : text}
                        </span>
                      )),
                  })}
                />
              )}
            </MoreRows>
          )
        }
      </QueryView>
    </Card>
  );
};
