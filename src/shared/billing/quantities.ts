import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { columnOf } from '#shared/domain/system-fields.ts';
import type { Measure } from '#shared/billing/schemas/bill.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { Basis, RateLine } from '#shared/billing/schemas/rate.ts';
import { type Decimal, decimal } from '#shared/lib/decimal.ts';
import { onceFor } from '#shared/lib/once-for.ts';

/** What the engine needs to know about an entry. */
export type BillableEntry = Pick<
  JobEntry,
  | 'id'
  | 'jobId'
  | 'customerId'
  | 'serviceTypeId'
  | 'serviceTypeName'
  | 'date'
  | 'equipmentIds'
  | 'totalHours'
  | 'billableHours'
  | 'fuel'
  | 'loads'
  | 'customFieldValues'
> &
  Partial<Pick<JobEntry, 'equipmentNames'>>;
export type BillableField = Pick<CustomDataField, 'id' | 'name' | 'fieldType' | 'isSystem'> & {
  /** The services that offer it; undefined if that is not known. */
  readonly offeredBy?: readonly number[];
};

/** Where a line looks for its number: in one entry, or in any entry of a service. */
export type Looked = Pick<BillableEntry, 'serviceTypeId'> & Partial<Pick<BillableEntry, 'customFieldValues'>>;

/** A larger quantity in one entry is a typing error, and is not billed. */
export const LARGEST_QUANTITY = 1_000_000;

/** Names of number fields that hold a unit, in lower case, compared before any bracket: 'Area (ac)' is not one, 'Acres (GPS)' is. */
const FIELD_NAMES: Partial<Record<Basis, readonly string[]>> = {
  acre: ['acres', 'acre', 'ac', 'acreage', 'acre count'],
  hectare: ['hectares', 'hectare', 'ha', 'hektar', 'hectáreas', 'hectareas'],
  ton: ['tons', 'ton', 'tonnes', 'tonne', 't', 'tonnen', 'toneladas'],
  bale: ['bales', 'bale', 'ballen', 'pacas', 'fardos'],
  mile: ['miles', 'mile', 'mi', 'meilen', 'millas'],
  kilometre: ['kilometres', 'kilometers', 'km', 'kilometer', 'kilómetros', 'kilometros'],
  piece: ['pieces', 'piece', 'pcs', 'stück', 'stk', 'piezas'],
};

const plainName = (name: string): string =>
  name
    .replace(/[([].*$/, '')
    .trim()
    .toLowerCase();

/** Fields that the service offers first, then older ones first. */
const byOffer =
  (serviceTypeId: number) =>
  (left: BillableField, right: BillableField): number => {
    const offers = ({ offeredBy }: BillableField): number => (offeredBy?.includes(serviceTypeId) ? 1 : 0);
    return offers(right) - offers(left) || left.id - right.id;
  };

/** The number fields of an organization, by what a line may look for. */
interface NumberFields {
  readonly byId: ReadonlyMap<number, BillableField>;
  readonly byName: ReadonlyMap<string, readonly BillableField[]>;
}

/** Arranged once: each line of each entry looks in them, and an organization may have thousands. */
const numbersAmong = onceFor((fields: readonly BillableField[]): NumberFields => {
  const byName = new Map<string, BillableField[]>();
  const numbers = fields.filter(({ fieldType }) => fieldType === 'number');
  for (const field of numbers) {
    const name = plainName(field.name);
    const alike = byName.get(name) ?? [];
    alike.push(field);
    byName.set(name, alike);
  }
  return { byId: new Map(numbers.map((field) => [field.id, field])), byName };
});

/**
 * The field that a line counts: the one that it names; otherwise, of the fields named like the unit, the first that the entry has a number
 * in, those that its service offers first.
 */
const fieldFor = (
  { basis, fieldId }: Pick<RateLine, 'basis' | 'fieldId'>,
  fields: readonly BillableField[],
  { serviceTypeId, customFieldValues = {} }: Looked,
): BillableField | undefined => {
  const { byId, byName } = numbersAmong(fields);
  if (fieldId !== null) {
    return byId.get(fieldId);
  }
  const named = (FIELD_NAMES[basis] ?? []).flatMap((name) => byName.get(name) ?? []).sort(byOffer(serviceTypeId));
  const holds = ({ name }: BillableField): boolean => Object.hasOwn(customFieldValues, name) && typeof customFieldValues[name] === 'number';
  return named.find(holds) ?? named[0];
};

type NumberColumn = 'totalHours' | 'billableHours' | 'fuel' | 'loads';
const NUMBER_COLUMNS: readonly string[] = ['totalHours', 'billableHours', 'fuel', 'loads'] satisfies NumberColumn[];
const isNumberColumn = (column: string | null): column is NumberColumn => column !== null && NUMBER_COLUMNS.includes(column);

const inField = (entry: BillableEntry, field: BillableField): unknown => {
  const column = columnOf(field);
  if (isNumberColumn(column)) {
    return entry[column];
  }
  return Object.hasOwn(entry.customFieldValues, field.name) ? entry.customFieldValues[field.name] : null;
};

/** What an entry brings to a line, and where it was found; the kind of warning if it brings nothing. */
export type Found = { readonly quantity: Decimal; readonly source: string } | 'noQuantity' | 'unusableQuantity';

const usable = (value: unknown, source: string): Found => {
  if (typeof value !== 'number') {
    return 'noQuantity';
  }
  return value >= 0 && value <= LARGEST_QUANTITY ? { quantity: decimal(value), source } : 'unusableQuantity';
};

const COLUMN_OF: Partial<Record<Basis, NumberColumn>> = { hour: 'totalHours', load: 'loads', fuel: 'fuel' };

/**
 * The quantity of an entry for a line of a rate. Hours, loads and fuel are the entry's own; billable hours are its hours unless they were
 * entered separately; everything else is in the number field that the line names, or in the one named like the unit.
 */
export const quantityOf = (entry: BillableEntry, line: RateLine, fields: readonly BillableField[]): Found => {
  if (line.basis === 'flat') {
    return { quantity: decimal(1), source: 'flat' };
  }
  if (line.basis === 'billableHour') {
    return entry.billableHours === null ? usable(entry.totalHours, 'totalHours') : usable(entry.billableHours, 'billableHours');
  }
  const column = COLUMN_OF[line.basis];
  if (column !== undefined) {
    return usable(entry[column], column);
  }
  const field = fieldFor(line, fields, entry);
  return field === undefined ? 'noQuantity' : usable(inField(entry, field), field.name);
};

const MEASURE_OF_COLUMN: Record<NumberColumn, string> = { totalHours: 'hours', billableHours: 'hours', fuel: 'fuel', loads: 'loads' };

/** Where hours are counted: each machine of an entry worked them. */
export const HOURS = 'hours';

/**
 * Names what a line counts by where it is read, whatever the line is called: two lines that read the same field count the same. Undefined:
 * there is no such field.
 */
export const measureOf = (
  line: Pick<RateLine, 'basis' | 'fieldId'>,
  fields: readonly BillableField[],
  looked: Looked,
): string | undefined => {
  if (line.basis === 'flat') {
    return 'flat';
  }
  if (line.basis === 'billableHour') {
    return HOURS;
  }
  const field = COLUMN_OF[line.basis] === undefined ? fieldFor(line, fields, looked) : undefined;
  const column = COLUMN_OF[line.basis] ?? (field && columnOf(field)) ?? null;
  return isNumberColumn(column) ? MEASURE_OF_COLUMN[column] : field && fieldMeasure(field.id);
};

const fieldMeasure = (id: number): string => `field ${id}`;

/** The name, as `measureOf` returns it, of what is split. */
export const measureName = ({ column, fieldId }: Measure): string => column ?? fieldMeasure(fieldId ?? 0);

/** The inverse of the above; undefined for what cannot be split. */
export const measureNamed = (name: string): Measure | undefined => {
  if (name === 'fuel' || name === 'loads') {
    return { column: name, fieldId: null };
  }
  const [, id] = /^field (\d+)$/.exec(name) ?? [];
  return id === undefined ? undefined : { column: null, fieldId: Number(id) };
};

/** The name of the unit of a line that counts one of the organization's own fields. */
export const unitOf = ({ basis, fieldId }: RateLine, fields: readonly BillableField[]): string | null =>
  basis === 'field' ? (fields.find(({ id, fieldType }) => id === fieldId && fieldType === 'number')?.name ?? null) : null;

/** Fields with the services that offer them. */
export const withOffers = <F extends BillableField>(
  fields: readonly F[],
  services: readonly { readonly id: number; readonly customDataFieldIds: readonly number[] }[],
): F[] => {
  const offeredBy = new Map<number, number[]>();
  for (const { id, customDataFieldIds } of services) {
    for (const fieldId of new Set(customDataFieldIds)) {
      const known = offeredBy.get(fieldId);
      if (known) {
        known.push(id);
      } else {
        offeredBy.set(fieldId, [id]);
      }
    }
  }
  return fields.map((field) => ({ ...field, offeredBy: offeredBy.get(field.id) ?? [] }));
};
