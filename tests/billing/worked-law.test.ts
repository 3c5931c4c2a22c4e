import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { missingByLaw } from '#shared/billing/missing-by-law.ts';
import { pdfPages } from '#tests/support/pdf-text.ts';
import { toPdf } from '#tests/support/draw-pdf.ts';
import { billOf, documentOfLaw, recordOf } from './law-documents.ts';
import { type WorkedLaw, WORKED_LAW } from './worked-law.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../docs/billing-law.md'), 'utf8');
const CASES = WORKED_LAW.map((law) => [law.name, law] as const);

/** What people read on the paper, on one line. */
const paperOf = async (law: WorkedLaw): Promise<string> =>
  pdfPages(await toPdf(documentOfLaw(law), { hasAnnex: false }))
    .join(' ')
    .replaceAll(/\s+/g, ' ');

describe('a worked bill of each country', () => {
  test.each(CASES)('%s: comes to what was worked out', (_, law) => {
    const { netCents, taxCents, grossCents } = billOf(law);
    expect([netCents, taxCents, grossCents]).toEqual(law.totals);
  });

  test.each(CASES)('%s: has on its paper what its law asks for', async (_, law) => {
    const paper = await paperOf(law);
    expect(
      law.asked.filter(([, , words]) => !paper.includes(words)).map(([what, article, words]) => `${article}, ${what}: ${words}`),
    ).toEqual([]);
  });

  test.each(CASES)('%s: lacks nothing that the law asks for', (_, law) => {
    expect(missingByLaw(recordOf(law).content)).toEqual([]);
  });

  test.each(CASES)('%s: is in the document, with each article and its place', (name, { asked, totals }) => {
    const section = DOCUMENT.split('\n### ').find((part) => part.split('\n')[0] === name) ?? '';
    const rows = section.split('\n').filter((line) => line.startsWith('|'));
    const missing = asked.filter(
      ([what, article, words]) => !rows.some((row) => [what, article, `\`${words}\``].every((each) => row.includes(each))),
    );
    expect(missing).toEqual([]);
    const written = totals.map((cents) => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }));
    expect(written.filter((amount) => !section.includes(amount))).toEqual([]);
  });

  test('a Swiss seller who is not registered says nothing of the tax', async () => {
    const law = WORKED_LAW.find(({ name }) => name === 'Switzerland, not registered');
    expect(law && (await paperOf(law))).not.toMatch(/MWST|Mehrwertsteuer|Steuer/i);
  });

  test('a rate that nobody pays is on no paper', async () => {
    for (const law of WORKED_LAW.filter(({ totals: [, tax] }) => tax === 0)) {
      expect(await paperOf(law)).not.toMatch(/\b0 ?%/);
    }
  });
});
