import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeBill } from '#shared/billing/compute-bill.ts';
import { measuredBy } from '#shared/billing/measured-by.ts';
import { sentencesOf } from '#shared/billing/sentences.ts';
import { LANGUAGE_IDS, type LanguageId } from '#shared/lib/languages.ts';
import { decimal, sum } from '#shared/lib/decimal.ts';
import { textOf } from '#shared/lib/decimal-text.ts';
import { sized } from '#tests/support/proof-size.ts';
import { inputs } from './arbitraries.ts';
import { entry, line, numberFields, rate } from './make.ts';
import { said } from './said.ts';

// What a contractor says of an amount (decision 0035), and that everything it came from can be looked at (decision 0071).

/** What nobody says: the sentences that were there before, and rows by their numbers. */
const NOBODY_SAYS: Readonly<Record<LanguageId, RegExp>> = {
  en: /\b(holds? for|stands? in|was measured in|each one costs|that makes|half away|took the place)\b|\brate \d/i,
  de: /\b(gilt für diese Einträge|steht in|wurde gemessen|das macht|kaufmännisch|trat an die Stelle|geht dem Preis)\b|\bPreis \d/i,
  es: /\b(vale para estos|está en|se midió|cada uno cuesta|eso da|mitad hacia)\b|\btarifa \d/i,
};

test('no sentence of any bill is what nobody would say, in any language, and each is whole', () => {
  fc.assert(
    fc.property(inputs, (given) => {
      for (const each of computeBill(given).lines) {
        for (const language of LANGUAGE_IDS) {
          for (const words of said(sentencesOf(each), language)) {
            expect(words).not.toMatch(NOBODY_SAYS[language]);
            expect(words).not.toMatch(/[{}]|undefined|null|NaN|\s{2}/);
          }
        }
      }
    }),
    { numRuns: sized({ push: 80, proofs: 1000 }) },
  );
});

test('every entry that an amount comes from can be looked at, in the order of its days', () => {
  fc.assert(
    fc.property(inputs, (given) => {
      for (const each of computeBill(given).lines.filter(({ explanation }) => explanation.kind === 'quantity')) {
        const measured = measuredBy(each);
        expect([...new Set(measured.map(({ id }) => id))].toSorted()).toEqual([...new Set(each.entryIds)].toSorted());
        expect(measured.map(({ date }) => date)).toEqual(measured.map(({ date }) => date).toSorted());
      }
    }),
    { numRuns: sized({ push: 80, proofs: 1000 }) },
  );
});

const SAID: Readonly<Record<LanguageId, string>> = {
  en: '294 from 3 entries × 24.5 (Service 1, standard) = 7203.00',
  de: '294 aus 3 Einträgen × 24.5 (Service 1, Standardpreis) = 7203.00',
  es: '294 de 3 registros × 24.5 (Service 1, estándar) = 7203.00',
};

test.each(LANGUAGE_IDS)('area times price of several entries is one sentence in %s, and the entries come to it', (language) => {
  const acres = (id: number, date: string, Acres: number) => entry(id, { date, customFieldValues: { Acres } });
  const { lines } = computeBill({
    entries: [acres(3, '2025-04-03', 80), acres(1, '2025-04-01', 114), acres(2, '2025-04-02', 100)],
    fields: numberFields('Acres'),
    rates: [rate(13, [line('acre', '24.5', { fieldId: 1 })])],
    terms: { currency: 'USD', taxPercent: '0', taxIncluded: false },
  });
  expect(lines.map((each) => said(sentencesOf(each), language)[0])).toEqual([SAID[language]]);
  const measured = lines.flatMap(measuredBy);
  expect(measured.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(textOf(sum(measured.map((each) => decimal(each.measured))))).toBe(lines[0]?.quantity);
});

test('what has no entries behind it has none to look at: lines by hand, and old records that do not say how they came about', () => {
  const byHand = { kind: 'manual', quantity: '1', price: '80' } as const;
  expect(measuredBy({ explanation: byHand })).toEqual([]);
  expect(measuredBy({ explanation: undefined as unknown as typeof byHand })).toEqual([]);
});
