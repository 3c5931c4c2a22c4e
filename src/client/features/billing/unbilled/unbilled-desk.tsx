import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { UnbilledBill } from '#shared/billing/schemas/unbilled-bill.ts';
import { messageOf } from '#client/api/api-error.ts';
import { KeyCap } from '#client/components/desk/key-cap.tsx';
import { KeyHelp } from '#client/components/desk/key-help.tsx';
import { useCurrentRow, useFollowedRow } from '#client/components/desk/use-current-row.ts';
import { useDeskKeys, useKeysSwitch } from '#client/components/desk/use-desk-keys.ts';
import { useRail } from '#client/components/desk/use-rail.ts';
import { useSelection } from '#client/components/desk/use-selection.ts';
import { ListExport } from '#client/components/list-export.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useToday } from '#client/data/today.ts';
import { BillingFrame } from '#client/features/billing/billing-frame.tsx';
import { billingQueries } from '#client/features/billing/billing-queries.ts';
import { usualDay } from '#client/features/billing/drafts/bill-days.ts';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { later } from '#client/lib/later.tsx';
import { t } from '#client/lib/texts.ts';
import { useIsWide, useMedia } from '#client/lib/use-media.ts';
import { Button } from '#client/ui/button.tsx';
import { HistoryIcon } from '#client/ui/icons.tsx';
import { Empty, Failed, Loading } from '#client/ui/states.tsx';
import { billColumns } from './bill-columns.ts';
import { BillCards } from './bill-cards.tsx';
import { BILL_KEYS } from './bill-keys.ts';
import type { BillRow } from './bill-parts.ts';
import {
  attentionOf,
  type BillSort,
  idOfBill,
  isLeftOut,
  mayIssue,
  NO_BILL_FILTER,
  numbersFrom,
  shownBills,
  sumOfBills,
} from './bill-rows.ts';
import { BillTable } from './bill-table.tsx';
import { BillTools } from './bill-tools.tsx';
import { jobsOfCustomers } from './bill-words.ts';
import { EmptySeason } from './empty-season.tsx';
import { IssueButton } from './issue-foot.tsx';
import { RunDialog } from './run-dialog.tsx';
import { RunLine } from './run-line.tsx';
import { useBillParts } from './use-bill-parts.ts';
import { useBillingRun } from './use-billing-runs.ts';
import { useStartRun } from './use-start-run.ts';
import { useUnbilledAddress } from './use-unbilled-address.ts';
import { useUnbilledBills } from './use-unbilled-bills.ts';
import sheet from './unbilled.css?url';

// Each comes when it is first asked for; the list does not wait for the panel beside it.
const BillPanel = later(async () => (await import('./bill-panel.tsx')).BillPanel);
const BillFilterDialog = later(async () => (await import('./bill-filter-dialog.tsx')).BillFilterDialog);
const EarlierRunsDialog = later(async () => (await import('./earlier-runs-dialog.tsx')).EarlierRunsDialog);

const NO_BILLS: readonly UnbilledBill[] = [];
const LOADING_ROWS = 12;

/** The date of the bills, the usual one until another is chosen, and the numbers to come. */
const useBillDay = () => {
  const { id: orgId } = useOrganization();
  const today = useToday();
  const isOffline = useIsOffline();
  const { data: next } = useQuery({ ...billingQueries.next(orgId), enabled: !isOffline });
  const [chosen, setDay] = useState<string>();
  return { next, day: chosen ?? (next ? usualDay(today, next) : today), setDay };
};

/** The bills that completed work would make: seen in one list, issued and sent in one go, in the background (decision 0068). */
export const UnbilledDesk = () => {
  const { filter, order, setFilter, setOrder } = useUnbilledAddress();
  const found = useUnbilledBills(filter);
  const { run, runs, inHand, putAway, show } = useBillingRun();
  const { bills = NO_BILLS } = found;
  const waiting = useMemo(() => bills.filter(({ jobs }) => !jobs.some(({ id }) => inHand.has(id))), [bills, inHand]);
  const shown = useMemo(() => shownBills(waiting, filter, order), [waiting, filter, order]);
  const selection = useSelection(shown, idOfBill);
  const parts = useBillParts(selection);
  const current = useCurrentRow(shown, idOfBill);
  const followed = useFollowedRow(current.row, idOfBill);
  const { next, day, setDay } = useBillDay();
  const { start, isBusy, problem, forget } = useStartRun();
  const isWide = useIsWide();
  const hasRoom = useMedia('(min-width: 90rem)');
  const [isPanelOpen, setPanelOpen] = useState(hasRoom);
  const [dialog, setDialog] = useState<'filter' | 'keys' | 'issue' | 'runs' | null>(null);
  const [keysOn, setKeysOn] = useKeysSwitch();
  const rail = useRail(isWide);
  const scroller = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const { extendTo, selected } = selection;
  const { clear } = parts;
  const focusTable = useCallback(() => scroller.current?.querySelector('table')?.focus({ preventScroll: true }), []);

  const moveTo = (index: number) => {
    const at = Math.max(0, Math.min(shown.length - 1, index));
    const row = shown[at];
    if (row) {
      current.take(row, at);
      focusTable();
    }
  };
  const { press: tick } = parts;
  const pick = useCallback((row: BillRow, isRange: boolean) => (isRange ? extendTo(row.bill) : tick(row)), [extendTo, tick]);
  const { take } = current;
  const press = useCallback(
    (bill: UnbilledBill) => {
      take(bill, shown.indexOf(bill));
      setPanelOpen(true);
    },
    [take, shown],
  );
  const selectAll = () => parts.pressAll(shown.filter((bill) => !isLeftOut(bill)));
  const ready = selected.map(parts.of).filter(mayIssue);
  const ask = () => {
    if (ready.length > 0) {
      forget();
      setDialog('issue');
    }
  };
  const issue = async (wanted: readonly UnbilledBill[], message: string) => {
    if (await start(wanted, day, message)) {
      setDialog(null);
      clear();
    }
  };
  const sortBy = (sort: BillSort) => setOrder({ sort, isDescending: order.sort === sort && !order.isDescending });

  useDeskKeys(
    {
      j: () => moveTo(current.index + 1),
      arrowdown: () => moveTo(current.index + 1),
      k: () => moveTo(current.index - 1),
      arrowup: () => moveTo(current.index - 1),
      home: () => moveTo(0),
      end: () => moveTo(shown.length - 1),
      x: () => current.row && mayIssue(current.row) && tick(parts.rowOf(current.row)),
      'shift+x': () => current.row && extendTo(current.row),
      a: selectAll,
      i: ask,
      f: () => setDialog('filter'),
      '/': () => search.current?.focus(),
      '?': () => setDialog('keys'),
      '[': rail.toggle,
      enter: () => (current.row ? setPanelOpen((isOpen) => !isOpen) : moveTo(0)),
      escape: () => (selected.length > 0 ? clear() : setPanelOpen(false)),
    },
    keysOn,
  );

  const attention = attentionOf(shown.map(parts.of));
  const isReading = isBusy || found.isReading || parts.isReading;
  const numberOfFollowed = (): string | undefined => {
    const place = followed ? ready.filter(({ hasAmount }) => hasAmount).findIndex(({ id }) => id === followed.id) : -1;
    return next && numbersFrom(next, day, Math.max(1, place + 1)).at(-1);
  };
  const body = () => {
    if (found.bills === undefined) {
      return found.error ? (
        <Failed text={messageOf(found.error)} onRetry={found.retry} />
      ) : (
        <Loading text={t('Loading jobs...')} rows={LOADING_ROWS} />
      );
    }
    if (shown.length === 0) {
      const isNarrowed = waiting.length > 0 || filter.by !== null || filter.isChecked;
      if (isNarrowed) {
        return <Empty title={t('No bills match these filters.')} />;
      }
      return run?.finishedAt === null ? <Empty title={t('All of it is being issued.')} /> : <EmptySeason />;
    }
    return isWide ? (
      <BillTable
        shown={shown}
        order={order}
        selection={selection}
        parts={parts}
        current={current.row}
        scroller={scroller}
        onSort={sortBy}
        onPress={press}
        onPick={pick}
        onAll={selectAll}
      />
    ) : (
      <BillCards shown={shown} parts={parts} onOpen={press} />
    );
  };
  const panel = isPanelOpen && shown.length > 0 && (isWide || followed !== undefined) && (
    <BillPanel
      isWide={isWide}
      bill={followed}
      index={current.index}
      count={shown.length}
      attention={attention}
      number={numberOfFollowed()}
      selected={ready}
      next={next}
      day={day}
      isBusy={isReading}
      parts={parts}
      onDay={setDay}
      onIssue={ask}
      onMove={(by) => moveTo(current.index + by)}
      onShowPrinted={() => setFilter({ ...NO_BILL_FILTER, way: 'print' })}
      onClose={() => {
        setPanelOpen(false);
        focusTable();
      }}
    />
  );
  const rows = bills.length > 0 && !isReading ? () => shown.map(parts.of) : undefined;
  const actions = (
    <>
      {runs.length > 0 && (
        <Button variant="ghost" className="max-md:w-(--ctl)" icon={HistoryIcon} onClick={() => setDialog('runs')}>
          <span className="max-md:sr-only">{t('Earlier runs')}</span>
        </Button>
      )}
      <ListExport title={t('Not billed')} rows={rows} columns={billColumns} />
    </>
  );
  return (
    <BillingFrame tab="unbilled" copyName="unbilledBills" rail={rail} panel={panel} actions={actions}>
      <link rel="stylesheet" href={sheet} precedence="default" />
      <BillTools filter={filter} order={order} search={search} onFilter={setFilter} onOrder={setOrder} onMore={() => setDialog('filter')} />
      {run && <RunLine key={run.id} run={run} onPutAway={putAway} />}
      {!isWide && shown.length > 0 && (
        <p className="desk-totals">
          <span>{t('{jobs} not billed', { jobs: jobsOfCustomers(sumOfBills(shown)) })}</span>
          <b>{formatMoney(sumOfBills(shown).cents, shown[0]?.currency ?? '')}</b>
          <button type="button" className="desk-link" onClick={selectAll}>
            {t('Select all')}
          </button>
        </p>
      )}
      <div className="desk-scroll" ref={scroller}>
        {body()}
      </div>
      {isWide
        ? !panel && (
            <footer className="desk-acts">
              <IssueButton selected={ready} isBusy={isReading} onIssue={ask} />
              <p className="desk-keys" aria-hidden="true">
                <KeyCap of="next" />
                <KeyCap of="previous" /> {t('move')} <KeyCap of="select" /> {t('select')} <KeyCap of="help" /> {t('all keys')}
              </p>
            </footer>
          )
        : ready.length > 0 && (
            <footer className="desk-bar">
              <p>
                <b>{t('{jobs} selected', { jobs: jobsOfCustomers(sumOfBills(ready)) })}</b>
                <span>
                  <b>{formatMoney(sumOfBills(ready).cents, ready[0]?.currency ?? '')}</b>
                </span>
                <button type="button" className="desk-link" onClick={clear}>
                  {t('Clear')}
                </button>
              </p>
              <div>
                <IssueButton selected={ready} isBusy={isReading} onIssue={ask} />
              </div>
            </footer>
          )}
      {dialog === 'filter' && <BillFilterDialog filter={filter} onApply={setFilter} onClose={() => setDialog(null)} />}
      {dialog === 'runs' && <EarlierRunsDialog runs={runs} onShow={show} onClose={() => setDialog(null)} />}
      {dialog === 'keys' && <KeyHelp keys={BILL_KEYS} isOn={keysOn} onSwitch={setKeysOn} onClose={() => setDialog(null)} />}
      {dialog === 'issue' && (
        <RunDialog
          bills={ready}
          next={next}
          day={day}
          problem={problem}
          isBusy={isBusy}
          onIssue={(wanted, message) => void issue(wanted, message)}
          onClose={() => setDialog(null)}
        />
      )}
    </BillingFrame>
  );
};
