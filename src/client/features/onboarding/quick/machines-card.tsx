import { Fragment } from 'react';
import { type MachineEdit, type MachineRow, usualName } from '#client/features/onboarding/quick/trade-rows.ts';
import { TRADES, wordIn } from '#client/features/onboarding/quick/trades.ts';
import { t } from '#client/lib/texts.ts';
import { Card, CardHead } from '#client/ui/card.tsx';
import { TextInput } from '#client/ui/field.tsx';
import { IconButton } from '#client/ui/button.tsx';
import { MinusIcon, PlusIcon } from '#client/ui/icons.tsx';

/** Nobody counts further here: more come with a list. */
const MOST = 20;

interface RowProps {
  readonly row: MachineRow;
  readonly onEdit: (edit: MachineEdit) => void;
}

const Machine = ({ row, onEdit }: RowProps) => {
  const { name, count, names, does } = row;
  const setCount = (next: number) => onEdit({ count: Math.min(MOST, Math.max(0, next)), names: edited });
  const edited = names.map((each, index) => (each === usualName(name, count, index) ? null : each));
  return (
    <li className="grid gap-2.5 border-t border-line px-4.5 py-1.5">
      <div role="group" aria-label={name} className="flex items-center gap-3">
        <span className="min-w-0 flex-1">
          <span className="block font-[620] wrap-anywhere">{name}</span>
          <span className="block text-sm text-ink2">{does.join(', ')}</span>
        </span>
        <span className="flex items-center">
          <IconButton label={t('Less: {label}', { label: name })} icon={MinusIcon} onClick={() => setCount(count - 1)} />
          <output className="w-8 text-center text-lg font-[680] tabular-nums">{count}</output>
          <IconButton label={t('More: {label}', { label: name })} icon={PlusIcon} onClick={() => setCount(count + 1)} />
        </span>
      </div>
      {names.map((each, index) => (
        <TextInput
          // oxlint-disable-next-line react/no-array-index-key -- A machine is identified by its number until it is made.
          key={index}
          aria-label={t('Name of {machine}', { machine: usualName(name, count, index) })}
          autoComplete="off"
          value={each}
          onChange={({ target }) => onEdit({ count, names: edited.with(index, target.value) })}
        />
      ))}
    </li>
  );
};

interface MachinesCardProps {
  readonly country: string | null;
  readonly rows: readonly MachineRow[];
  readonly onEdit: (key: string, edit: MachineEdit) => void;
}

/** The usual machines of the picked trades: how many there are of each, and what they are called. */
export const MachinesCard = ({ country, rows, onEdit }: MachinesCardProps) => (
  <Card className="min-w-0">
    <CardHead title={t('Your machines')} />
    <p className="px-4.5 py-3.5 text-sm text-ink2">{t('How many of each? Leave 0 to add them later, or from a list.')}</p>
    {[...new Set(rows.map(({ trade }) => trade))].map((trade) => (
      <Fragment key={trade}>
        <h3 className="border-t border-line bg-ground px-4.5 py-1.5 text-sm font-[620] text-ink2">
          {t(wordIn(TRADES[trade].name, country))}
        </h3>
        <ul>
          {rows
            .filter((row) => row.trade === trade)
            .map((row) => (
              <Machine key={row.key} row={row} onEdit={(edit) => onEdit(row.key, edit)} />
            ))}
        </ul>
      </Fragment>
    ))}
  </Card>
);
