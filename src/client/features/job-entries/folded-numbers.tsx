import { type ReactNode, useEffect, useId, useRef } from 'react';
import { fieldName } from '#client/entities/custom-data-fields/field-words.ts';
import { useUnits } from '#client/data/organization-context.tsx';
import { type FormField, isEmpty, stepOf, textOf } from '#client/features/job-entries/entry-form.ts';
import { nextOpen } from '#client/features/job-entries/fold.ts';
import { useStillBelow } from '#client/features/job-entries/use-still-below.ts';
import type { EntryFormState } from '#client/features/job-entries/use-entry-form.ts';
import { cx } from '#client/lib/cx.ts';
import { later } from '#client/lib/later.tsx';
import { t, wordsOf } from '#client/lib/texts.ts';
import { shownNumber } from '#client/lib/typed-number.ts';
import { FieldError } from '#client/ui/field.tsx';
import { CheckIcon } from '#client/ui/icons.tsx';
import { useTypedNumber } from '#client/ui/use-typed-number.ts';
import type { NumberPadProps } from '#client/ui/number-pad.tsx';
import { pickClass } from '#client/ui/pickers.tsx';

/** A usual entry needs only its last values: nothing waits for the keys, whose place is kept. */
const NumberPad = later<NumberPadProps>(
  async () => (await import('#client/ui/number-pad.tsx')).NumberPad,
  () => <div style={{ height: 'calc(4 * var(--key, 4rem) + 1.5rem)' }} />,
);

/** Nobody works to the tenth of an hour: half an hour is one tap. */
const HALF_HOUR = 0.5;
const padStep = (name: string): number => (stepOf(name) < 1 ? HALF_HOUR : 1);

/** As large as the text lets it: a sum is longer than a number. */
const sizeOf = (text: string): string => (text.length <= 4 ? 'text-[2.5rem]' : text.length <= 6 ? 'text-[1.75rem]' : 'text-base');

/** Puts the caret into a number's tile, which opens its pad. */
const openTile = (row: HTMLElement | null, { key }: FormField): void => {
  const input = row?.querySelector<HTMLInputElement>(`[data-number="${key}"]`);
  input?.focus({ preventScroll: true });
  input?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
};

interface TileProps {
  readonly field: FormField;
  readonly unit: string | undefined;
  readonly text: string;
  readonly isOpen: boolean;
  readonly errorId: string | undefined;
  readonly onOpen: () => void;
  readonly onType: (text: string) => void;
}

/** A number as a tile, with a plain input in it: for it no keyboard comes up, but one that is there can be used. */
const NumberTile = ({ field, unit, text, isOpen, errorId, onOpen, onType }: TileProps) => (
  <label
    className={cx(
      'grid h-24 min-w-0 content-center gap-0.5 rounded-card border-[1.5px] px-3 short:h-16',
      errorId !== undefined
        ? 'border-poppy bg-poppy-bg'
        : isOpen
          ? 'border-act bg-actsoft shadow-[inset_0_0_0_1px_var(--act)]'
          : 'border-edge bg-surface',
    )}
  >
    <span className={cx('truncate text-sm', isOpen ? 'font-[660]' : 'text-ink2')}>
      {fieldName(field.field)}
      {unit !== undefined && `, ${wordsOf(unit)}`}
    </span>
    <input
      data-number={field.key}
      inputMode="none"
      autoComplete="off"
      enterKeyHint="next"
      placeholder="–"
      aria-required={field.isRequired}
      aria-invalid={errorId !== undefined}
      aria-describedby={errorId}
      className={cx('h-10 w-full min-w-0 bg-transparent leading-none font-[740] tabular-nums outline-none', sizeOf(text))}
      value={text}
      onFocus={onOpen}
      onChange={(event) => onType(event.target.value)}
    />
  </label>
);

interface LastValuesProps {
  readonly values: readonly string[];
  readonly value: string;
  readonly onTake: (held: string) => void;
  /** Before them, such as a timer that runs. */
  readonly children: ReactNode;
}

/** The last values of a number, each one tap. */
const LastValues = ({ values, value, onTake, children }: LastValuesProps) => (
  <div className="-mx-4 -my-1 flex items-center gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none]">
    {children}
    {values.length > 0 && <span className="text-sm text-ink2">{t('Last')}</span>}
    {values.map((last) => (
      <button
        key={last}
        type="button"
        aria-pressed={last === value}
        className={cx(pickClass(last === value), 'flex-auto justify-center tabular-nums')}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onTake(last)}
      >
        {last === value && <CheckIcon className="size-5 stroke-3 text-act" aria-hidden="true" />}
        {shownNumber(last)}
      </button>
    ))}
  </div>
);

interface FoldedNumbersProps {
  readonly state: EntryFormState;
  readonly numbers: readonly FormField[];
  /** The number whose pad is shown; undefined: something else is written. */
  readonly open: FormField | undefined;
  readonly onOpen: (key: string) => void;
  readonly lastOf: (field: FormField) => readonly string[];
  /** Before the last values of the open number. */
  readonly action: ReactNode;
  /** Between the last values and the pad. */
  readonly children: ReactNode;
}

/** The numbers of an entry: tiles, the last values, and the pad of the one that is open. */
export const FoldedNumbers = ({ state, numbers, open, onOpen, lastOf, action, children }: FoldedNumbersProps) => {
  const units: Partial<Record<string, string>> = useUnits();
  const { form, errors, setValue } = state;
  const errorId = useId();
  const row = useRef<HTMLDivElement>(null);
  // Hints come while somebody types.
  const still = useStillBelow();
  const held = textOf(open && form.values[open.key]);
  const { text, type } = useTypedNumber(held, (next) => open && setValue(open.key, next), open?.key);
  const goTo = (field: FormField) => openTile(row.current, field);
  const first = useRef(open);
  useEffect(() => {
    // After the dialog has placed the focus by its own rules.
    const frame = requestAnimationFrame(() => first.current && openTile(row.current, first.current));
    return () => cancelAnimationFrame(frame);
  }, []);
  const wrong = numbers.find(({ key }) => errors[key] !== undefined);
  const next = nextOpen(numbers, form.values, open);
  const take = (field: FormField, value: string) => {
    setValue(field.key, value);
    // A number that has to be there comes by itself; for any other there is the last key of the pad.
    goTo(numbers.find(({ key, isRequired }) => isRequired && key !== field.key && isEmpty(form.values[key])) ?? field);
  };
  return (
    <>
      <div className="grid gap-2">
        <div
          ref={row}
          className="-mx-4 -my-1 grid auto-cols-[calc((100%-1rem)/3)] grid-flow-col gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none]"
        >
          {numbers.map((field) => (
            <NumberTile
              key={field.key}
              field={field}
              unit={field.column === 'fuel' ? units['fuel'] : undefined}
              text={field === open ? text : shownNumber(textOf(form.values[field.key]))}
              isOpen={field === open}
              errorId={errors[field.key] === undefined ? undefined : errorId}
              onOpen={() => onOpen(field.key)}
              onType={field === open ? type : (typed) => setValue(field.key, typed)}
            />
          ))}
        </div>
        {wrong && <FieldError id={errorId}>{errors[wrong.key]}</FieldError>}
      </div>
      {open && (
        <LastValues values={lastOf(open)} value={held} onTake={(value) => take(open, value)}>
          {action}
        </LastValues>
      )}
      <div className="grid short:[--key:3.5rem] shorter:[--key:3rem]">
        <div ref={still} className="has-[button]:pb-3">
          {children}
        </div>
        {open && (
          <NumberPad
            value={text}
            onChange={type}
            label={fieldName(open.field)}
            step={padStep(open.field.name)}
            {...(next ? { next: fieldName(next.field), onNext: () => goTo(next) } : {})}
          />
        )}
      </div>
    </>
  );
};
