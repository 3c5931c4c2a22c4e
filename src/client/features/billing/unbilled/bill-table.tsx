import { memo, useLayoutEffect, type RefObject } from 'react';
import type { UnbilledBill } from '#shared/billing/schemas/unbilled-bill.ts';
import { Box, stateOf } from '#client/components/desk/select-box.tsx';
import { SortHead } from '#client/components/desk/sort-head.tsx';
import type { Selection } from '#client/components/desk/use-selection.ts';
import { cx } from '#client/lib/cx.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { plural, t } from '#client/lib/texts.ts';
import { type BillRow, isJobOn, mayBeParted } from './bill-parts.ts';
import { type BillOrder, type BillSort, checksOf, isLeftOut, mayIssue, sumOfBills } from './bill-rows.ts';
import { BillTag, SentBy } from './bill-tag.tsx';
import { checkedWords, jobsOfCustomers, jobWords, workedWords } from './bill-words.ts';
import type { BillParts } from './use-bill-parts.ts';

const amountOf = (cents: number | null, currency: string): string => (cents === null ? '' : formatMoney(cents, currency));

interface LineProps extends BillRow {
  readonly index: number;
  readonly isCurrent: boolean;
  readonly onPress: (bill: UnbilledBill) => void;
  readonly onPick: (row: BillRow, isRange: boolean) => void;
  readonly onPickJob: (row: BillRow, jobId: number) => void;
}

interface JobLineProps extends Pick<LineProps, 'onPress' | 'onPickJob'> {
  readonly row: BillRow;
  readonly job: UnbilledBill['jobs'][number];
}

/** A job of a bill of several. */
const JobLine = ({ row, job, onPress, onPickJob }: JobLineProps) => {
  const { bill, part, isSelected } = row;
  const { id, name, entryCount: entries, uncheckedCount: unchecked } = job;
  const own = part.jobs.find((each) => each.id === id);
  const isOn = isJobOn(row, id);
  return (
    // The keyboard has the panel's boxes.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see above
    <tr className={cx('bill-job', isOn && 'desk-selected', isSelected && !isOn && 'bill-job-off')} onClick={() => onPress(bill)}>
      <td colSpan={2}>
        {mayBeParted(bill) && <Box state={isOn ? 'on' : 'off'} label={t('Select {name}', { name })} onPress={() => onPickJob(row, id)} />}
      </td>
      <td>
        <span className="desk-text" title={name}>
          {name}
        </span>
      </td>
      <td className="bill-days">{workedWords({ jobs: [job] })}</td>
      <td className="bill-days">{checkedWords({ entries, unchecked })}</td>
      <td colSpan={2} aria-hidden="true" />
      <td className="desk-n">{amountOf((own ?? job).cents, bill.currency)}</td>
    </tr>
  );
};

const PlainLine = ({ bill, part, index, isCurrent, isSelected, onPress, onPick, onPickJob }: LineProps) => {
  const { id, customerName, jobs, currency } = bill;
  const row = { bill, part, isSelected };
  const words = jobWords(part, jobs);
  return (
    <>
      {/* The keyboard moves in the table, which names the row in hand. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see above */}
      <tr
        id={`bill-${id}`}
        aria-rowindex={index}
        aria-selected={isSelected}
        data-current={isCurrent || undefined}
        className={cx('desk-row', isSelected && 'desk-selected', isCurrent && 'desk-current', jobs.length > 1 && 'bill-several')}
        onClick={() => onPress(bill)}
      >
        <td>
          {mayIssue(bill) && (
            <Box
              state={isSelected ? (part.jobs.length < jobs.length ? 'mixed' : 'on') : 'off'}
              label={t('Select {name}', { name: [customerName, jobWords(bill)].join(', ') })}
              onPress={({ shiftKey }) => onPick(row, shiftKey)}
            />
          )}
        </td>
        <td>
          <b className="desk-text" title={customerName}>
            {customerName}
          </b>
        </td>
        <td>
          <span className="desk-text" title={words}>
            {words}
          </span>
        </td>
        <td className="bill-days">{jobs.length === 1 ? workedWords(bill) : null}</td>
        <td className="bill-days">{checkedWords(checksOf(part))}</td>
        <td>
          <BillTag bill={part} />
        </td>
        <td>
          <SentBy bill={part} />
        </td>
        <td className="desk-n">
          <b>{amountOf(part.grossCents, currency)}</b>
        </td>
      </tr>
      {jobs.length > 1 && jobs.map((job) => <JobLine key={job.id} row={row} job={job} onPress={onPress} onPickJob={onPickJob} />)}
    </>
  );
};
// Moving and selecting draw only the rows that change.
const Line = memo(PlainLine);

interface SumsProps {
  readonly bills: readonly UnbilledBill[];
  readonly words: string;
  readonly className: string;
  readonly onClear?: (() => void) | undefined;
}

const Sums = ({ bills, words, className, onClear }: SumsProps) => (
  <tr className={className}>
    <td colSpan={6} className="desk-sum-words">
      {words}{' '}
      {onClear && (
        <button type="button" tabIndex={-1} className="desk-link" onClick={onClear}>
          {t('Clear')}
        </button>
      )}
    </td>
    <td colSpan={2} className="desk-n">
      {bills.length > 0 && formatMoney(sumOfBills(bills).cents, bills[0]?.currency ?? '')}
    </td>
  </tr>
);

/** Keeps the row in hand in view, clear of the heads and the sums. */
const useKeptInView = (scroller: RefObject<HTMLElement | null>, current: UnbilledBill | undefined): void => {
  const id = current?.id;
  useLayoutEffect(() => {
    if (id !== undefined) {
      scroller.current?.querySelector(`#bill-${id}`)?.scrollIntoView({ block: 'nearest' });
    }
  }, [scroller, id]);
};

export interface BillTableProps {
  readonly shown: readonly UnbilledBill[];
  readonly order: BillOrder;
  readonly selection: Selection<UnbilledBill>;
  readonly parts: BillParts;
  readonly current: UnbilledBill | undefined;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onSort: (key: BillSort) => void;
  readonly onPress: (bill: UnbilledBill) => void;
  readonly onPick: (row: BillRow, isRange: boolean) => void;
  readonly onAll: () => void;
}

/** The bills to come, a line each, with its jobs below where there are several (look-2, "Billing run"). */
export const BillTable = ({ shown, order, selection, parts, current, scroller, onSort, onPress, onPick, onAll }: BillTableProps) => {
  useKeptInView(scroller, current);
  const { isSelected } = selection;
  const selected = selection.selected.map(parts.of);
  const isWhole = stateOf(shown, isSelected) === 'on' && sumOfBills(selected).jobs === sumOfBills(shown).jobs;
  const ready = shown.filter((bill) => !isLeftOut(bill));
  return (
    <table
      // One stop of the Tab key, which names the row in hand: the keys are the screen's.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- see above
      role="grid"
      aria-label={t('Not billed')}
      aria-rowcount={shown.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={current && `bill-${current.id}`}
      tabIndex={0}
      className="desk-table bill-table"
    >
      <colgroup>
        <col className="desk-col-box" />
        <col />
        <col />
        <col className="bill-col-days" />
        <col className="bill-col-checked" />
        <col className="bill-col-tag" />
        <col className="bill-col-way" />
        <col className="bill-col-amount" />
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          <th>
            <Box
              state={selected.length === 0 ? 'off' : isWhole ? 'on' : 'mixed'}
              label={plural(ready.length, 'Select {count} bill', 'Select all {count} bills')}
              onPress={onAll}
            />
          </th>
          <SortHead sort="customer" order={order} onSort={onSort}>
            {t('Customer')}
          </SortHead>
          <th scope="col">{t('Job')}</th>
          <SortHead sort="worked" order={order} onSort={onSort}>
            {t('Worked')}
          </SortHead>
          <th scope="col">{t('Checked')}</th>
          <th scope="col">{t('Before sending')}</th>
          <th scope="col">{t('Sent by')}</th>
          <SortHead sort="amount" order={order} isNumber onSort={onSort}>
            {t('Amount')}
          </SortHead>
        </tr>
      </thead>
      <tbody>
        {shown.map((bill, place) => (
          <Line
            key={bill.id}
            bill={bill}
            part={parts.of(bill)}
            index={place + 2}
            isCurrent={bill.id === current?.id}
            isSelected={isSelected(bill)}
            onPress={onPress}
            onPick={onPick}
            onPickJob={parts.pressJob}
          />
        ))}
        {/* Takes the room that few rows leave, so that the sums stand at the foot. */}
        <tr aria-hidden="true" />
      </tbody>
      <tfoot>
        <Sums bills={shown} words={t('{jobs} not billed', { jobs: jobsOfCustomers(sumOfBills(shown)) })} className="desk-shown" />
        <Sums
          bills={selected}
          words={selected.length > 0 ? t('{jobs} selected', { jobs: jobsOfCustomers(sumOfBills(selected)) }) : t('None selected')}
          className={selected.length > 0 ? 'desk-picked' : 'desk-none'}
          onClear={selected.length > 0 ? parts.clear : undefined}
        />
      </tfoot>
    </table>
  );
};
