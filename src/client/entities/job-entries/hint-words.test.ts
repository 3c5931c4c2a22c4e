import { afterEach, describe, expect, test, vi } from 'vitest';
import { HINT_KINDS, type Hint } from '#shared/domain/hint.ts';
import { UNITS } from '#shared/domain/units.ts';
import { CATALOGUES } from '#client/app/catalogues.ts';
import type { HintContext, HintedWork } from '#client/entities/job-entries/hint-words.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const TRUCK = 7;
const DANA = 21;
const LOCALES = { en: 'en-US', de: 'de-DE', es: 'es-MX' } as const;
type Language = keyof typeof LOCALES;

/** The words as a page in this language has them. */
const wordsIn = async (language: Language) => {
  vi.stubGlobal('document', { documentElement: { lang: language } });
  vi.stubGlobal('navigator', { languages: [LOCALES[language]] });
  vi.stubGlobal('localStorage', { getItem: () => null });
  const [words, tags, { loadHintWords }, { loadWords }] = await Promise.all([
    import('#client/entities/job-entries/hint-words.ts'),
    import('#client/entities/job-entries/hint-tag.ts'),
    import('#client/entities/job-entries/load-hint-words.ts'),
    import('#client/lib/texts.ts'),
  ]);
  await Promise.all([loadWords(CATALOGUES), loadHintWords()]);
  return { ...words, ...tags };
};

const work: HintedWork = { date: '2025-10-08', season: '2025', totalHours: 9.5, equipmentIds: [TRUCK], serviceTypeName: 'Hauling' };
const context: HintContext = {
  units: UNITS.us,
  machineName: (id) => (id === TRUCK ? 'Truck 7' : undefined),
  operatorName: (id) => (id === DANA ? 'Dana Ortiz' : undefined),
};

const plain: Hint = {
  kind: 'duplicate',
  measure: null,
  value: 0,
  usual: null,
  count: null,
  isOfService: false,
  suggestion: null,
  aboutId: null,
  others: [],
};
const fuel: Hint = { ...plain, kind: 'decimalSlip', measure: 'fuel', value: 380, usual: 41.3, count: 38, suggestion: 38 };
const noMachine = { ...work, equipmentIds: [] };

type Case = readonly [hint: Hint, title: string, because: string, work?: HintedWork, context?: Partial<HintContext>];

const CASES: readonly Case[] = [
  [fuel, 'Fuel is 9 times the usual.', 'Truck 7 takes about 41 gal for 9.5 hrs of Hauling (38 entries).'],
  [
    { ...fuel, kind: 'unlikeBefore', value: 3800, suggestion: null },
    'Fuel is 92 times the usual.',
    'Truck 7 takes about 41 gal for 9.5 hrs of Hauling (38 entries).',
  ],
  [{ ...fuel, value: 4 }, 'Fuel is only 9.7% of the usual.', 'Truck 7 takes about 41 gal for 9.5 hrs of Hauling (38 entries).'],
  [
    { ...fuel, isOfService: true },
    'Fuel is 9 times the usual.',
    'Usual for 9.5 hrs of Hauling: about 41 gal (38 entries). That is all machines together: Truck 7 has too few entries yet.',
  ],
  [fuel, 'Fuel is 9 times the usual.', 'Usual for 9.5 hrs of Hauling: about 41 gal (38 entries).', noMachine],
  [
    { ...fuel, value: 1240, usual: 138 },
    'Fuel is 9 times the usual.',
    'Truck 7 takes about 138 L for 9.5 hrs of Hauling (38 entries).',
    work,
    { units: UNITS.metric },
  ],
  [
    { ...fuel, measure: 'loads', value: 230, usual: 23, count: 1 },
    'Loads are 10 times the usual.',
    'Truck 7 does about 23 loads in 9.5 hrs of Hauling (1 entry).',
  ],
  [
    { ...fuel, measure: 'totalHours', value: 0.8, usual: 8.25 },
    'Hours are only 9.7% of the usual.',
    'Truck 7 usually has about 8.3 hrs of Hauling in one entry (38 entries).',
  ],
  [
    { ...fuel, measure: 'totalHours', value: 0.8, usual: 8 },
    'Hours are only 10% of the usual.',
    'Usual for Hauling: about 8 hrs (38 entries).',
    noMachine,
  ],
  [
    { ...fuel, measure: 'own:Acres', value: 480, usual: 48.4 },
    'Acres is 10 times the usual.',
    'Usual for Truck 7 at Hauling: about 48 (38 entries).',
  ],
  [
    { ...fuel, measure: 'own:Acres', value: 0.1, usual: 48 },
    'Acres is only 0.21% of the usual.',
    'Usual for Hauling: about 48 (38 entries).',
    noMachine,
  ],
  [{ ...plain, kind: 'tooLong', measure: 'totalHours', value: 25 }, '25 hrs in one entry.', 'A day has 24 hours.'],
  [
    { ...fuel, kind: 'tooLong', measure: 'totalHours', value: 95, usual: 9 },
    '95 hrs in one entry.',
    'A day has 24 hours. Truck 7 usually has about 9 hrs of Hauling in one entry (38 entries).',
  ],
  [
    { ...plain, kind: 'longDay', measure: 'totalHours', value: 19.5, aboutId: DANA, others: [1, 2] },
    'Dana Ortiz has 19.5 hrs on this day.',
    'In 3 entries together. More than 18 hours are rarely right.',
  ],
  [
    { ...plain, kind: 'longDay', measure: 'totalHours', value: 19, aboutId: 99 },
    'One operator has 19 hrs on this day.',
    'In 1 entry. More than 18 hours are rarely right.',
  ],
  [
    { ...plain, kind: 'overlap', measure: 'totalHours', value: 26, aboutId: TRUCK, others: [1] },
    'Truck 7 has 26 hrs on this day.',
    'In 2 entries together. A day has 24 hours.',
  ],
  [
    { ...plain, kind: 'overlap', measure: 'totalHours', value: 26, aboutId: 99, others: [1] },
    'One machine has 26 hrs on this day.',
    'In 2 entries together. A day has 24 hours.',
  ],
  [
    { ...plain, kind: 'overlap', measure: 'operatorIds', value: 30, aboutId: DANA, others: [1] },
    'Dana Ortiz is in two entries at the same time.',
    'They overlap by 30 minutes.',
  ],
  [
    { ...plain, kind: 'overlap', measure: 'equipmentIds', value: 6, aboutId: TRUCK, others: [1] },
    'Truck 7 is in two entries at the same time.',
    'They overlap by 6 minutes.',
  ],
  [
    { ...plain, value: 1, others: [5] },
    'The same work may be logged twice.',
    '1 other entry of this day has the same customer, service and numbers.',
  ],
  [
    { ...plain, value: 2, others: [5, 6] },
    'The same work may be logged twice.',
    '2 other entries of this day have the same customer, service and numbers.',
  ],
  [
    { ...plain, value: 2, others: [5, 6] },
    'The same work may be logged twice.',
    'Luke Berg logged an entry of this day with the same customer, service and numbers.',
    work,
    { writerOf: (id) => (id === 6 ? 'Luke Berg' : undefined) },
  ],
  [{ ...plain, kind: 'future', value: 1 }, 'The date is 1 day ahead.', 'It is dated Oct 8, 2025.'],
  [{ ...plain, kind: 'future', value: 3 }, 'The date is 3 days ahead.', 'It is dated Oct 8, 2025.'],
  [{ ...plain, kind: 'beforeJob', value: 61 }, 'The date is 61 days before its job was made.', 'It is dated Oct 8, 2025.'],
  [
    { ...plain, kind: 'otherSeason', value: 2024 },
    'The season is 2025, unlike the rest of the job.',
    'The other entries of the job are of season 2024.',
  ],
  [{ ...plain, kind: 'noHours', measure: 'totalHours' }, 'Fuel without hours.', 'Entries of Hauling with fuel usually have hours.'],
  [{ ...plain, kind: 'noFuel', measure: 'fuel' }, 'Hours without fuel.', 'Truck 7 nearly always has fuel at Hauling.'],
  [{ ...plain, kind: 'noFuel', measure: 'fuel' }, 'Hours without fuel.', 'Entries of Hauling nearly always have fuel.', noMachine],
];

test('hints in English', async () => {
  const { hintSentence } = await wordsIn('en');
  for (const [hint, title, because, entry = work, more] of CASES) {
    expect(hintSentence(hint, { ...context, ...more }, entry)).toEqual({ title, because });
  }
  expect(new Set(CASES.map(([{ kind }]) => kind))).toEqual(new Set(HINT_KINDS));
});

describe.each(['de', 'es'] as const)('hints in %s', (language) => {
  test('are all there, with their values and without English', async () => {
    const { hintSentence, hintTag } = await wordsIn(language);
    for (const [hint, title, because, entry = work, more] of CASES) {
      const found = hintSentence(hint, { ...context, ...more }, entry);
      expect(found.title).not.toBe(title);
      expect(found.because).not.toBe(because);
      expect(`${found.title} ${found.because}`).not.toMatch(/[{}]| {2}|undefined|\b(?:the|entries|usual)\b/);
    }
    const tags = HINT_KINDS.map((kind) => hintTag({ kind }));
    expect(tags.filter((tag) => tag.length > 16)).toEqual([]);
  });
});

test('hints in German', async () => {
  const { hintSentence, suggestionLabel } = await wordsIn('de');
  expect(hintSentence(fuel, { ...context, units: UNITS.metric }, work)).toEqual({
    title: 'Kraftstoff: 9-mal so viel wie üblich.',
    because: 'Truck 7 braucht für 9,5 Std. Hauling etwa 41 l (38 Einträge).',
  });
  expect(suggestionLabel(fuel)).toBe('Auf 38,0 ändern');
});

test('hints in Spanish', async () => {
  const { hintSentence, suggestionLabel } = await wordsIn('es');
  expect(hintSentence(fuel, { ...context, units: UNITS.metric }, work)).toEqual({
    title: 'Combustible: 9 veces lo habitual.',
    because: 'Truck 7 gasta alrededor de 41 l en 9.5 h de Hauling (38 registros).',
  });
  expect(suggestionLabel(fuel)).toBe('Cambiar a 38.0');
});

test('tags are short, and each kind but those of one number has its own', async () => {
  const { hintTag } = await wordsIn('en');
  const tags = HINT_KINDS.map((kind) => hintTag({ kind }));
  expect(tags.filter((tag) => tag.length > 8)).toEqual([]);
  expect(new Set(tags).size).toBe(HINT_KINDS.length - 1);
  expect([hintTag({ kind: 'decimalSlip' }), hintTag({ kind: 'unlikeBefore' })]).toEqual(['Hint', 'Hint']);
});

test('the number that was probably meant shows its decimal point', async () => {
  const { suggestionLabel } = await wordsIn('en');
  const labels = [
    [380, 38],
    [250, 2.5],
    [12_345, 1234.5],
    [3.8, 38],
    [0.85, 8.5],
  ].map(([value = 0, suggestion = 0]) => suggestionLabel({ value, suggestion }));
  expect(labels).toEqual(['Change to 38.0', 'Change to 2.5', 'Change to 1,234.5', 'Change to 38', 'Change to 8.5']);
  expect(suggestionLabel({ value: 25, suggestion: null })).toBeUndefined();
});

test.each([
  ['en', ['Loads are missing', 'Fuel is missing', 'Moisture is missing', 'Missing: Loads, Fuel, Moisture']],
  ['de', ['Fuhren fehlen', 'Kraftstoff fehlt', 'Moisture fehlt', 'Es fehlen: Fuhren, Kraftstoff, Moisture']],
  ['es', ['Faltan: Viajes', 'Falta: Combustible', 'Falta: Moisture', 'Faltan: Viajes, Combustible, Moisture']],
] as const)('what is missing, in %s: the program’s own fields in the language, others as they were named', async (language, words) => {
  const { missingSentence } = await wordsIn(language);
  const lacking = [['Loads'], ['Fuel'], ['Moisture'], ['Loads', 'Fuel', 'Moisture']];
  expect(lacking.map((names) => missingSentence(names))).toEqual(words);
});
