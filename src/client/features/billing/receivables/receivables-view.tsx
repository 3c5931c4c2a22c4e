import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Receivables } from '#shared/billing/schemas/receivable.ts';
import { DeskSearch } from '#client/components/desk/desk-search.tsx';
import { KeyHelp, type KeyLines } from '#client/components/desk/key-help.tsx';
import { SidePanel } from '#client/components/desk/side-panel.tsx';
import { useCurrentRow, useFollowedRow } from '#client/components/desk/use-current-row.ts';
import { useDeskKeys, useKeysSwitch } from '#client/components/desk/use-desk-keys.ts';
import { useRail } from '#client/components/desk/use-rail.ts';
import { useSelection } from '#client/components/desk/use-selection.ts';
import { QueryView } from '#client/components/query-view.tsx';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { useSendsMail } from '#client/entities/accounts/account.ts';
import { BillingFrame } from '#client/features/billing/billing-frame.tsx';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { t } from '#client/lib/texts.ts';
import { useIsWide } from '#client/lib/use-media.ts';
import { IconButton } from '#client/ui/button.tsx';
import { CloseIcon } from '#client/ui/icons.tsx';
import { Note } from '#client/ui/note.tsx';
import { Empty } from '#client/ui/states.tsx';
import { AskedStatement } from './asked-statement.tsx';
import { AgeFilters } from './age-filters.tsx';
import { ReceivableActions } from './receivable-actions.tsx';
import { ReceivableCards } from './receivable-cards.tsx';
import { ReceivableDialogs, type ReceivableDialog } from './receivable-dialogs.tsx';
import { ReceivablePanel } from './receivable-panel.tsx';
import { receivableQueries } from './receivable-queries.ts';
import { agesShown, type ReceivableRow, rowsOf, shownRows } from './receivable-rows.ts';
import { ReceivableTable } from './receivable-table.tsx';
import { ReminderBars } from './reminder-bars.tsx';
import { useReceivableAddress } from './use-receivable-address.ts';
import { useReminding } from './use-reminding.ts';
import sheet from './receivables.css?url';

const KEYS: KeyLines = [
  [['next', 'previous'], 'Next and previous customer'],
  [['select'], 'Select the customer'],
  [['range'], 'Select up to here'],
  [['all'], 'Select all that are shown'],
  [['pay'], 'Record a payment'],
  [['change'], 'Look at the reminder'],
  [['search'], 'Search'],
  [['back'], 'Clear the selection'],
  [['help'], 'Show this list'],
];

const idOfRow = ({ id }: ReceivableRow): number => id;

const Legend = () => (
  <p className="owed-legend" aria-hidden="true">
    <span>
      <ReminderBars levels={1} sent={1} due={0} /> {t('Sent')}
    </span>
    <span>
      <ReminderBars levels={1} sent={0} due={1} /> {t('Due now')}
    </span>
    <span>
      <ReminderBars levels={1} sent={0} due={0} /> {t('Later')}
    </span>
  </p>
);

interface ViewProps {
  readonly tab: 'open' | 'overdue';
  readonly found: Receivables;
}

interface ListProps extends ViewProps {
  /** Folds or unfolds the menu. */
  readonly onRail: () => void;
}

/** What the tab is about: all that is open, or the customers of whom something is late. */
const useRows = ({ tab, found }: ViewProps): ReceivableRow[] => {
  const { id: orgId } = useOrganization();
  const { data } = useQuery(receivableQueries.letters(orgId));
  return useMemo(() => {
    const currencies = found.sums.map(({ currency }) => currency);
    return rowsOf(found.customers, data?.letters ?? [], currencies).filter(({ daysLate }) => tab === 'open' || daysLate > 0);
  }, [tab, found, data]);
};

const List = ({ tab, found, onRail }: ListProps) => {
  const rows = useRows({ tab, found });
  const { filter, order, search, chooseAge, sortBy } = useReceivableAddress(tab);
  const shown = useMemo(() => shownRows(rows, filter, order), [rows, filter, order]);
  const scroller = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const selection = useSelection(shown, idOfRow);
  const current = useCurrentRow(shown, idOfRow);
  const followed = useFollowedRow(current.row, idOfRow);
  const [dialog, setDialog] = useState<ReceivableDialog | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [keysOn, setKeysOn] = useKeysSwitch();
  const reminding = useReminding();
  const mayBill = useCan('jobs:bill');
  const isWide = useIsWide();
  const sendsMail = useSendsMail();
  const isOffline = useIsOffline();
  const { levels, today } = found;

  const focusTable = useCallback(() => scroller.current?.querySelector('table')?.focus({ preventScroll: true }), []);
  const moveTo = (index: number, isSelecting = false) => {
    const at = Math.max(0, Math.min(shown.length - 1, index));
    const next = shown[at];
    if (next) {
      if (isSelecting) {
        selection.extendTo(next);
      }
      current.take(next, at);
      focusTable();
    }
  };
  const press = (row: ReceivableRow) => {
    current.take(row, shown.indexOf(row));
    setOpen(true);
  };
  const inHand = selection.selected.length > 0 ? selection.selected : current.row ? [current.row] : [];
  const ask = (kind: ReceivableDialog['kind'], of = inHand) => {
    if (of.length > 0 && (mayBill || kind === 'statement')) {
      setDialog({ kind, rows: of });
    }
  };
  const send = async (way: 'mail' | 'print', of: readonly ReceivableRow[]) => {
    if (await reminding[way](of)) {
      selection.clear();
    }
  };

  useDeskKeys(
    {
      j: () => moveTo(current.index + 1),
      arrowdown: () => moveTo(current.index + 1),
      k: () => moveTo(current.index - 1),
      arrowup: () => moveTo(current.index - 1),
      'shift+arrowdown': () => moveTo(current.index + 1, true),
      'shift+arrowup': () => moveTo(current.index - 1, true),
      home: () => moveTo(0),
      end: () => moveTo(shown.length - 1),
      x: () => current.row && selection.toggle([current.row]),
      'shift+x': () => current.row && selection.extendTo(current.row),
      a: () => selection.toggle(shown),
      p: () => ask('payment'),
      r: () => current.row?.letter && ask('letter', [current.row]),
      '/': () => field.current?.focus(),
      '[': onRail,
      '?': () => setDialog({ kind: 'keys', rows: [] }),
      enter: () => (current.row ? setOpen((open) => !open) : moveTo(0)),
      escape: () => (selection.selected.length > 0 ? selection.clear() : setOpen(false)),
    },
    keysOn,
  );

  const panelRow = isWide ? followed && shown.find(({ id }) => id === followed.id) : isOpen ? current.row : undefined;
  const panel = panelRow && (
    <ReceivablePanel
      row={panelRow}
      today={today}
      text={reminding.texts.get(panelRow.id)}
      mayBill={mayBill}
      onPay={() => ask('payment', [panelRow])}
      onStatement={() => ask('statement', [panelRow])}
      onLetter={() => ask('letter', [panelRow])}
      onNote={() => ask('note', [panelRow])}
    />
  );
  const list = {
    shown,
    levels,
    today,
    order,
    selection,
    scroller,
    ages: agesShown(shown),
    current: current.row,
    unsent: reminding.unsent,
    topOf: `${tab} ${filter.q} ${filter.age ?? ''} ${order.sort}`,
    maySelect: mayBill,
    onSort: sortBy,
    onPress: press,
  };
  return (
    <>
      <AgeFilters sums={found.sums} age={filter.age} onChoose={chooseAge} />
      <div className="desk-tools owed-tools">
        <DeskSearch words={t('Customer, number or amount')} value={filter.q} input={field} onChange={search} />
        <span className="desk-grow" />
        <Legend />
      </div>
      {found.isMore && (
        <div className="desk-notes">
          <Note tone="straw">{t('There are more open bills than are shown. Those that are due first are here.')}</Note>
        </div>
      )}
      <div className="desk-scroll" ref={scroller}>
        {shown.length === 0 ? (
          <Empty
            title={rows.length === 0 ? (tab === 'open' ? t('Nobody owes you anything.') : t('Nothing is overdue.')) : t('Nothing found')}
          />
        ) : isWide ? (
          <ReceivableTable {...list} />
        ) : (
          <ReceivableCards {...list} />
        )}
      </div>
      {isWide && panel}
      {mayBill && (isWide || selection.selected.length > 0) && (
        <ReceivableActions
          rows={inHand}
          hasSelection={selection.selected.length > 0}
          canMail={sendsMail ?? null}
          isOff={isOffline}
          isBusy={reminding.isBusy}
          onMail={() => void send('mail', inHand)}
          onPrint={() => void send('print', inHand)}
          onCalled={() => ask('note')}
          onPay={() => ask('payment')}
        />
      )}
      {!isWide && panelRow && (
        <SidePanel label={panelRow.businessName} isWide={false} onClose={() => setOpen(false)}>
          <div className="desk-panel-head">
            <span>{t('Open bills')}</span>
            <IconButton icon={CloseIcon} label={t('Close')} onClick={() => setOpen(false)} />
          </div>
          <div className="desk-panel-body">{panel}</div>
        </SidePanel>
      )}
      {dialog?.kind === 'keys' ? (
        <KeyHelp keys={KEYS} isOn={keysOn} onSwitch={setKeysOn} onClose={() => setDialog(null)} />
      ) : (
        dialog && (
          <ReceivableDialogs
            dialog={dialog}
            today={today}
            canMail={sendsMail === true}
            reminding={reminding}
            onDone={selection.clear}
            onClose={() => setDialog(null)}
          />
        )
      )}
    </>
  );
};

/** `/organization/billing?tab=open` and `tab=overdue`: who owes what, how old it is, and reminding them (decision 0069). */
export const ReceivablesTab = ({ tab }: { readonly tab: 'open' | 'overdue' }) => {
  const { id: orgId } = useOrganization();
  const query = useQuery(receivableQueries.all(orgId));
  const rail = useRail(useIsWide());
  return (
    <BillingFrame tab={tab} copyName="owed" rail={rail}>
      <link rel="stylesheet" href={sheet} precedence="default" />
      <QueryView query={query} loading={t('Loading...')}>
        {(found) => (
          <>
            <List key={tab} tab={tab} found={found} onRail={rail.toggle} />
            <AskedStatement today={found.today} />
          </>
        )}
      </QueryView>
    </BillingFrame>
  );
};
