import { KeyCap } from '#client/components/desk/key-cap.tsx';
import type { Selection } from '#client/components/desk/use-selection.ts';
import { ListExport } from '#client/components/list-export.tsx';
import { useUnits } from '#client/data/organization-context.tsx';
import type { ListColumn } from '#client/lib/list-table.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { t, wordsOf } from '#client/lib/texts.ts';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { CheckIcon, EditIcon, MoreIcon, MoveIcon } from '#client/ui/icons.tsx';
import { Menu } from '#client/ui/menu.tsx';
import { type NumberColumn, sumsOf } from './desk-columns.ts';
import type { DeskRow } from './desk-rows.ts';
import { formatFixed, numberWords } from './desk-words.ts';
import type { DeskActs } from './use-desk-acts.ts';
import type { DeskRows } from './use-desk-rows.ts';

/** From so many on, the button says how many were never in view. */
const MANY = 50;

interface DeskActionsProps {
  readonly numbers: readonly NumberColumn[];
  readonly selection: Selection<DeskRow>;
  readonly seen: ReadonlySet<number>;
  readonly acts: DeskActs;
  readonly mayChange: boolean;
  readonly older: DeskRows['older'];
  readonly isWide: boolean;
  readonly columns: (rows: readonly DeskRow[]) => Promise<readonly ListColumn<DeskRow>[]>;
  readonly onOlder: () => void;
  readonly onCheck: () => void;
  readonly onMove: () => void;
  readonly onChange: () => void;
}

/** What the shown or selected rows come to, in words: '34.5 hrs'. */
const Sums = ({
  rows,
  numbers,
  most,
}: {
  readonly rows: readonly DeskRow[];
  readonly numbers: readonly NumberColumn[];
  readonly most: number;
}) => {
  const units = useUnits();
  const sums = sumsOf(rows, numbers);
  return numbers.slice(0, most).map(({ key, digits }, place) => {
    const sum = sums[place] ?? null;
    const unit = key === 'totalHours' || key === 'fuel' || key === 'loads' ? wordsOf(units[key]) : numberWords(key).toLocaleLowerCase();
    return (
      sum !== null && (
        <span key={key}>
          <b>{formatFixed(sum, digits)}</b> {unit}
        </span>
      )
    );
  });
};

/** What older entries the filter asks for and this device does not hold. */
const Older = ({ older, onOlder }: Pick<DeskActionsProps, 'older' | 'onOlder'>) => {
  switch (older) {
    case 'reading':
      return <span role="status">{t('Reading older entries...')}</span>;
    case 'unreachable':
      return (
        <span role="status">
          {t('Only entries on this device.')}{' '}
          <button type="button" className="desk-link" onClick={onOlder}>
            {t('Try again')}
          </button>
        </span>
      );
    case 'more':
      return (
        <button type="button" className="desk-link" onClick={onOlder}>
          {t('Show older entries')}
        </button>
      );
    default:
      return null;
  }
};

interface CardTotalsProps extends Pick<DeskActionsProps, 'numbers' | 'older' | 'onOlder'> {
  readonly shown: readonly DeskRow[];
}

/** What is shown, above the cards. */
export const CardTotals = ({ shown, numbers, older, onOlder }: CardTotalsProps) => (
  <p className="desk-totals">
    <span>
      <b>{formatNumber(shown.length)}</b> {t('shown')}
    </span>
    <Sums rows={shown} numbers={numbers} most={2} />
    <Older older={older} onOlder={onOlder} />
  </p>
);

/** What is done with the selected rows. On phones it is there while some are, in the place of the bottom bar. */
export const DeskActions = (props: DeskActionsProps) => {
  const { numbers, selection, seen, acts, mayChange, older, isWide, columns, onOlder, onCheck, onMove, onChange } = props;
  const { selected, clear } = selection;
  const count = selected.length;
  const unseen = count < MANY ? 0 : selected.filter(({ entry }) => !seen.has(entry.id)).length;
  const checkWords =
    count === 0 ? t('Check') : unseen > 0 ? t('Check {count}, {unseen} not seen', { count, unseen }) : t('Check {count}', { count });
  const check = acts.mayCheck && (
    <Button variant="primary" size="small" icon={CheckIcon} disabled={count === 0 || acts.isBusy} onClick={onCheck}>
      {checkWords} {isWide && <KeyCap of="checkSelected" isHidden />}
    </Button>
  );
  const [moveWords, changeWords] = [t('Move to job'), t('Change...')];
  if (!isWide) {
    return (
      count > 0 && (
        <footer className="desk-bar">
          <p>
            <b>{t('{count} selected', { count })}</b>
            <Sums rows={selected} numbers={numbers} most={3} />
            <button type="button" className="desk-link" onClick={clear}>
              {t('Clear')}
            </button>
          </p>
          <div>
            {mayChange && (
              <Menu
                label={t('More')}
                buttonClassName={buttonClass()}
                align="start"
                items={[
                  { label: moveWords, icon: MoveIcon, onSelect: onMove },
                  { label: changeWords, icon: EditIcon, onSelect: onChange },
                ]}
              >
                <MoreIcon aria-hidden="true" />
                {t('More')}
              </Menu>
            )}
            {check}
          </div>
        </footer>
      )
    );
  }
  const isIdle = count === 0 || acts.isBusy;
  return (
    <footer className="desk-acts">
      {check}
      {mayChange && (
        <>
          <Button size="small" icon={MoveIcon} disabled={isIdle} onClick={onMove}>
            {moveWords} <KeyCap of="move" isHidden />
          </Button>
          <Button size="small" icon={EditIcon} disabled={isIdle} onClick={onChange}>
            {changeWords} <KeyCap of="change" isHidden />
          </Button>
        </>
      )}
      {count > 0 && <ListExport title={t('Job Entries')} words={t('Export {count}', { count })} rows={() => selected} columns={columns} />}
      <span className="desk-older">
        <Older older={older} onOlder={onOlder} />
      </span>
      <p className="desk-keys" aria-hidden="true">
        <KeyCap of="next" />
        <KeyCap of="previous" /> {t('move')} <KeyCap of="select" /> {t('select')} <KeyCap of="right" /> {t('it is right')}{' '}
        <KeyCap of="help" /> {t('all keys')}
      </p>
    </footer>
  );
};
