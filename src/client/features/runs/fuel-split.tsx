import type { ShareWay } from '#shared/domain/run.ts';
import { type RunLine, sumOf } from '#client/features/runs/run-lines.ts';
import { useUnits } from '#client/data/organization-context.tsx';
import { decimalOf, heldOf } from '#client/lib/typed-number.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { plural, t, withUnit, wordsOf } from '#client/lib/texts.ts';
import { NumberField } from '#client/ui/number-field.tsx';
import { PickOne } from '#client/ui/pickers.tsx';
import { Stepper } from '#client/ui/stepper.tsx';

/** What is typed about the fuel of a run, as the form holds it. */
export interface FuelForm {
  readonly fuel: string;
  readonly shareBy: ShareWay;
  /** By the entry's id, where it is shared by hand. */
  readonly byHand: Readonly<Record<number, string>>;
}

/** The number that a form holds; null for none. */
export const numberHeld = (held: string | undefined): number | null => {
  const decimal = decimalOf(held ?? '');
  return decimal === null ? null : Number(decimal);
};

/** Those that come closest to the work first. */
const WAYS: readonly ShareWay[] = ['area', 'hours', 'loads', 'hand'];

interface FuelSplitProps {
  readonly form: FuelForm;
  readonly lines: readonly RunLine[];
  /** What the service counts, for the way that loads and bales share. */
  readonly loadsLabel: string;
  readonly areaLabel: string;
  /** Lines that do not say what the chosen way goes by. */
  readonly withoutWeight: number;
  readonly onChange: (change: Partial<FuelForm>) => void;
}

/** The fuel of the whole run, and how it is shared among its stops. */
export const FuelSplit = ({ form, lines, loadsLabel, areaLabel, withoutWeight, onChange }: FuelSplitProps) => {
  const units = useUnits();
  const names: Record<ShareWay, string> = { area: areaLabel, hours: t('Hours'), loads: loadsLabel, hand: t('By hand') };
  const total = numberHeld(form.fuel);
  const handHeld = ({ entry }: RunLine): string => form.byHand[entry.id] ?? (entry.fuel === null ? '' : heldOf(entry.fuel));
  const shared = lines.reduce((sum, line) => sum + (numberHeld(handHeld(line)) ?? 0), 0);
  const left = total === null ? 0 : Math.round((total - shared) * 1000) / 1000;
  const billed = lines.filter(({ isBilled }) => isBilled);
  const kept = sumOf(billed.map((line) => line.fuel)) ?? 0;
  return (
    <section aria-label={t('Fuel')} className="grid gap-4">
      <Stepper label={t('Fuel for the whole run')} value={form.fuel} unit={wordsOf(units.fuel)} onChange={(fuel) => onChange({ fuel })} />
      <div className="grid gap-1.5">
        <h2 className="font-[620]">{t('Split fuel by')}</h2>
        <PickOne
          label={t('Split fuel by')}
          choices={WAYS.map((id) => ({ id, name: names[id] }))}
          value={form.shareBy}
          onChange={(shareBy) => onChange({ shareBy })}
        />
        {total !== null && form.shareBy !== 'hand' && withoutWeight === 0 && (
          <p className="text-sm text-ink2">{t('Shares add up to {amount} exactly.', { amount: withUnit(total, units.fuel) })}</p>
        )}
        {total !== null && form.shareBy !== 'hand' && withoutWeight > 0 && (
          <p className="text-sm text-ink2">
            {t('{count} of {all} stops don’t say {name} and get no fuel.', {
              count: withoutWeight,
              all: lines.length,
              name: names[form.shareBy],
            })}
          </p>
        )}
      </div>
      {billed.length > 0 && (
        <p className="text-sm text-ink2">
          {plural(
            billed.length,
            '{count} entry is billed and keeps {amount}; the rest is shared among the others.',
            '{count} entries are billed and keep {amount}; the rest is shared among the others.',
            { amount: withUnit(kept, units.fuel) },
          )}
        </p>
      )}
      {form.shareBy === 'hand' && (
        <div className="grid gap-3">
          {lines
            .filter(({ isBilled }) => !isBilled)
            .map((line) => (
              <NumberField
                key={line.entry.id}
                label={t('Fuel of {name}', { name: line.entry.customerName })}
                value={handHeld(line)}
                onChange={(held) => onChange({ byHand: { ...form.byHand, [line.entry.id]: held } })}
              />
            ))}
          {total !== null && left !== 0 && (
            <p className="text-sm text-ink2">{t('{amount} left to share', { amount: `${formatNumber(left)} ${wordsOf(units.fuel)}` })}</p>
          )}
        </div>
      )}
    </section>
  );
};
