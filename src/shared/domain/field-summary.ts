import { plainWords } from '#shared/lib/plain-words.ts';

/** How a summary treats the values of a number field: sum, average, or neither. */
export const SUMMARIES = ['sum', 'average', 'none'] as const;
export type FieldSummary = (typeof SUMMARIES)[number];

// Words as `plainWords` writes them: without accents and umlauts.
const wordsIn = (text: string): readonly string[] => text.split(' ');

/** Numbers that name or date something, and meter readings: neither their sum nor their average means anything. */
const NAMING = new Set([
  ...wordsIn('year years id ids code codes zip phone ticket lot odometer hourmeter'),
  ...wordsIn('jahr baujahr jahrgang plz kennung telefon zahlerstand kilometerstand tachostand betriebsstunden'),
  ...wordsIn('ano anos telefono codigo lote odometro horometro cuentakilometros'),
]);
const NAMING_PAIRS = ['hour meter', 'meter reading', 'meter start', 'meter end', 'start meter', 'end meter', 'lectura del', 'lectura de'];
/** As the last word: 'Field no.', 'Schlag-Nr.'. */
const NAMING_LAST = new Set(wordsIn('number no num nr numero'));

/** Words before something countable: 'Number of bales' is a sum. */
const COUNTED = /^(number|no|count|amount|anzahl|zahl|menge|numero|num|cantidad) (of|der|von|de)\b|^anzahl\b/;

/** Measures that count only as whole words: they are short, or parts of words that mean something else. */
const MEASURES = new Set([
  ...wordsIn('percent pct temp rate rates speed ph bar psi rpm mph kph kmh wind brix dew per average avg'),
  ...wordsIn('prozent ts pro je mittel schnitt durchschnitt'),
  ...wordsIn('por porcentaje humedad proteina velocidad profundidad presion altura ancho viento dosis densidad promedio media'),
]);
/** Ends of words, because German joins them: Kornfeuchte, Bodentemperatur. */
const MEASURE_ENDS = [
  ...wordsIn('temperature moisture humidity protein price depth pressure density height width'),
  ...wordsIn('temperatur feuchte feuchtigkeit eiweiß preis tiefe druck dichte hohe breite geschwindigkeit gehalt'),
  ...wordsIn('hektolitergewicht trockensubstanz trockenmasse aufwandmenge'),
  ...wordsIn('temperatura precio contenido'),
];
const MEASURE_PAIRS = [
  'test weight',
  'test wt',
  'dry matter',
  'hl gewicht',
  'por ciento',
  'peso hectolitrico',
  'peso especifico',
  'materia seca',
];
/** A ratio of two units: `bu/ac`, `l/ha`, `km/h`. */
const RATIO = /\/\s*(ac|acre|ha|a|h|hr|hour|std|stunde|hora|min|t|ton|tonne|bu|bale|ballen|paca|ft|m|m2|m3|l|gal|kg|lb)\b/;

const holdsPair = (words: readonly string[], pairs: readonly string[]): boolean =>
  pairs.some((pair) => ` ${words.join(' ')} `.includes(` ${pair} `));

const isNaming = (words: readonly string[], name: string): boolean => {
  const last = words.at(-1) ?? '';
  return (
    /#|\bn\.?\s?[º°]/.test(name) ||
    NAMING_LAST.has(last) ||
    last.endsWith('nummer') ||
    words.some((word) => NAMING.has(word)) ||
    holdsPair(words, NAMING_PAIRS)
  );
};

const isMeasure = (words: readonly string[], name: string): boolean =>
  /[%‰°]/.test(name) ||
  RATIO.test(name) ||
  words.some((word) => MEASURES.has(word) || MEASURE_ENDS.some((end) => word.endsWith(end))) ||
  holdsPair(words, MEASURE_PAIRS);

/**
 * How a summary treats a field without a setting, by its name in English, German or Spanish: percentages, temperatures, moisture, prices
 * and everything measured per something are averaged; years, identifying numbers and meter readings are left out; all else is added up.
 */
export const summaryByName = (fieldName: string): FieldSummary => {
  const name = plainWords(fieldName);
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  if (isMeasure(words, name) && !isNaming(words, name)) {
    return 'average';
  }
  return isNaming(words, name) && !COUNTED.test(words.join(' ')) ? 'none' : 'sum';
};

/** How a summary treats this field: by its setting, else by its name. Fields in older copies on devices have no setting. */
export const summaryOf = ({ name, summary }: { readonly name: string; readonly summary?: FieldSummary | null | undefined }): FieldSummary =>
  summary ?? summaryByName(name);

/** The average of numbers that people typed, from their exact sum: to two decimals, or to three digits below one. */
export const averageOf = (total: number, count: number): number => {
  const average = total / count;
  return Math.abs(average) < 1 ? Number(average.toPrecision(3)) : Math.round(average * 100) / 100;
};
