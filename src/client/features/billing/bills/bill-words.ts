import type { BillLine } from '#shared/billing/schemas/bill.ts';
import type { SummaryTotal } from '#shared/domain/job-summary.ts';
import type { Basis, RateFuel } from '#shared/billing/schemas/rate.ts';
import type { EntryUnits } from '#shared/domain/units.ts';
import { formatDecimal } from '#client/lib/format-amounts.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { type PlainText, t, withUnit, wordsOf } from '#client/lib/texts.ts';

/** The label of each basis. */
export const BASIS_WORD: Record<Basis, PlainText> = {
  hour: 'Hour',
  billableHour: 'Billable hour',
  load: 'Load',
  acre: 'Acre',
  hectare: 'Hectare',
  ton: 'Ton',
  bale: 'Bale',
  mile: 'Mile',
  kilometre: 'Kilometer',
  piece: 'Piece',
  fuel: 'Fuel unit',
  field: 'Number field',
  flat: 'Flat amount',
};

/** The label of each way to charge fuel, and what it means. */
export const FUEL_WORD: Record<RateFuel['kind'], { readonly name: PlainText; readonly hint: PlainText }> = {
  included: { name: 'Included in the price', hint: 'Fuel is not billed.' },
  customer: { name: 'Supplied by the customer', hint: 'Fuel is not billed.' },
  billed: { name: 'Billed by volume', hint: 'Fuel on the entries, at its price.' },
  surchargeByVolume: { name: 'Surcharge by volume', hint: 'Fuel on the entries, at the difference to the base price.' },
  surchargeByPercent: {
    name: 'Surcharge in percent',
    hint: 'A percentage of the work for each full step that fuel costs above the base price.',
  },
};

const UNITS: Partial<Record<Basis, PlainText>> = {
  hour: 'hrs',
  billableHour: 'hrs',
  load: 'loads',
  acre: 'acres',
  hectare: 'hectares',
  ton: 'tons',
  bale: 'bales',
  mile: 'miles',
  kilometre: 'kilometers',
  piece: 'pieces',
};

/** '34 hrs'; empty for a flat amount that was charged once. */
export const quantityWords = ({ quantity, basis, unit }: Pick<BillLine, 'quantity' | 'basis' | 'unit'>, units: EntryUnits): string => {
  if (quantity === null || (basis === 'flat' && quantity === '1')) {
    return '';
  }
  const own = basis === 'fuel' ? units.fuel : basis === null ? undefined : UNITS[basis];
  const word = unit ?? (own === undefined ? '' : wordsOf(own));
  return basis === 'flat' ? t('{count} times', { count: formatDecimal(quantity) }) : [formatDecimal(quantity), word].join(' ').trim();
};

/** One number of a job's entries, such as '34 hrs' or 'Acres: 120'; billable hours and averages are labelled as such. */
export const totalWords = ({ key, label, unit, total, summary }: SummaryTotal): string => {
  if (summary === 'average') {
    return t('{name}: {value} on average', { name: label, value: total });
  }
  const words = unit === '' ? formatNumber(total) : withUnit(total, unit);
  return unit === '' ? `${label}: ${words}` : key === 'billableHours' ? `${wordsOf(label)}: ${words}` : words;
};

const COLUMN_WORD: Readonly<Record<string, PlainText>> = {
  totalHours: 'Hours',
  billableHours: 'Billable Hours',
  fuel: 'Fuel',
  loads: 'Loads',
};
/** Where a quantity comes from: a number of each entry, or a field of the organization's own. */
export const sourceWords = (source: string): string => {
  const word = COLUMN_WORD[source];
  return word === undefined ? source : t(word);
};

/** What a line is about. */
export const lineTitle = ({ kind, label }: Pick<BillLine, 'kind' | 'label'>): string => {
  switch (kind) {
    case 'fuel':
      return t('Fuel: {what}', { what: label });
    case 'surcharge':
      return t('Fuel surcharge: {what}', { what: label });
    case 'discount':
      return label === '' ? t('Discount') : label;
    case 'work':
    case 'manual':
      return label;
  }
};
