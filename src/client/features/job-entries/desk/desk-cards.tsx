import { useLayoutEffect, useRef } from 'react';
import { isAnswered, isAsked } from '#shared/domain/asked.ts';
import type { Selection } from '#client/components/desk/use-selection.ts';
import { syncMark } from '#client/components/status-badge.tsx';
import { useUnits } from '#client/data/organization-context.tsx';
import { type HintContext, hintSentence, missingSentence } from '#client/entities/job-entries/hint-words.ts';
import { cx } from '#client/lib/cx.ts';
import { formatDay, formatNumber } from '#client/lib/formats.ts';
import { plural, t, withUnit } from '#client/lib/texts.ts';
import { CheckIcon, ErrorIcon, NoteIcon, PictureIcon, QuestionIcon } from '#client/ui/icons.tsx';
import { useRowWindow } from '#client/ui/use-row-window.ts';
import type { NumberColumn } from './desk-columns.ts';
import type { Grouping } from './desk-filter.ts';
import { type DeskLine, isGroup, keyOfLine } from './desk-lines.ts';
import { numberOf } from './desk-numbers.ts';
import type { DeskRow } from './desk-rows.ts';
import { groupTitle, numberWords } from './desk-words.ts';
import { RowState } from './row-state.tsx';

interface CardProps {
  readonly row: DeskRow;
  readonly index: number;
  readonly numbers: readonly NumberColumn[];
  readonly context: HintContext;
  readonly isSelected: boolean;
  readonly isChecking: boolean;
  readonly maySelect: boolean;
  readonly onToggle: (row: DeskRow) => void;
  readonly onOpen: (row: DeskRow) => void;
}

/** The numbers beside the hours, each with its unit; odd ones are marked. */
const Counts = ({ row, numbers }: Pick<CardProps, 'row' | 'numbers'>) => {
  const units = useUnits();
  const shown = numbers.filter(({ key }) => key !== 'totalHours' && numberOf(row, key) !== null);
  return shown.map(({ key }) => {
    const value = numberOf(row, key) ?? 0;
    const words =
      key === 'fuel' || key === 'loads' ? withUnit(value, units[key]) : `${formatNumber(value)} ${numberWords(key).toLocaleLowerCase()}`;
    return row.hints.some(({ measure }) => measure === key) ? (
      <mark key={key} className="desk-mark">
        {words}
      </mark>
    ) : (
      <span key={key}>{words}</span>
    );
  });
};

const Card = ({ row, index, numbers, context, isSelected, isChecking, maySelect, onToggle, onOpen }: CardProps) => {
  const { entry } = row;
  const units = useUnits();
  const [hint] = row.hints;
  const mark = syncMark(entry);
  const name = [entry.operatorNames.join(', ') || t('No operator'), formatDay(entry.date)];
  return (
    <li data-index={index} className={cx('desk-card', isSelected && 'desk-selected', mark && `desk-${mark}`)}>
      {maySelect && (
        <label className="desk-card-box">
          <input
            type="checkbox"
            className="sr-only"
            checked={isSelected}
            onChange={() => onToggle(row)}
            aria-label={t('Select {name}', { name: [entry.serviceTypeName, ...name].join(', ') })}
          />
          <span className={cx('desk-box', isSelected && 'desk-on')}>{isSelected && <CheckIcon aria-hidden="true" />}</span>
        </label>
      )}
      <button type="button" className="desk-card-body" onClick={() => onOpen(row)}>
        <span className="desk-card-line">
          <span>
            <b>{name[0]}</b> {name[1]}
          </span>
          {entry.totalHours !== null && (
            <span>
              <b className={cx(row.hints.some(({ measure }) => measure === 'totalHours') && 'desk-mark')}>
                {formatNumber(entry.totalHours)}
              </b>{' '}
              {t(units.totalHours)}
            </span>
          )}
        </span>
        <span className="desk-card-line desk-card-small">
          <span>
            {[entry.serviceTypeName, ...entry.equipmentNames].join(', ')}
            {entry.notes && (
              <>
                {' '}
                <NoteIcon aria-hidden="true" />
                <span className="sr-only">{t('Note')}</span>
              </>
            )}
            {entry.photos.length > 0 && (
              <>
                {' '}
                <PictureIcon aria-hidden="true" />
                <span className="sr-only">{plural(entry.photos.length, '{count} photo', '{count} photos')}</span>
              </>
            )}
          </span>
          <span className="desk-card-counts">
            <Counts row={row} numbers={numbers} />
          </span>
        </span>
        {row.missing.length > 0 && (
          <span className="desk-card-lack">
            <ErrorIcon aria-hidden="true" />
            {missingSentence(row.missing)}
          </span>
        )}
        {hint && (
          <span className="desk-card-hint">
            <QuestionIcon aria-hidden="true" />
            {hintSentence(hint, context, entry).title}
          </span>
        )}
        {(row.isChecked || isChecking || mark || isAsked(entry) || isAnswered(entry)) && (
          <span className="desk-card-state">
            <RowState row={row} isChecking={isChecking} />
          </span>
        )}
      </button>
    </li>
  );
};

/** The usual height of a card and of a group's head, until they are measured. */
const USUAL_PX = 90;

export interface DeskCardsProps extends Pick<CardProps, 'numbers' | 'context' | 'maySelect' | 'onOpen'> {
  readonly lines: readonly DeskLine[];
  readonly by: Grouping;
  readonly selection: Selection<DeskRow>;
  readonly pending: ReadonlySet<number>;
  readonly onSeen: (rows: readonly DeskRow[]) => void;
}

/** Which of the drawn cards are in view: most of each. */
const useSeen = (
  list: { readonly current: HTMLElement | null },
  lines: readonly DeskLine[],
  onSeen: (rows: readonly DeskRow[]) => void,
) => {
  const latest = useRef({ lines, onSeen });
  const watcher = useRef<{ readonly observer: IntersectionObserver; readonly watched: Set<Element> }>(undefined);
  useLayoutEffect(() => {
    latest.current = { lines, onSeen };
    watcher.current ??= {
      watched: new Set(),
      observer: new IntersectionObserver(
        (seen) => {
          const rows = seen.flatMap(({ isIntersecting, target }) => {
            const line = latest.current.lines[Number((target as HTMLElement).dataset['index'])];
            return isIntersecting && line && !isGroup(line) ? [line] : [];
          });
          if (rows.length > 0) {
            latest.current.onSeen(rows);
          }
        },
        { threshold: 0.6 },
      ),
    };
    const { observer, watched } = watcher.current;
    for (const card of list.current?.querySelectorAll('[data-index]') ?? []) {
      if (!watched.has(card)) {
        watched.add(card);
        observer.observe(card);
      }
    }
  });
  useLayoutEffect(() => () => watcher.current?.observer.disconnect(), []);
};

/** The entries as cards, for phones (look-2: below 768 px). */
export const DeskCards = ({ lines, by, selection, pending, onSeen, numbers, context, maySelect, onOpen }: DeskCardsProps) => {
  const { list, parts } = useRowWindow<HTMLUListElement, DeskLine>(lines, keyOfLine, USUAL_PX);
  useSeen(list, lines, onSeen);
  return (
    <ul ref={list} className="desk-cards" aria-label={t('Job entries')}>
      {parts.map((part) => {
        if (part.kind === 'gap') {
          return <li key={`gap ${part.from}`} aria-hidden="true" style={{ height: part.px }} />;
        }
        const line = lines[part.index];
        if (!line) {
          return null;
        }
        return isGroup(line) ? (
          <li key={line.key} data-index={part.index} className="desk-card-group">
            <h2>
              {groupTitle(line, by)}
              {line.sub && <small>{line.sub}</small>}
            </h2>
            <span>{plural(line.rows.length, '{count} entry', '{count} entries')}</span>
          </li>
        ) : (
          <Card
            key={line.entry.id}
            row={line}
            index={part.index}
            numbers={numbers}
            context={context}
            isSelected={selection.isSelected(line)}
            isChecking={pending.has(line.entry.id)}
            maySelect={maySelect}
            onToggle={(row) => selection.toggle([row])}
            onOpen={onOpen}
          />
        );
      })}
    </ul>
  );
};
