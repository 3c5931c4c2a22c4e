import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { DeskFrame } from '#client/components/desk/desk-frame.tsx';
import { useCurrentRow, useFollowedRow } from '#client/components/desk/use-current-row.ts';
import { useDeskKeys, useKeysSwitch } from '#client/components/desk/use-desk-keys.ts';
import { useRail } from '#client/components/desk/use-rail.ts';
import { useSelection } from '#client/components/desk/use-selection.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { useToday } from '#client/data/today.ts';
import { afterFirstScreen } from '#client/lib/first-screen.ts';
import { later } from '#client/lib/later.tsx';
import { useIsWide, useMedia } from '#client/lib/use-media.ts';
import { CardTotals, DeskActions } from './desk-actions.tsx';
import { DeskBody } from './desk-body.tsx';
import type { DeskDialog } from './desk-dialogs.tsx';
import { type SortKey, spanOf } from './desk-filter.ts';
import { DeskHead } from './desk-head.tsx';
import { type DeskLine, isGroup } from './desk-lines.ts';
import type { DeskRow } from './desk-rows.ts';
import { DeskTools } from './desk-tools.tsx';
import { currentView } from './desk-views.ts';
import { exportColumns } from './export-columns.ts';
import { useDeskActs } from './use-desk-acts.ts';
import { useDeskAddress } from './use-desk-address.ts';
import { useDeskLines } from './use-desk-lines.ts';
import { useDeskRows } from './use-desk-rows.ts';
import { useEntryViews } from './use-entry-views.ts';
import { useHintContext } from './use-hint-context.ts';
import { useRowEdit } from './use-row-edit.ts';
import { useSeenRows } from './use-seen-rows.ts';
import { useViewCounts } from './use-view-counts.ts';
import sheet from './desk.css?url';

const fetchLater = () => import('./desk-later.ts');
const DeskSide = later(async () => (await fetchLater()).DeskSide);
const DeskDialogs = later(async () => (await fetchLater()).DeskDialogs);
const EntryDetailDialog = later(async () => (await fetchLater()).EntryDetailDialog);

const idOfRow = ({ entry }: DeskRow): number => entry.id;

/** Lines of a page, for the keys that turn one: what is in view, less one that stays. */
const pageOf = (scroller: HTMLElement | null): number => Math.max(1, Math.floor(((scroller?.clientHeight ?? 800) - 106) / 36) - 1);

/** The row at a line, or where a group's head stands the one before it on the way; undefined beyond the ends. */
const rowNear = (lines: readonly DeskLine[], at: number, way: 1 | -1): DeskRow | undefined => {
  const line = lines[at];
  if (line === undefined || !isGroup(line)) {
    return line;
  }
  const before = lines[at - way];
  return before === undefined || isGroup(before) ? undefined : before;
};

/** `/job-entries/desk`: every number of the entries in view, to check, correct and move them by key, touch or press (decision 0065). */
export const DeskScreen = () => {
  const { id: orgId, seasonStartDate } = useOrganization();
  const today = useToday();
  const address = useDeskAddress();
  const { filter, order, query, setFilter, setOrder } = address;
  const span = useMemo(() => spanOf(filter, today, seasonStartDate), [filter, today, seasonStartDate]);
  const scroller = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const found = useDeskRows(filter, span);
  const { lines, shown, numbers, rest, isOneMonth } = useDeskLines(found.rows, found.here?.fields, { filter, order, span }, scroller);
  const views = useEntryViews();
  const counts = useViewCounts(views.views, found);
  const view = currentView(views.views, address.view, query);
  const selection = useSelection(shown, idOfRow);
  const current = useCurrentRow(shown, idOfRow);
  const followed = useFollowedRow(current.row, idOfRow);
  const { seen, see } = useSeenRows();
  const context = useHintContext(found.rows);
  const acts = useDeskActs();
  const edit = useRowEdit({ row: current.row, numbers, here: found.here, acts });
  const mayChange = useCan('jobEntries:writeOfOthers');
  const isWide = useIsWide();
  const hasRoom = useMedia('(min-width: 90rem)');
  const [isPanelOpen, setPanelOpen] = useState(hasRoom);
  const [dialog, setDialog] = useState<DeskDialog | null>(null);
  const [detail, setDetail] = useState<DeskRow | null>(null);
  const [keysOn, setKeysOn] = useKeysSwitch();
  const rail = useRail(isWide);
  // Its dialogs open without a connection too; what cannot be fetched now is fetched when it is opened.
  useEffect(() => afterFirstScreen(() => void DeskDialogs.fetch().catch(() => undefined)), []);

  // Where the rows are, for the keys and for screen readers.
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
  /** A page of lines on: heads of groups count, so that no row is passed unseen. */
  const turnPage = (pages: 1 | -1) => {
    const at = current.row ? lines.indexOf(current.row) : 0;
    const near = rowNear(lines, at + pages * pageOf(scroller.current), pages);
    moveTo(near ? shown.indexOf(near) : pages === 1 ? shown.length - 1 : 0);
  };
  const sortBy = (key: SortKey) => setOrder({ ...order, sort: key, isDescending: order.sort === key && !order.isDescending });
  const press = (row: DeskRow) => {
    current.take(row, shown.indexOf(row));
    setPanelOpen(true);
  };
  const checkAndNext = () => {
    if (current.row && acts.mayCheck) {
      acts.check([current.row]);
      const next = shown.findIndex((row, index) => index > current.index && !row.isChecked && !acts.pending.has(row.entry.id));
      moveTo(next === -1 ? current.index + 1 : next);
    }
  };
  const checkSelected = () => {
    if (acts.mayCheck && selection.selected.length > 0 && acts.check(selection.selected) > 0) {
      selection.clear();
    }
  };
  const ask = (kind: 'move' | 'change') => {
    const rows = selection.selected.length > 0 ? selection.selected : current.row ? [current.row] : [];
    if (mayChange && rows.length > 0) {
      setDialog({ kind, rows });
    }
  };

  const question = (kind: 'ask' | 'sendBack') => {
    if (current.row && acts.mayAsk(current.row)) {
      setDialog({ kind, row: current.row });
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
      pagedown: () => turnPage(1),
      ' ': () => turnPage(1),
      pageup: () => turnPage(-1),
      home: () => moveTo(0),
      end: () => moveTo(shown.length - 1),
      x: () => current.row && selection.toggle([current.row]),
      'shift+x': () => current.row && selection.extendTo(current.row),
      a: () => selection.toggle(shown),
      c: checkAndNext,
      'shift+c': checkSelected,
      e: edit.begin,
      h: () => current.row && current.row.hints.length > 0 && void acts.accept(current.row, current.row.hints),
      q: () => question('ask'),
      b: () => question('sendBack'),
      m: () => ask('move'),
      r: () => ask('change'),
      o: () => current.row && setDetail(current.row),
      z: () => void acts.undo(),
      f: () => setDialog({ kind: 'filter' }),
      '/': () => search.current?.focus(),
      '?': () => setDialog({ kind: 'keys' }),
      '[': rail.toggle,
      enter: () => (current.row ? setPanelOpen((isOpen) => !isOpen) : moveTo(0)),
      escape: () => (selection.selected.length > 0 ? selection.clear() : setPanelOpen(false)),
    },
    keysOn,
  );

  const panelRow = isPanelOpen ? followed : undefined;
  const columns = exportColumns(orgId);
  const shared = { lines, shown, numbers, rest, selection, pending: acts.pending, onSeen: see };
  return (
    <DeskFrame hasPanel={panelRow !== undefined && isWide}>
      <link rel="stylesheet" href={sheet} precedence="default" />
      <section className="desk-list">
        <DeskHead
          view={view}
          views={views}
          counts={counts}
          address={address}
          rows={found.rows && shown}
          columns={columns}
          onDialog={setDialog}
        />
        <DeskTools
          filter={filter}
          order={order}
          span={span}
          numbers={numbers}
          search={search}
          onFilter={setFilter}
          onOrder={setOrder}
          onMore={() => setDialog({ kind: 'filter' })}
        />
        {!isWide && <CardTotals shown={shown} numbers={numbers} older={found.older} onOlder={found.readOlder} />}
        <div className="desk-scroll" ref={scroller}>
          <DeskBody
            {...shared}
            isOneMonth={isOneMonth}
            found={found}
            isWide={isWide}
            order={order}
            current={current.row}
            topOf={query}
            edit={edit.edit}
            scroller={scroller}
            context={context}
            maySelect={acts.mayCheck || mayChange}
            view={view?.query === query ? view : undefined}
            views={views.views}
            counts={counts}
            onSort={sortBy}
            onPress={press}
          />
        </div>
        <DeskActions
          numbers={numbers}
          selection={selection}
          seen={seen}
          acts={acts}
          mayChange={mayChange}
          older={found.older}
          isWide={isWide}
          columns={columns}
          onOlder={found.readOlder}
          onCheck={checkSelected}
          onMove={() => ask('move')}
          onChange={() => ask('change')}
        />
      </section>
      {panelRow && (
        <DeskSide
          isWide={isWide}
          row={panelRow}
          index={current.index}
          count={shown.length}
          context={context}
          mayCheck={acts.mayCheck}
          mayEdit={acts.mayEdit(panelRow)}
          mayAsk={acts.mayAsk(panelRow)}
          isChecking={acts.pending.has(panelRow.entry.id)}
          onMove={(by) => moveTo(current.index + by)}
          onClose={() => {
            setPanelOpen(false);
            focusTable();
          }}
          onCheck={checkAndNext}
          onAsk={(isSentBack) => setDialog({ kind: isSentBack ? 'sendBack' : 'ask', row: panelRow })}
          onEdit={() => (isWide ? edit.begin() : setDetail(panelRow))}
          onOpen={() => setDetail(panelRow)}
          onTake={(hint) => void acts.change([panelRow], () => edit.patchOf(panelRow, hint))}
          onAccept={(hint) => void acts.accept(panelRow, [hint])}
        />
      )}
      {rail.button && createPortal(rail.button, rail.place)}
      {dialog && (
        <DeskDialogs
          dialog={dialog}
          here={found.here}
          filter={filter}
          query={query}
          context={context}
          acts={acts}
          views={views}
          keysOn={keysOn}
          onKeys={setKeysOn}
          onFilter={setFilter}
          onSaved={({ id }) => address.setView(String(id))}
          onDone={selection.clear}
          onClose={() => setDialog(null)}
        />
      )}
      {detail && <EntryDetailDialog entry={detail.entry} onClose={() => setDetail(null)} />}
    </DeskFrame>
  );
};
