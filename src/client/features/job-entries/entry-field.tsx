import { fieldName } from '#client/entities/custom-data-fields/field-words.ts';
import { FEW } from '#client/lib/quick-choices.ts';
import { stepped } from '#client/lib/stepped.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { fullName } from '#shared/domain/names.ts';
import { memo } from 'react';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { useUnits } from '#client/data/organization-context.tsx';
import { linkedTo } from '#client/entities/service-types/linked-to.ts';
import {
  attachmentsOf,
  entryNumberRefusal,
  equipmentWanted,
  type FormField,
  type FormService,
  formValue,
  type FormValue,
  idsOf,
  operatorsFor,
  stepOf,
  textOf,
} from '#client/features/job-entries/entry-form.ts';
import { FilesControl, TimerAction } from '#client/features/job-entries/entry-parts.ts';
import type { EntryData, Recent } from '#client/features/job-entries/use-entry-data.ts';
import { t, wordsOf } from '#client/lib/texts.ts';
import { shownNumber, unreadIn } from '#client/lib/typed-number.ts';
import { yesNo } from '#client/lib/yes-no.ts';
import { type ControlProps, Field, Select, Textarea, TextInput } from '#client/ui/field.tsx';
import { EmployeeIcon, EquipmentIcon } from '#client/ui/icons.tsx';
import { type Choice, PickMany, PickOne, QuickKey } from '#client/ui/pickers.tsx';
import { Stepper } from '#client/ui/stepper.tsx';

interface EntryFieldProps {
  readonly field: FormField;
  readonly service: FormService;
  readonly data: EntryData;
  /** The stored entry, whose machines or people may no longer be in any list; null for a new one. */
  readonly entry: JobEntry | null;
  readonly recent: Recent;
  /** The user's last entry of this service, if there is one. */
  readonly last: JobEntry | undefined;
  /** Whether the server has this state of the entry: what waits on this device has yet to be accepted. */
  readonly isStored: boolean;
  readonly value: FormValue | undefined;
  readonly error: string | undefined;
  readonly ownUserId: number;
  readonly onSet: (key: string, value: FormValue) => void;
}

type KindProps = EntryFieldProps & { readonly control: ControlProps; readonly onChange: (value: FormValue) => void };

const MANY = 50;

/** What a tap adds below a stepper: tenths of hours, tens of gallons or litres. */
const QUICK: Partial<Record<string, readonly number[]>> = {
  totalHours: [0.1, 0.5, 1],
  billableHours: [0.1, 0.5, 1],
  fuel: [5, 10, 25],
  loads: [1, 5, 10],
};

const QUICK_LITRES = [20, 50, 100];

/** A number: typed, stepped, increased by quick keys, or taken from the timer. */
const NumberEntryField = ({ field, last, entry, isStored, value, error, onSet }: EntryFieldProps) => {
  const { column } = field;
  const units: Partial<Record<string, string>> = useUnits();
  const unit = column === null ? undefined : units[column];
  const quick = column === null ? undefined : unit === 'L' ? QUICK_LITRES : QUICK[column];
  const before = last && textOf(formValue(field, last));
  const text = textOf(value);
  const set = (held: string) => onSet(field.key, held);
  // A timer that runs is kept on this device, which practice does not touch.
  const hasTimer = column === 'totalHours' && entry === null && isStored;
  return (
    <Stepper
      label={fieldName(field.field)}
      required={field.isRequired}
      hint={field.field.description ?? undefined}
      error={error}
      refusal={entryNumberRefusal(field, value, isStored ? entry : null)}
      value={text}
      onChange={set}
      step={stepOf(field.field.name)}
      {...(unit === undefined ? {} : { unit: wordsOf(unit) })}
      action={hasTimer && <TimerAction onStop={(hours) => set(stepped(unreadIn(text) === null ? text : '', hours, 1))} />}
    >
      {quick && (
        <div className="flex gap-2 pointer-fine:hidden">
          {quick.map((amount) => (
            <QuickKey key={amount} onPress={() => set(stepped(text, amount, 1))}>
              +{formatNumber(amount)}
            </QuickKey>
          ))}
          {before && <QuickKey onPress={() => set(before)}>{t('Last: {before}', { before: shownNumber(before) })}</QuickKey>}
        </div>
      )}
    </Stepper>
  );
};

/** The offered choices, preceded by those of the stored entry that are no longer in any list. */
const withStored = (offered: readonly Choice<number>[], ids: readonly number[], names: readonly string[]): readonly Choice<number>[] => {
  const gone = ids.map((id, index) => ({ id, name: names[index] ?? '' })).filter(({ id }) => !offered.some((one) => one.id === id));
  return gone.length === 0 ? offered : [...gone, ...offered];
};

/** The offered choices, followed by selected ones that this service does not offer: they came with another service. */
const withChosen = <T extends { readonly id: number }>(offered: readonly T[], all: readonly T[], value: FormValue | undefined) => [
  ...offered,
  ...all.filter(({ id }) => idsOf(value).includes(id) && !offered.some((one) => one.id === id)),
];

const EquipmentControl = ({ control, field, service, data, entry, recent, value, onChange }: KindProps) => {
  const wanted = field.column === 'equipmentIds' ? equipmentWanted(service) : 1;
  // More than the service wants, from another service: all of them are shown, and can be removed.
  const most = Math.max(wanted, idsOf(value).length);
  const offered = withChosen(linkedTo(service?.id, data.equipment), data.equipment, value);
  return (
    <PickMany
      control={control}
      icon={EquipmentIcon}
      choices={withStored(offered, entry?.equipmentIds ?? [], entry?.equipmentNames ?? [])}
      recent={recent.equipment}
      value={idsOf(value)}
      onChange={onChange}
      most={most}
      placeholder={wanted > 1 ? t('Choose {most} machines', { most: wanted }) : t('Choose a machine')}
    />
  );
};

const OperatorControl = ({ control, field, service, data, entry, recent, value, ownUserId, onChange }: KindProps) => {
  const offered = operatorsFor(field, data.employees).map(({ id, firstName, lastName, userId }) => ({
    id,
    name: userId === ownUserId ? t('{name} (you)', { name: fullName({ firstName, lastName }) }) : fullName({ firstName, lastName }),
  }));
  const most = field.column === 'operatorIds' && service.allowMultipleOperators ? MANY : Math.max(1, idsOf(value).length);
  return (
    <PickMany
      control={control}
      icon={EmployeeIcon}
      choices={withStored(offered, entry?.operatorIds ?? [], entry?.operatorNames ?? [])}
      recent={recent.employees}
      value={idsOf(value)}
      onChange={onChange}
      most={most}
      placeholder={most > 1 ? t('Add an operator') : t('Choose an operator')}
    />
  );
};

/** An option of a stored entry may no longer be offered. */
const optionsWith = (options: readonly string[], value: string): readonly string[] =>
  value === '' || options.includes(value) ? options : [value, ...options];

interface FewControlProps extends KindProps {
  readonly options: readonly string[];
  readonly nameOf: (option: string) => string;
}

/** A few choices in view; what was chosen by mistake is taken back by another tap. */
const FewControl = ({ control, field, value, onChange, options, nameOf }: FewControlProps) => (
  <PickOne
    label={fieldName(field.field)}
    choices={options.map((option) => ({ id: option, name: nameOf(option) }))}
    value={textOf(value)}
    onChange={onChange}
    onClear={() => onChange('')}
    isInvalid={control['aria-invalid']}
  />
);

const Control = (props: KindProps) => {
  const { control, field, value, onChange } = props;
  const text = { ...control, value: textOf(value), onChange: (event: { target: { value: string } }) => onChange(event.target.value) };
  switch (field.kind) {
    case 'equipment':
      return <EquipmentControl {...props} />;
    case 'operator':
      return <OperatorControl {...props} />;
    case 'attachment':
      return <FilesControl control={control} attachments={attachmentsOf(value)} onChange={onChange} />;
    case 'textarea':
      return <Textarea {...text} rows={2} />;
    case 'date':
      return <TextInput {...text} type="date" />;
    case 'boolean':
      return <FewControl {...props} options={['yes', 'no']} nameOf={(option) => yesNo(option === 'yes')} />;
    case 'select': {
      const options = optionsWith(field.field.options, textOf(value));
      return options.length <= FEW ? (
        <FewControl {...props} options={options} nameOf={(option) => option} />
      ) : (
        <Select {...text} placeholder={t('Choose')}>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </Select>
      );
    }
    default:
      return field.column === 'notes' ? <Textarea {...text} rows={2} /> : <TextInput {...text} />;
  }
};

/** One field of the chosen service, by its kind. Memoized. */
export const EntryField = memo((props: EntryFieldProps) => {
  const { field, error, onSet } = props;
  if (field.kind === 'number') {
    return <NumberEntryField {...props} />;
  }
  const set = (next: FormValue) => onSet(field.key, next);
  return (
    <Field label={fieldName(field.field)} required={field.isRequired} error={error} hint={field.field.description ?? undefined}>
      {(control) => <Control {...props} control={control} onChange={set} />}
    </Field>
  );
});
