import { type ChangeEvent, type ReactNode, useState } from 'react';
import { cx } from '#client/lib/cx.ts';
import { FEW, quickChoices } from '#client/lib/quick-choices.ts';
import { t } from '#client/lib/texts.ts';
import { ChoiceSearch, SearchKey } from '#client/ui/choice-search.tsx';
import { type ControlProps, Select } from '#client/ui/field.tsx';
import { CheckIcon, CloseIcon, type Icon } from '#client/ui/icons.tsx';

export interface Choice<Id> {
  readonly id: Id;
  readonly name: string;
}

/** How a chip looks that is chosen by a tap. */
export const pickClass = (isChosen: boolean): string =>
  cx(
    'inline-flex min-h-11 shrink-0 pointer-coarse:min-h-12 items-center gap-1.75 rounded-ctl border-[1.5px] px-3.5 whitespace-nowrap',
    isChosen ? 'border-act bg-actsoft font-[660] text-ink shadow-[inset_0_0_0_1px_var(--act)]' : 'border-edge bg-surface font-[560]',
  );

/** One row that scrolls sideways on phones, out to the edges of the screen. */
const rowClass = '-mx-4 flex gap-2 overflow-x-auto px-4 py-1.25 -my-1.25 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0';
const labelClass =
  'relative cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)';

interface QuickKeyProps {
  readonly onPress: () => void;
  /** Its name, where its text does not say all of it. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A button that does one small thing to the field above it, such as adding an hour. */
export const QuickKey = ({ onPress, label, children }: QuickKeyProps) => (
  <button type="button" aria-label={label} className={cx(pickClass(false), 'flex-auto justify-center px-1.5')} onClick={onPress}>
    {children}
  </button>
);

interface PickOneProps<Id> {
  readonly label: string;
  readonly choices: readonly Choice<Id>[];
  readonly value: Id | null;
  readonly onChange: (id: Id) => void;
  /** Another press on what is chosen takes it back; absent: one stays chosen. */
  readonly onClear?: () => void;
  readonly isInvalid?: boolean;
}

/** A few choices in one row that scrolls sideways. Selected: border, tint and check mark. */
export const PickOne = <Id extends string | number>({ label, choices, value, onChange, onClear, isInvalid = false }: PickOneProps<Id>) => (
  <div role="radiogroup" aria-label={label} aria-invalid={isInvalid} className={rowClass}>
    {choices.map(({ id, name }) => (
      <label key={id} className={cx(pickClass(id === value), labelClass)}>
        <input
          type="radio"
          name={label}
          className="sr-only"
          checked={id === value}
          onChange={() => onChange(id)}
          onClick={() => id === value && onClear?.()}
        />
        {id === value && <CheckIcon className="size-5 stroke-3 text-act" aria-hidden="true" />}
        {name}
      </label>
    ))}
  </div>
);

interface PickSomeProps<Id> {
  readonly label: string;
  readonly choices: readonly Choice<Id>[];
  readonly value: readonly Id[];
  readonly onChange: (ids: Id[]) => void;
  readonly isInvalid?: boolean;
}

/** Like `PickOne`, but any number of them. */
export const PickSome = <Id extends string | number>({ label, choices, value, onChange, isInvalid = false }: PickSomeProps<Id>) => (
  <div role="group" aria-label={label} className={rowClass}>
    {choices.map(({ id, name }) => (
      <label key={id} className={cx(pickClass(value.includes(id)), labelClass)}>
        <input
          type="checkbox"
          className="sr-only"
          aria-invalid={isInvalid}
          checked={value.includes(id)}
          onChange={(event) => onChange(event.target.checked ? [...value, id] : value.filter((other) => other !== id))}
        />
        {value.includes(id) && <CheckIcon className="size-5 stroke-3 text-act" aria-hidden="true" />}
        {name}
      </label>
    ))}
  </div>
);

interface PickChipsProps<Id> {
  /** The choices offered as chips. */
  readonly choices: readonly Choice<Id>[];
  /** If there are more: all of them, and what is chosen, such as 'Choose a customer'. */
  readonly all?: { readonly choices: readonly Choice<Id>[]; readonly title: string };
  readonly value: readonly Id[];
  readonly onPress: (id: Id) => void;
  /** No more can be selected. */
  readonly isFull?: boolean;
  /** There is no picker that would have the choices for a mouse. */
  readonly isAlways?: boolean;
}

/** Choices for touch: the most needed ones, and a search for the rest. With a mouse there is the picker below (`BelowChips`). */
export const PickChips = <Id extends string | number>(props: PickChipsProps<Id>) => {
  const { choices, all, value, onPress, isFull = false, isAlways = false } = props;
  const [isSearching, setSearching] = useState(false);
  const hasMore = all !== undefined && all.choices.length > FEW;
  if (choices.length === 0 && !hasMore) {
    return null;
  }
  return (
    <div role="group" aria-label={t('Quick choice')} className={cx(rowClass, !isAlways && 'pointer-fine:hidden')}>
      {hasMore && !isFull && <SearchKey {...(choices.length === 0 ? { title: all.title } : {})} onPress={() => setSearching(true)} />}
      {choices.map(({ id, name }) => {
        const isChosen = value.includes(id);
        return (
          <button
            key={id}
            type="button"
            aria-pressed={isChosen}
            disabled={isFull && !isChosen}
            className={cx(pickClass(isChosen), 'disabled:border-dashed disabled:text-ink3')}
            onClick={() => onPress(id)}
          >
            {isChosen && <CheckIcon className="size-5 stroke-3 text-act" aria-hidden="true" />}
            {name}
          </button>
        );
      })}
      {all && isSearching && (
        <ChoiceSearch
          title={all.title}
          choices={all.choices}
          quick={choices}
          value={value}
          onPick={(id) => {
            setSearching(false);
            onPress(id);
          }}
          onClose={() => setSearching(false)}
        />
      )}
    </div>
  );
};

interface BelowChipsProps {
  /** Chips above offer the same. */
  readonly isSpare: boolean;
  readonly children: ReactNode;
}

/** A picker below its chips: for touch it is hidden, so that each choice is there once, but keyboard and screen reader still find it. */
export const BelowChips = ({ isSpare, children }: BelowChipsProps) => (
  <div className={isSpare ? 'pointer-coarse:not-focus-within:sr-only' : undefined}>{children}</div>
);

/** The choices as chips: those used recently, after what is chosen already and would not be among them. */
export const chipsOf = <C extends Choice<number>>(quick: readonly C[], choices: readonly C[], value: readonly number[]): readonly C[] => [
  ...choices.filter(({ id }) => value.includes(id) && !quick.some((choice) => choice.id === id)),
  ...quick,
];

interface OptionsProps {
  readonly choices: readonly Choice<number>[];
  /** Recently used ones, out of many. */
  readonly quick: readonly Choice<number>[];
}

const optionsOf = (choices: readonly Choice<number>[]) =>
  choices.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));

/** The options of a picker. If there are many, recently used ones come before all of them. */
export const Options = ({ choices, quick }: OptionsProps) =>
  choices.length <= FEW || quick.length === 0 ? (
    optionsOf(choices)
  ) : (
    <>
      <optgroup label={t('Recently used')}>{optionsOf(quick)}</optgroup>
      <optgroup label={t('All')}>{optionsOf(choices)}</optgroup>
    </>
  );

interface PickManyProps {
  readonly control: ControlProps;
  readonly icon: Icon;
  readonly choices: readonly Choice<number>[];
  /** Recently used ids, the latest first: offered first. */
  readonly recent?: readonly number[];
  readonly value: readonly number[];
  readonly onChange: (ids: number[]) => void;
  /** The maximum; with 1, each selection replaces the previous one. */
  readonly most: number;
  readonly placeholder: string;
}

/** A picker that adds to a row of selected ones; with `most` of one it is an ordinary picker. */
export const PickMany = ({ control, icon, choices, recent, value, onChange, most, placeholder }: PickManyProps) => {
  const nameOf = (id: number) => choices.find((choice) => choice.id === id)?.name ?? t('Deleted');
  const handleChange = (event: ChangeEvent<HTMLSelectElement>) => {
    const id = Number(event.target.value);
    if (event.target.value === '') {
      onChange(most === 1 ? [] : [...value]);
    } else if (most === 1) {
      onChange([id]);
    } else if (!value.includes(id)) {
      onChange([...value, id]);
    }
  };
  const handlePress = (id: number) => {
    const rest = value.filter((other) => other !== id);
    onChange(rest.length < value.length ? rest : most === 1 ? [id] : [...value, id]);
  };
  const isOpen = ({ id }: Choice<number>): boolean => most === 1 || !value.includes(id);
  const quick = recent ? quickChoices(choices, recent) : [];
  const chips = recent ? chipsOf(quick, choices, value) : [];
  return (
    <div className="grid gap-2">
      <PickChips
        choices={chips}
        {...(recent ? { all: { choices, title: placeholder } } : {})}
        value={value}
        onPress={handlePress}
        isFull={most > 1 && value.length >= most}
      />
      {most > 1 && value.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {value.map((id) => (
            <li
              key={id}
              className={cx(
                'h-11 items-center gap-0.5 rounded-ctl bg-sunk pl-3 font-medium',
                // A chip shows that already.
                recent ? 'hidden pointer-fine:inline-flex' : 'inline-flex',
              )}
            >
              {nameOf(id)}
              <button
                type="button"
                aria-label={t('Remove {name}', { name: nameOf(id) })}
                className="grid size-11 place-items-center"
                onClick={() => onChange(value.filter((other) => other !== id))}
              >
                <CloseIcon className="size-4" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <BelowChips isSpare={recent !== undefined && choices.length > 0}>
        <Select
          {...control}
          icon={icon}
          placeholder={placeholder}
          value={most === 1 ? String(value[0] ?? '') : ''}
          disabled={most > 1 && value.length >= most}
          onChange={handleChange}
        >
          <Options choices={choices.filter(isOpen)} quick={quick.filter(isOpen)} />
        </Select>
      </BelowChips>
    </div>
  );
};
