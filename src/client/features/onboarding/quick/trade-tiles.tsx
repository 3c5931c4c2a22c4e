import { TRADE_ICON } from '#client/features/onboarding/quick/quick-icons.ts';
import { TRADE_IDS, TRADES, type TradeId, wordIn } from '#client/features/onboarding/quick/trades.ts';
import { cx } from '#client/lib/cx.ts';
import { t } from '#client/lib/texts.ts';
import { CheckIcon, type Icon, PlusIcon } from '#client/ui/icons.tsx';

interface TileProps {
  readonly icon: Icon;
  readonly name: string;
  readonly hint: string;
  readonly isOn: boolean;
  readonly onChange: () => void;
}

/** A trade to tick: the whole tile is its label. */
const Tile = ({ icon: IconShape, name, hint, isOn, onChange }: TileProps) => (
  <label
    className={cx(
      'flex min-h-16 cursor-pointer items-center gap-3 rounded-card border-2 px-3.5 py-2.5',
      isOn ? 'border-act bg-actsoft' : 'border-edge bg-surface',
    )}
  >
    <IconShape className="size-6 shrink-0 text-act" aria-hidden="true" />
    <span className="min-w-0 flex-1">
      <span className="block font-[680]">{name}</span>
      <span className="block text-sm text-ink2">{hint}</span>
    </span>
    <span className="relative size-6 shrink-0">
      <input
        type="checkbox"
        checked={isOn}
        onChange={onChange}
        className="peer block size-6 appearance-none rounded-[0.375rem] border-2 border-edge bg-surface checked:border-act checked:bg-act forced-colors:appearance-auto"
      />
      <CheckIcon
        className="pointer-events-none invisible absolute inset-0 m-auto size-4.25 stroke-[3.5] text-onact peer-checked:visible forced-colors:hidden"
        aria-hidden="true"
      />
    </span>
  </label>
);

interface TradeTilesProps {
  readonly country: string | null;
  readonly picked: readonly TradeId[];
  readonly hasOwn: boolean;
  readonly onPick: (trade: TradeId) => void;
  readonly onOwn: () => void;
}

/** What a contractor may do; several can be ticked. */
export const TradeTiles = ({ country, picked, hasOwn, onPick, onOwn }: TradeTilesProps) => (
  <fieldset className="grid min-w-0 gap-2.5 sm:grid-cols-2">
    <legend className="sr-only">{t('What do you do?')}</legend>
    {TRADE_IDS.map((id) => (
      <Tile
        key={id}
        icon={TRADE_ICON[id]}
        name={t(wordIn(TRADES[id].name, country))}
        hint={t(wordIn(TRADES[id].hint, country))}
        isOn={picked.includes(id)}
        onChange={() => onPick(id)}
      />
    ))}
    <Tile icon={PlusIcon} name={t('Something else')} hint={t('Name your own services')} isOn={hasOwn} onChange={onOwn} />
  </fieldset>
);
