import type { Basis } from '#shared/billing/schemas/rate.ts';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { FieldSummary } from '#shared/domain/field-summary.ts';
import { columnOf, type EntryColumn } from '#shared/domain/system-fields.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import { holdsMeasure } from '#shared/domain/work-measures.ts';
import { plainWords } from '#shared/lib/plain-words.ts';
import { midSentence, type PlainText, t } from '#client/lib/texts.ts';

/** What drivers log a number of. */
export const MEASURES = ['area', 'loads', 'bales', 'hours', 'tons', 'bushels', 'volume', 'distance', 'moisture', 'fuel'] as const;
export type Measure = (typeof MEASURES)[number];

interface Words {
  /** The field's name. */
  readonly field: PlainText;
  /** One of it, as in 'per acre'. */
  readonly one: PlainText;
  readonly basis: Basis;
}

const HOURS = { field: 'Hours', one: 'Hour', basis: 'hour' } as const satisfies Words;
const LOADS = { field: 'Loads', one: 'Load', basis: 'load' } as const satisfies Words;
const BALES = { field: 'Bales', one: 'Bale', basis: 'bale' } as const satisfies Words;
const FUEL = { field: 'Fuel', one: 'Fuel', basis: 'fuel' } as const satisfies Words;
const MOISTURE = { field: 'Moisture %', one: 'Moisture %', basis: 'field' } as const satisfies Words;
const TONNES = { field: 'Tonnes', one: 'Tonne', basis: 'ton' } as const satisfies Words;

const WORDS: Record<UnitSystem, Record<Measure, Words>> = {
  us: {
    hours: HOURS,
    loads: LOADS,
    bales: BALES,
    fuel: FUEL,
    moisture: MOISTURE,
    area: { field: 'Acres', one: 'Acre', basis: 'acre' },
    tons: { field: 'Tons', one: 'Ton', basis: 'ton' },
    bushels: { field: 'Bushels', one: 'Bushel', basis: 'field' },
    volume: { field: 'Gallons', one: 'Gallon', basis: 'field' },
    distance: { field: 'Miles', one: 'Mile', basis: 'mile' },
  },
  metric: {
    hours: HOURS,
    loads: LOADS,
    bales: BALES,
    fuel: FUEL,
    moisture: MOISTURE,
    area: { field: 'Hectares', one: 'Hectare', basis: 'hectare' },
    tons: TONNES,
    // Grain is weighed there, not measured.
    bushels: TONNES,
    volume: { field: 'Cubic meters', one: 'Cubic meter', basis: 'field' },
    distance: { field: 'Kilometers', one: 'Kilometer', basis: 'kilometre' },
  },
};

export const wordsOfMeasure = (measure: Measure, units: UnitSystem): Words => WORDS[units][measure];

/** Numbers whose sum means nothing. */
const SUMMARY: Partial<Record<Measure, FieldSummary>> = { moisture: 'average' };

/** Measures that an entry has a place of its own for. */
const COLUMN: Partial<Record<Measure, EntryColumn>> = { hours: 'totalHours', loads: 'loads', fuel: 'fuel' };

/** A field's body for the API. Fuel keeps its English name, by which it fills the entry's own number (decision 0030). */
export const fieldToMake = (measure: Measure, units: UnitSystem) => ({
  name: measure === 'fuel' ? 'Fuel' : t(wordsOfMeasure(measure, units).field),
  fieldType: 'number' as const,
  ...(SUMMARY[measure] === undefined ? {} : { summary: SUMMARY[measure] }),
});

type Known = Pick<CustomDataField, 'name' | 'fieldType' | 'isSystem' | 'isActive'>;

/**
 * The organization's field for the measure, in whatever language it was named; 'taken': it has switched its own off, or given the name to
 * something else, and then there is none; undefined: it can be made.
 */
export const fieldOfMeasure = <F extends Known>(fields: readonly F[], measure: Measure, units: UnitSystem): F | 'taken' | undefined => {
  const column = COLUMN[measure];
  const { field } = wordsOfMeasure(measure, units);
  const names = [plainWords(field), plainWords(fieldToMake(measure, units).name)];
  const isNamed = ({ name }: F): boolean => names.includes(plainWords(name));
  const isIt = (each: F): boolean =>
    column === undefined
      ? !each.isSystem &&
        each.fieldType === 'number' &&
        (isNamed(each) || ((measure === 'area' || measure === 'bales') && holdsMeasure(each, measure)))
      : columnOf(each) === column;
  const there = fields.filter(isIt);
  const active = there.filter(({ isActive }) => isActive);
  return active.find(isNamed) ?? active[0] ?? (there.length > 0 || fields.some(isNamed) ? 'taken' : undefined);
};

/** What the field of the measure is called on the screen. */
export const measureWord = (measure: Measure, units: UnitSystem): string => t(wordsOfMeasure(measure, units).field);

/** 'Loads, moisture %, fuel': each name once, and without that of `except`. */
export const alsoWords = (measures: readonly Measure[], { units }: { readonly units: UnitSystem }, except?: Measure): string => {
  const names = new Set(measures.map((measure) => measureWord(measure, units)));
  if (except !== undefined) {
    names.delete(measureWord(except, units));
  }
  const [first = '', ...others] = names;
  return [first, ...others.map(midSentence)].join(', ');
};
