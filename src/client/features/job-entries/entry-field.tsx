import { memo } from 'react';
import { UNIT } from '#shared/domain/job-summary.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import {
  attachmentsOf,
  equipmentFor,
  equipmentWanted,
  type FormField,
  type FormValue,
  idsOf,
  stepOf,
  textOf,
} from '#client/features/job-entries/entry-form.ts';
import { FilesControl } from '#client/features/job-entries/files-control.tsx';
import type { EntryData } from '#client/features/job-entries/use-entry-data.ts';
import { type ControlProps, Field, Select, Textarea, TextInput } from '#client/ui/field.tsx';
import { EmployeeIcon, EquipmentIcon } from '#client/ui/icons.tsx';
import { PickMany, QuickKey } from '#client/ui/pickers.tsx';
import { stepped, Stepper } from '#client/ui/stepper.tsx';

interface EntryFieldProps {
  readonly field: FormField;
  readonly service: ServiceType;
  readonly data: EntryData;
  readonly value: FormValue | undefined;
  readonly error: string | undefined;
  readonly ownUserId: number;
  readonly onSet: (key: string, value: FormValue) => void;
}

type KindProps = EntryFieldProps & { readonly control: ControlProps; readonly onChange: (value: FormValue) => void };

const MANY = 50;

const UNITS: Partial<Record<string, string>> = UNIT;
/** What a tap adds below a stepper: tenths of hours, tens of gallons. */
const QUICK: Partial<Record<string, readonly number[]>> = {
  totalHours: [0.1, 0.5, 1],
  billableHours: [0.1, 0.5, 1],
  fuel: [5, 10, 25],
  loads: [1, 5, 10],
};

const NumberControl = ({ control, field, value, onChange }: KindProps) => {
  const step = stepOf(field.field.name);
  const unit = field.column === null ? undefined : UNITS[field.column];
  const quick = field.column === null ? undefined : QUICK[field.column];
  return (
    <div className="grid gap-2">
      <Stepper
        label={field.field.name}
        control={control}
        value={textOf(value)}
        onChange={onChange}
        step={step}
        {...(unit === undefined ? {} : { unit })}
      />
      {quick && (
        <div className="flex gap-2 lg:pointer-fine:hidden">
          {quick.map((amount) => (
            <QuickKey key={amount} onPress={() => onChange(stepped(textOf(value), amount, 1))}>
              +{amount}
            </QuickKey>
          ))}
        </div>
      )}
    </div>
  );
};

const EquipmentControl = ({ control, field, service, data, value, onChange }: KindProps) => {
  const most = field.column === 'equipmentIds' ? equipmentWanted(service) : 1;
  return (
    <PickMany
      control={control}
      icon={EquipmentIcon}
      choices={equipmentFor(service, data.equipment)}
      value={idsOf(value)}
      onChange={onChange}
      most={most}
      placeholder={most > 1 ? `Choose ${most} machines` : 'Choose a machine'}
    />
  );
};

const OperatorControl = ({ control, field, service, data, value, ownUserId, onChange }: KindProps) => {
  const offered = field.field.fieldType === 'employee' ? data.employees : data.employees.filter(({ isOperator }) => isOperator);
  const choices = offered.map(({ id, firstName, lastName, userId }) => ({
    id,
    name: `${firstName} ${lastName}${userId === ownUserId ? ' (you)' : ''}`,
  }));
  const most = field.column === 'operatorIds' && service.allowMultipleOperators ? MANY : 1;
  return (
    <PickMany
      control={control}
      icon={EmployeeIcon}
      choices={choices}
      value={idsOf(value)}
      onChange={onChange}
      most={most}
      placeholder={most > 1 ? 'Add an operator' : 'Choose an operator'}
    />
  );
};

const Control = (props: KindProps) => {
  const { control, field, value, onChange } = props;
  const text = { ...control, value: textOf(value), onChange: (event: { target: { value: string } }) => onChange(event.target.value) };
  switch (field.kind) {
    case 'number':
      return <NumberControl {...props} />;
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
      return (
        <Select {...text} placeholder="Choose">
          <option value="yes">Yes</option>
          <option value="no">No</option>
        </Select>
      );
    case 'select':
      return (
        <Select {...text} placeholder="Choose">
          {field.field.options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </Select>
      );
    default:
      return field.column === 'notes' ? <Textarea {...text} rows={2} /> : <TextInput {...text} />;
  }
};

/** One field of the chosen service, drawn by its kind; not again while others change. */
export const EntryField = memo((props: EntryFieldProps) => {
  const { field, error, onSet } = props;
  return (
    <Field label={field.field.name} required={field.isRequired} error={error} hint={field.field.description ?? undefined}>
      {(control) => <Control {...props} control={control} onChange={(value) => onSet(field.key, value)} />}
    </Field>
  );
});
