import { type CustomDataField, fieldKind } from '#shared/domain/custom-data-field.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { columnOf } from '#shared/domain/system-fields.ts';
import { isCalendarDate } from '#shared/lib/dates.ts';
import type { TableCell } from '#shared/lib/workbook.ts';
import { type ListColumn, namesCell } from '#client/lib/list-table.ts';
import { t } from '#client/lib/texts.ts';
import { yesNo } from '#client/lib/yes-no.ts';

/** What the own fields of entries refer to. */
export interface EntryReferences {
  readonly fields: readonly CustomDataField[];
  readonly equipmentName: (id: number) => string | undefined;
  readonly employeeName: (id: number) => string | undefined;
}

type Value = JobEntry['customFieldValues'][string];

const isHeld = (value: Value): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

const plainCell = (value: Value): TableCell => {
  if (!isHeld(value)) {
    return null;
  }
  return typeof value === 'boolean'
    ? yesNo(value)
    : typeof value === 'number'
      ? value
      : Array.isArray(value)
        ? namesCell(value.map(String))
        : String(value);
};

/** Ids become names; one that this device does not know stays a number. */
const namedCell = (value: Value, nameOf: (id: number) => string | undefined): TableCell =>
  isHeld(value)
    ? namesCell(
        (Array.isArray(value) ? value : [value]).map((id: unknown) => (typeof id === 'number' ? nameOf(id) : undefined) ?? String(id)),
      )
    : null;

/** How the values of a field stand in their cells; the kind is undefined if the field was deleted. */
const cellOf = (
  kind: ReturnType<typeof fieldKind> | undefined,
  value: Value,
  { equipmentName, employeeName }: EntryReferences,
): TableCell => {
  switch (kind) {
    case 'equipment':
      return namedCell(value, equipmentName);
    case 'operator':
      return namedCell(value, employeeName);
    case 'attachment':
      // Files have names that only the program understands: how many there are.
      return Array.isArray(value) && value.length > 0 ? value.length : null;
    case 'date':
      return typeof value === 'string' && isCalendarDate(value) ? { day: value } : plainCell(value);
    default:
      return plainCell(value);
  }
};

/** A column for every own field that one of the entries has a value of: fields in their order, then the names of deleted ones. */
const ownColumns = (entries: readonly JobEntry[], references: EntryReferences): ListColumn<JobEntry>[] => {
  const held = new Set(
    entries.flatMap(({ customFieldValues }) => Object.entries(customFieldValues).flatMap(([name, value]) => (isHeld(value) ? [name] : []))),
  );
  const own = references.fields.filter((field) => columnOf(field) === null && held.has(field.name));
  const kinds = new Map(own.map(({ name, fieldType }) => [name, fieldKind(fieldType)]));
  return [...new Set([...own.map(({ name }) => name), ...held])].map((name) => ({
    head: name,
    valueOf: ({ customFieldValues }) => cellOf(kinds.get(name), customFieldValues[name], references),
  }));
};

/** Every field of entries, under the labels of their form: what their lists export. */
export const entryColumns = (entries: readonly JobEntry[], references: EntryReferences): ListColumn<JobEntry>[] => [
  { head: t('Date'), valueOf: ({ date }) => ({ day: date }) },
  { head: t('Customer'), valueOf: ({ customerName }) => customerName },
  { head: t('Job'), valueOf: ({ jobName }) => jobName },
  { head: t('Service'), valueOf: ({ serviceTypeName }) => serviceTypeName },
  { head: t('Equipment'), valueOf: ({ equipmentNames }) => namesCell(equipmentNames) },
  { head: t('Implement'), valueOf: ({ implementName }) => implementName },
  { head: t('Operators'), valueOf: ({ operatorNames }) => namesCell(operatorNames) },
  { head: t('Hours'), valueOf: ({ totalHours }) => totalHours },
  { head: t('Billable Hours'), valueOf: ({ billableHours }) => billableHours },
  { head: t('Fuel'), valueOf: ({ fuel }) => fuel },
  { head: t('Loads'), valueOf: ({ loads }) => loads },
  ...ownColumns(entries, references),
  { head: t('Notes'), valueOf: ({ notes }) => notes },
  { head: t('Photos'), valueOf: ({ photos }) => photos.length },
  // A copy from before checks existed has neither.
  { head: t('Checked'), valueOf: ({ checkedAt }) => yesNo(Boolean(checkedAt)) },
];
