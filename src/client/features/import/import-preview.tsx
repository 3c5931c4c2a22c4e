import { useState } from 'react';
import { type ImportRecord, type ImportRow, NEEDED_FIELDS, ROW_FATES, type RowFate } from '#shared/domain/import.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { ColumnsDialog } from '#client/features/import/columns-dialog.tsx';
import { ImportRows } from '#client/features/import/import-rows.tsx';
import { FATES, fieldLabel } from '#client/features/import/import-words.ts';
import { NamesCard } from '#client/features/import/names-card.tsx';
import { OptionsDialog } from '#client/features/import/options-dialog.tsx';
import { reasonsOf, saveRefused } from '#client/features/import/save-refused.ts';
import type { ImportWork } from '#client/features/import/use-import.ts';
import { cx } from '#client/lib/cx.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { listWords } from '#client/lib/lists.ts';
import { plural, t } from '#client/lib/texts.ts';
import { useIsWide } from '#client/lib/use-media.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { ChevronIcon, DownloadIcon, RestoreIcon, UploadIcon } from '#client/ui/icons.tsx';
import { Note } from '#client/ui/note.tsx';

const isProblem = ({ fate }: ImportRow): boolean => fate === 'refused' || fate === 'twice';

interface TabsProps {
  readonly record: ImportRecord;
  readonly fate: RowFate | undefined;
  readonly onFate: (fate: RowFate | undefined) => void;
}

/** The counts, each a filter. */
const FateTabs = ({ record: { counts, rows }, fate, onFate }: TabsProps) => {
  const tabs = [undefined, ...ROW_FATES].map((each) => ({
    each,
    text: each === undefined ? t('All rows') : t(FATES[each].word),
    icon: each === undefined ? null : FATES[each].icon,
    count: each === undefined ? rows : counts[each],
  }));
  return (
    <div role="group" aria-label={t('What happens')} className="flex gap-1 overflow-x-auto border-b border-line px-2">
      {tabs.map(({ each, text, icon: IconShape, count }) => (
        <button
          key={text}
          type="button"
          aria-pressed={each === fate}
          disabled={count === 0 && each !== undefined}
          onClick={() => onFate(each)}
          className={cx(
            'inline-flex min-h-11 items-center gap-2 border-b-3 px-2.5 text-[0.9375rem] font-[620] whitespace-nowrap disabled:text-ink3',
            each === fate ? 'border-act text-ink' : 'border-transparent text-ink2',
          )}
        >
          {IconShape && <IconShape className="size-4.5" aria-hidden="true" />}
          {text}
          <span className="rounded-[0.375rem] bg-sunk px-1.5 text-sm tabular-nums">{formatNumber(count)}</span>
        </button>
      ))}
    </div>
  );
};

/** What is not imported, in a sentence. */
const leftOut = ({ counts, heads, options }: ImportRecord): string => {
  const columns = heads.filter((_, column) => (options.columns[column] ?? null) === null);
  const rows = [
    counts.refused > 0 && plural(counts.refused, "1 can't be.", "{count} can't be."),
    counts.same > 0 && plural(counts.same, '1 is unchanged.', '{count} are unchanged.'),
    counts.twice > 0 && plural(counts.twice, '1 is a repeat.', '{count} are repeats.'),
    columns.length > 0 &&
      (columns.length > 3
        ? plural(columns.length, '1 column is left out.', '{count} columns are left out.')
        : t('Left out: {columns}.', { columns: listWords(columns) })),
  ];
  return rows.filter(Boolean).join(' ');
};

const missingColumns = ({ kind, options }: ImportRecord): string[] =>
  NEEDED_FIELDS[kind]
    .filter((oneOf) => !oneOf.some((field) => options.columns.includes(field)))
    .map(([field]) => (field ? fieldLabel(kind, field) : ''));

interface ProblemBarProps {
  readonly record: ImportRecord;
  readonly row: ImportRow | null;
}

/** Why the row in hand cannot be imported. */
const ReasonBar = ({ record, row }: ProblemBarProps) =>
  row !== null &&
  row.reasons.length > 0 && (
    <p role="status" className="border-t border-line bg-ground px-4 py-3 text-[0.9375rem]">
      <span className="mr-2 font-[680] text-poppy-fg">{t('Row {row}', { row: row.id })}</span>
      {reasonsOf(record, row)}.{' '}
      <span className="text-ink2">{t('Fix it in your file and import it again. Rows already in stay as they are.')}</span>
    </p>
  );

interface ImportPreviewProps {
  readonly organization: Organization;
  readonly record: ImportRecord;
  readonly work: ImportWork;
  readonly onDone: () => void;
  readonly doneLabel: string;
}

/** Every row with its fate, before the import and as its report. */
export const ImportPreview = ({ organization: { id: orgId }, record, work, onDone, doneLabel }: ImportPreviewProps) => {
  const notices = useNotices();
  const isWide = useIsWide();
  const [fate, setFate] = useState<RowFate>();
  const [inHand, setInHand] = useState<ImportRow | null>(null);
  const [dialog, setDialog] = useState<'options' | 'columns' | 'undo' | null>(null);
  const { state, counts, fileName, sheets, options, rows, written } = record;
  const good = counts.new + counts.changes;
  const missing = missingColumns(record);
  const isBusy = work.busy !== null;
  const isOpen = state === 'read';
  const change = async (patch: Parameters<ImportWork['change']>[0]) => {
    setInHand(null);
    await work.change(patch);
  };
  const changeAndClose = async (patch: Parameters<ImportWork['change']>[0]) => {
    if (Object.keys(patch).length > 0) {
      await change(patch);
    }
    setDialog(null);
  };
  const start = () => void work.run();

  const step = (all: readonly ImportRow[], by: 1 | -1, fits: (row: ImportRow) => boolean) => {
    const from = all.findIndex(({ id }) => id === inHand?.id);
    const rest = by === 1 ? all.slice(from + 1) : all.slice(0, Math.max(0, from)).toReversed();
    const next = rest.find(fits);
    if (next) {
      setInHand(next);
    }
  };
  const handleKey = (event: React.KeyboardEvent, all: readonly ImportRow[]) => {
    const isField = event.target instanceof Element && event.target.closest('select, input, button') !== null;
    const by = { j: 1, k: -1, n: 1 } as const;
    const key = event.key.toLowerCase();
    if (isField || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (key === 'j' || key === 'k' || key === 'n') {
      event.preventDefault();
      step(all, by[key], key === 'n' ? isProblem : () => true);
    } else if (key === 'enter' && isOpen && good > 0 && missing.length === 0) {
      event.preventDefault();
      start();
    }
  };
  return (
    <div className="grid gap-(--gap)">
      <p className="text-ink2">
        <b className="font-[680] wrap-anywhere text-ink">{fileName}</b>
        {sheets.length > 0 && `, ${t('sheet {name}', { name: sheets[options.sheet] ?? '' })}`}, {plural(rows, '1 row', '{count} rows')}.{' '}
        {options.headRow > 0 ? t('Names in row {row}.', { row: options.headRow }) : t('No row with names.')}{' '}
        {isOpen && (
          <button
            type="button"
            className="inline-flex min-h-11 items-center font-[640] text-act underline"
            onClick={() => setDialog('options')}
          >
            {t('Change')}
          </button>
        )}
      </p>
      {missing.length > 0 && isOpen && <Note tone="straw">{t('Choose the column for: {fields}.', { fields: listWords(missing) })}</Note>}
      {record.unclearDate !== null && isOpen && (
        <Note tone="straw">
          {t('Is {date} written with the day first, or the month?', { date: record.unclearDate })}{' '}
          {(['dmy', 'mdy'] as const).map((dateOrder) => (
            <Button key={dateOrder} size="small" className="ml-2" disabled={isBusy} onClick={() => void change({ dateOrder })}>
              {dateOrder === 'dmy' ? t('Day first') : t('Month first')}
            </Button>
          ))}
        </Note>
      )}
      {isOpen && <NamesCard orgId={orgId} record={record} isBusy={isBusy} onChange={(patch) => void change(patch)} />}
      <Card className="overflow-hidden">
        <FateTabs
          record={record}
          fate={fate}
          onFate={(next) => {
            setFate(next);
            setInHand(null);
          }}
        />
        <ImportRows
          orgId={orgId}
          record={record}
          fate={fate}
          current={inHand?.id ?? null}
          isLocked={!isOpen || isBusy}
          onCurrent={setInHand}
          onColumns={(columns) => void change({ columns })}
          onKey={handleKey}
        />
        <ReasonBar record={record} row={inHand} />
      </Card>
      <div className="z-2 -mx-(--gap) flex flex-wrap items-center gap-x-4 gap-y-2.5 border-t border-line bg-surface px-(--gap) py-3 md:sticky md:bottom-0">
        <p role="status" className="min-w-0 flex-1 basis-72 text-[0.9375rem]">
          <b className="font-[680]">
            {isOpen
              ? t('{good} of {rows} rows will be imported.', { good: formatNumber(good), rows: formatNumber(rows) })
              : state === 'running'
                ? t('{written} of {rows} rows imported.', { written: formatNumber(written), rows: formatNumber(good) })
                : state === 'takenBack'
                  ? t('This import was undone.')
                  : plural(written, '1 row was imported.', '{count} rows were imported.')}
          </b>{' '}
          <span className="text-ink2">{leftOut(record)}</span>
        </p>
        {!isWide && isOpen && (
          <Button icon={ChevronIcon} onClick={() => setDialog('columns')}>
            {t('Columns')}
          </Button>
        )}
        {counts.refused > 0 && (
          <Button
            icon={DownloadIcon}
            onClick={() => void saveRefused(record).catch((error: unknown) => notices.failure(t('Failed to export'), error))}
          >
            {plural(counts.refused, 'Download the row', 'Download the {count} rows')}
          </Button>
        )}
        {(state === 'done' || state === 'running') && written > 0 && (
          <Button
            icon={RestoreIcon}
            busyText={work.busy === 'undoing' && t('Undoing...')}
            disabled={isBusy}
            onClick={() => setDialog('undo')}
          >
            {t('Undo import')}
          </Button>
        )}
        {isOpen || state === 'running' ? (
          <Button
            variant="primary"
            icon={UploadIcon}
            disabled={good === 0 || missing.length > 0 || isBusy}
            busyText={work.busy === 'importing' && t('Importing...')}
            onClick={start}
          >
            {state === 'running' ? t('Continue import') : plural(good, 'Import 1 row', 'Import {count} rows')}
          </Button>
        ) : (
          <Button variant="primary" onClick={onDone}>
            {doneLabel}
          </Button>
        )}
      </div>
      {dialog === 'options' && <OptionsDialog record={record} isBusy={isBusy} onSave={changeAndClose} onClose={() => setDialog(null)} />}
      {dialog === 'columns' && (
        <ColumnsDialog
          orgId={orgId}
          record={record}
          isBusy={isBusy}
          onSave={(columns) => changeAndClose({ columns })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'undo' && (
        <ConfirmDialog
          title={t('Undo this import?')}
          text={t('What it added is deleted, and what it changed is put back. What has been used or changed since stays as it is.')}
          confirmLabel={t('Undo import')}
          busyText={work.busy === 'undoing' && t('Undoing...')}
          onCancel={() => setDialog(null)}
          onConfirm={() => void work.undo().then(() => setDialog(null))}
        />
      )}
    </div>
  );
};
