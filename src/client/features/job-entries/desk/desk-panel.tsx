import { Link } from 'wouter';
import type { Hint } from '#shared/domain/hint.ts';
import { KeyCap } from '#client/components/desk/key-cap.tsx';
import { SidePanel } from '#client/components/desk/side-panel.tsx';
import { Picture } from '#client/components/picture.tsx';
import { useUnits } from '#client/data/organization-context.tsx';
import { type HintContext, hintSentence, missingSentence, suggestionLabel } from '#client/entities/job-entries/hint-words.ts';
import { cx } from '#client/lib/cx.ts';
import { formatLongDate, formatNumber, formatTimestamp } from '#client/lib/formats.ts';
import { t, withUnit } from '#client/lib/texts.ts';
import { yesNo } from '#client/lib/yes-no.ts';
import { blobOf } from '#client/offline/public.ts';
import { Button, IconButton } from '#client/ui/button.tsx';
import {
  CheckIcon,
  ChevronIcon,
  CloseIcon,
  EditIcon,
  ErrorIcon,
  NoteIcon,
  PreviousIcon,
  QuestionIcon,
  ViewIcon,
} from '#client/ui/icons.tsx';
import { History } from './desk-history.tsx';
import { type NumberKey, numberOf } from './desk-numbers.ts';
import type { DeskRow } from './desk-rows.ts';
import { numberWords } from './desk-words.ts';
import { PanelQuestion } from './row-question.tsx';

interface HintBoxProps {
  readonly hint: Hint;
  readonly row: DeskRow;
  readonly context: HintContext;
  readonly mayEdit: boolean;
  readonly onTake: () => void;
  readonly onAccept: () => void;
}

const HintBox = ({ hint, row, context, mayEdit, onTake, onAccept }: HintBoxProps) => {
  const { title, because } = hintSentence(hint, context, row.entry);
  const suggested = suggestionLabel(hint);
  return (
    <div className="desk-hint">
      <QuestionIcon aria-hidden="true" />
      <div>
        <p>
          <b>{title}</b> {because}
        </p>
        {mayEdit && (
          <div className="desk-buttons">
            {suggested !== undefined && (
              <Button size="small" onClick={onTake}>
                {suggested}
              </Button>
            )}
            <Button size="small" onClick={onAccept}>
              {t('It is right')}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
};

const plainValue = (value: unknown): string =>
  typeof value === 'boolean'
    ? yesNo(value)
    : typeof value === 'number'
      ? formatNumber(value)
      : Array.isArray(value)
        ? value.join(', ')
        : String(value);

/** The numbers of an entry in tiles; those with a hint are marked. */
const Numbers = ({ row }: { readonly row: DeskRow }) => {
  const units = useUnits();
  const own = Object.entries(row.entry.customFieldValues).flatMap(([name, value]) =>
    typeof value === 'number' ? [`own:${name}` as const] : [],
  );
  const keys: readonly NumberKey[] = ['totalHours', 'fuel', 'loads', ...own];
  const shown = keys.filter((key) => numberOf(row, key) !== null);
  const words = (key: NumberKey): string => (key === 'fuel' ? `${numberWords(key)}, ${t(units.fuel)}` : numberWords(key));
  return (
    shown.length > 0 && (
      <dl className="desk-tiles">
        {shown.map((key) => (
          <div key={key} className={cx(row.hints.some(({ measure }) => measure === key) && 'desk-odd')}>
            <dt>{words(key)}</dt>
            <dd>{formatNumber(numberOf(row, key) ?? 0)}</dd>
          </div>
        ))}
      </dl>
    )
  );
};

const Photos = ({ names }: { readonly names: readonly string[] }) =>
  names.length > 0 && (
    <ul className="desk-photos">
      {names.map((name, index) => (
        <li key={name}>
          {blobOf(name) === null ? (
            <a href={`/api/photos/${name}`} target="_blank" rel="noreferrer">
              <Picture name={name} label={t('Attachment {number}', { number: index + 1 })} />
            </a>
          ) : (
            <Picture name={name} label={t('Attachment {number}, waiting to be sent', { number: index + 1 })} />
          )}
        </li>
      ))}
    </ul>
  );

interface DeskPanelProps {
  readonly row: DeskRow;
  readonly index: number;
  readonly count: number;
  readonly context: HintContext;
  readonly mayCheck: boolean;
  readonly mayEdit: boolean;
  readonly mayAsk: boolean;
  readonly isChecking: boolean;
  readonly onMove: (by: 1 | -1) => void;
  readonly onClose: () => void;
  readonly onCheck: () => void;
  readonly onEdit: () => void;
  readonly onAsk: (isSentBack: boolean) => void;
  /** Shows everything that can be done with it. */
  readonly onOpen: () => void;
  readonly onTake: (hint: Hint) => void;
  readonly onAccept: (hint: Hint) => void;
}

/** Everything about the row in hand, beside the table: numbers, hints with their reason, photos, note, history (look-2, "Side panel"). */
const DeskPanel = (props: DeskPanelProps) => {
  const {
    row,
    index,
    count,
    context,
    mayCheck,
    mayEdit,
    mayAsk,
    isChecking,
    onMove,
    onClose,
    onCheck,
    onEdit,
    onAsk,
    onOpen,
    onTake,
    onAccept,
  } = props;
  const { entry } = row;
  const units = useUnits();
  const rest = [
    ...(entry.billableHours === null ? [] : [[t('Billable Hours'), withUnit(entry.billableHours, units.billableHours)] as const]),
    ...Object.entries(entry.customFieldValues)
      .filter(([, value]) => value !== null && value !== '' && typeof value !== 'number')
      .map(([name, value]) => [name, plainValue(value)] as const),
  ];
  return (
    <>
      <header className="desk-panel-head">
        <span>{t('Entry {index} of {count}', { index: index + 1, count })}</span>
        <IconButton label={t('Previous entry')} icon={PreviousIcon} disabled={index <= 0} onClick={() => onMove(-1)} />
        <IconButton label={t('Next entry')} icon={ChevronIcon} disabled={index >= count - 1} onClick={() => onMove(1)} />
        <IconButton label={t('View')} icon={ViewIcon} onClick={onOpen} />
        <IconButton label={t('Close')} icon={CloseIcon} onClick={onClose} />
      </header>
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
      <div className="desk-panel-body" tabIndex={0} role="region" aria-label={t('Job Entry')}>
        <div>
          <h2>{[entry.serviceTypeName, ...entry.equipmentNames].join(', ')}</h2>
          <p>{[...entry.operatorNames, formatLongDate(entry.date)].join(', ')}</p>
          <p>
            <Link href={`/jobs/${entry.jobId}/entries`}>{entry.jobName}</Link>, {entry.customerName}
          </p>
        </div>
        <PanelQuestion key={entry.id} entry={entry} mayAsk={mayAsk} onAsk={onAsk} />
        <Numbers row={row} />
        {row.missing.length > 0 && (
          <p className="desk-lack">
            <ErrorIcon aria-hidden="true" />
            {missingSentence(row.missing)}
          </p>
        )}
        {row.hints.map((hint) => (
          <HintBox
            key={`${hint.kind} ${hint.measure}`}
            hint={hint}
            row={row}
            context={context}
            mayEdit={mayEdit}
            onTake={() => onTake(hint)}
            onAccept={() => onAccept(hint)}
          />
        ))}
        <Photos names={entry.photos} />
        {entry.notes && (
          <p className="desk-quote">
            <NoteIcon aria-hidden="true" />
            <span>{entry.notes}</span>
          </p>
        )}
        {rest.length > 0 && (
          <dl className="desk-facts">
            {rest.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {row.isChecked && (
          <p className="desk-checked">
            <CheckIcon aria-hidden="true" />
            {[t('Checked'), entry.checkedByName, entry.checkedAt && formatTimestamp(entry.checkedAt)].filter(Boolean).join(', ')}
          </p>
        )}
        <History id={entry.id} />
      </div>
      <footer className="desk-panel-foot">
        {mayCheck && (
          <Button size="small" icon={CheckIcon} disabled={row.isChecked || isChecking || row.isBilled} onClick={onCheck}>
            {t('Check and next')} <KeyCap of="check" isHidden />
          </Button>
        )}
        <Button size="small" icon={EditIcon} disabled={!mayEdit} onClick={onEdit}>
          {t('Edit')} <KeyCap of="edit" isHidden />
        </Button>
      </footer>
    </>
  );
};

/** Beside the table where there is room for one, otherwise over the whole screen. */
export const DeskSide = ({ isWide, ...panel }: DeskPanelProps & { readonly isWide: boolean }) => (
  <SidePanel label={t('Job Entry')} isWide={isWide} onClose={panel.onClose}>
    <DeskPanel {...panel} />
  </SidePanel>
);
