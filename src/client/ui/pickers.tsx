import { type ChangeEvent, type ReactNode, useRef } from 'react';
import { cx } from '#client/lib/cx.ts';
import { type ControlProps, Select } from '#client/ui/field.tsx';
import { CameraIcon, CheckIcon, CloseIcon, type Icon } from '#client/ui/icons.tsx';

export interface Choice<Id> {
  readonly id: Id;
  readonly name: string;
}

const pickClass = (isChosen: boolean): string =>
  cx(
    'inline-flex min-h-11 shrink-0 items-center gap-1.75 rounded-ctl border-[1.5px] px-3.5 whitespace-nowrap',
    isChosen ? 'border-act bg-actsoft font-[660] text-ink shadow-[inset_0_0_0_1px_var(--act)]' : 'border-edge bg-surface font-[560]',
  );

/** One row that scrolls sideways on phones, out to the edges of the screen. */
const rowClass = '-mx-4 flex gap-2 overflow-x-auto px-4 py-1.25 -my-1.25 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0';
const labelClass =
  'relative cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)';

/** A press that does one small thing to the field above it, such as adding an hour. */
export const QuickKey = ({ onPress, children }: { readonly onPress: () => void; readonly children: ReactNode }) => (
  <button type="button" className={cx(pickClass(false), 'flex-1 justify-center px-1')} onClick={onPress}>
    {children}
  </button>
);

interface PickOneProps<Id> {
  readonly label: string;
  readonly choices: readonly Choice<Id>[];
  readonly value: Id | null;
  readonly onChange: (id: Id) => void;
  readonly isInvalid?: boolean;
}

/** A few choices in one row that scrolls sideways. Chosen: border, tint and check mark. */
export const PickOne = <Id extends string | number>({ label, choices, value, onChange, isInvalid = false }: PickOneProps<Id>) => (
  <div role="radiogroup" aria-label={label} aria-invalid={isInvalid} className={rowClass}>
    {choices.map(({ id, name }) => (
      <label key={id} className={cx(pickClass(id === value), labelClass)}>
        <input type="radio" name={label} className="sr-only" checked={id === value} onChange={() => onChange(id)} />
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

interface PickManyProps {
  readonly control: ControlProps;
  readonly icon: Icon;
  readonly choices: readonly Choice<number>[];
  readonly value: readonly number[];
  readonly onChange: (ids: number[]) => void;
  /** At most so many; one replaces the other. */
  readonly most: number;
  readonly placeholder: string;
}

/** A picker that adds to a row of chosen ones; with `most` of one it is an ordinary picker. */
export const PickMany = ({ control, icon, choices, value, onChange, most, placeholder }: PickManyProps) => {
  const nameOf = (id: number) => choices.find((choice) => choice.id === id)?.name ?? `#${id}`;
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
  const open = most === 1 ? choices : choices.filter(({ id }) => !value.includes(id));
  return (
    <div className="grid gap-2">
      {most > 1 && value.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {value.map((id) => (
            <li key={id} className="inline-flex h-11 items-center gap-0.5 rounded-ctl bg-sunk pl-3 font-medium">
              {nameOf(id)}
              <button
                type="button"
                aria-label={`Remove ${nameOf(id)}`}
                className="grid size-11 place-items-center"
                onClick={() => onChange(value.filter((other) => other !== id))}
              >
                <CloseIcon className="size-4" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Select
        {...control}
        icon={icon}
        placeholder={placeholder}
        value={most === 1 ? String(value[0] ?? '') : ''}
        disabled={most > 1 && value.length >= most}
        onChange={handleChange}
      >
        {open.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  );
};

interface FilesProps {
  readonly control: ControlProps;
  readonly files: readonly { readonly name: string; readonly preview: ReactNode }[];
  readonly most: number;
  readonly onAdd: (files: readonly File[]) => void;
  readonly onRemove: (index: number) => void;
}

/** Chosen files as small pictures, and the button that takes more: the camera or the device's files. */
export const FilePicker = ({ control, files, most, onAdd, onRemove }: FilesProps) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      {files.map(({ name, preview }, index) => (
        <span key={`${name}-${index}`} className="relative grid h-16 w-22 place-items-center overflow-hidden rounded-ctl bg-sunk">
          {preview}
          <button
            type="button"
            aria-label={`Remove ${name}`}
            className="absolute top-0 right-0 grid size-11 place-items-center"
            onClick={() => onRemove(index)}
          >
            <CloseIcon className="size-6.5 rounded-full bg-hedge p-1 text-onhedge stroke-3" aria-hidden="true" />
          </button>
        </span>
      ))}
      {files.length < most && (
        <button
          type="button"
          className="flex min-h-16 min-w-44 flex-1 items-center justify-center gap-2.5 rounded-ctl border-[1.5px] border-dashed border-edge font-semibold text-act"
          onClick={() => input.current?.click()}
        >
          <CameraIcon className="size-5" aria-hidden="true" />
          Photo or file
        </button>
      )}
      <input
        {...control}
        ref={input}
        type="file"
        multiple
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          onAdd([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
};
