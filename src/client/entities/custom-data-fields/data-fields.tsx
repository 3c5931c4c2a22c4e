import { fieldName } from './field-words.ts';
import { createElement } from 'react';
import { type CustomDataField, fieldKind } from '#shared/domain/custom-data-field.ts';
import { columnOf, type EntryColumn, SYSTEM_FIELDS } from '#shared/domain/system-fields.ts';
import {
  AttachmentIcon,
  DateIcon,
  EmployeeIcon,
  EquipmentIcon,
  FuelIcon,
  HoursIcon,
  type Icon,
  LoadsIcon,
  NumberIcon,
  SelectIcon,
  SwitchIcon,
  TextIcon,
} from '#client/ui/icons.tsx';

const OF_COLUMN: Partial<Record<EntryColumn, Icon>> = { totalHours: HoursIcon, billableHours: HoursIcon, loads: LoadsIcon, fuel: FuelIcon };

const OF_KIND: Record<ReturnType<typeof fieldKind>, Icon> = {
  text: TextIcon,
  textarea: TextIcon,
  number: NumberIcon,
  boolean: SwitchIcon,
  date: DateIcon,
  select: SelectIcon,
  equipment: EquipmentIcon,
  operator: EmployeeIcon,
  attachment: AttachmentIcon,
};

const iconOf = (field: CustomDataField): Icon => {
  const column = columnOf(field);
  return (column && OF_COLUMN[column]) ?? OF_KIND[fieldKind(field.fieldType)];
};

/** A data field's name with an icon: of what it measures where that is known, otherwise of its type. */
export const FieldName = ({ field }: { readonly field: CustomDataField }) => (
  <span className="flex min-w-0 items-center gap-2.5">
    {createElement(iconOf(field), { className: 'size-5 shrink-0 text-ink3 max-[22rem]:hidden', 'aria-hidden': true })}
    <span className="min-w-0 wrap-anywhere">{fieldName(field)}</span>
  </span>
);

const place = ({ isSystem, name }: CustomDataField): number => {
  const index = isSystem ? SYSTEM_FIELDS.findIndex((field) => field.name === name) : -1;
  return index === -1 ? SYSTEM_FIELDS.length : index;
};

/** The system fields in their usual order, then the organization's own in the given order. */
export const systemFirst = (fields: readonly CustomDataField[]): CustomDataField[] =>
  fields.toSorted((left, right) => place(left) - place(right));
