import { describe, expect, test } from 'vitest';
import type { BillingDocument } from '#shared/billing/document.ts';
import { annexOf } from '#shared/billing/annex.ts';
import { computeBill } from '#shared/billing/compute-bill.ts';
import type { BilledEntry } from '#shared/billing/schemas/billing-record.ts';
import type { JobSummary } from '#shared/domain/job-summary.ts';
import { toPdf } from '#tests/support/draw-pdf.ts';
import { pdfPages } from '#tests/support/pdf-text.ts';
import { documentOfBill } from './en16931/kinds.ts';
import { entry, fuel, line, rate } from './make.ts';

const FUEL = { customer: fuel('customer'), billed: fuel('billed', { price: '1.50' }) };

interface Given {
  readonly entries: readonly Partial<BilledEntry>[];
  readonly fuelKind?: keyof typeof FUEL;
  readonly quantities?: JobSummary[];
}

/** A bill by the hour of these entries, in German. */
const documentOf = ({ entries, fuelKind = 'customer', quantities = [] }: Given): BillingDocument => {
  const billed = entries.map((given, place) => ({ ...entry(place + 1, { totalHours: 4, ...given }), ...nobody, ...given }));
  const rates = [1, 2].map((serviceTypeId) => rate(serviceTypeId, [line('hour', '80')], { serviceTypeId, fuel: FUEL[fuelKind] }));
  const terms = { currency: 'EUR', taxPercent: '19', taxIncluded: false };
  const jobs = [...new Set(billed.map(({ jobId }) => jobId))].map((id) => ({ id, name: `Schlag ${id}` }));
  const bill = computeBill({ entries: billed, rates, fields: [], terms });
  return documentOfBill(bill, 'bill', { entries: billed, jobs, quantities }, 'de');
};
const nobody = { equipmentNames: [] as string[], operatorNames: [] as string[], implementName: null, notes: null, photos: [] as string[] };
const pagesOf = async (document: BillingDocument, hasNotes = false) =>
  pdfPages(await toPdf(document, { hasAnnex: true, hasNotes })).slice(1);

const LONG = 'Ganzpflanzensilage häckseln mit Begleitung und Abfuhr nach Absprache';
const season: Given = {
  entries: Array.from({ length: 300 }, (_, place) => ({
    date: `2025-0${1 + (place % 9)}-${String(1 + (place % 28)).padStart(2, '0')}`,
    serviceTypeName: LONG,
    equipmentNames: ['Claas Jaguar 970', 'Krone BiG X 780'],
    operatorNames: ['Maximilian Oberhuber-Lang'],
    totalHours: 1 + (place % 8) / 4,
    loads: place % 12,
    notes: `Geheim ${place}`,
  })),
};

describe('the annex', () => {
  test('of 300 entries takes at most twelve pages, and every page has its heads and its number', async () => {
    const pages = await pagesOf(documentOf(season));
    expect(pages.length).toBeLessThanOrEqual(12);
    for (const [place, page] of pages.entries()) {
      expect(page).toContain('Datum Leistung Maschine Fahrer Fuhren Stunden');
      expect(page).toContain(`Seite ${place + 2} von ${pages.length + 1}`);
    }
    const all = pages.join(' ');
    // No cell has two lines, and the service is written once: with its first entry, and with its sums.
    expect(all.match(/Claas Jaguar 970 \+1 Maximilian Oberhuber/g)).toHaveLength(300);
    expect(all.match(/Ganzpflanzensilage/g)).toHaveLength(2);
    expect(all).toMatch(/, 300 Einträge 1\.650 560,50/);
  });

  test('has numbers with the same decimals below each other, and what they add up to', async () => {
    const [page = ''] = await pagesOf(documentOf({ entries: [{ totalHours: 4 }, { totalHours: 1.25 }, { totalHours: 40.1 }] }));
    expect(page).toMatch(/4,00 .*1,25 .*40,10 .*3 Einträge 45,35/);
  });

  test('has its columns in the same order, whatever the first entry lacks', () => {
    const entries = [{ customFieldValues: { Ballen: 1 } }, { billableHours: 3 }];
    expect(annexOf(documentOf({ entries }))[0]?.columns.map(({ label }) => label)).toEqual(['Stunden', 'Abrechenbare Stunden', 'Ballen']);
  });

  test('adds up no field that the summary of the job does not add up', () => {
    const entries = [12, 14].map((percent) => ({ customFieldValues: { 'Feuchte %': percent, Ballen: percent } }));
    const totals = [{ key: 'custom:Ballen', label: 'Ballen', unit: '', total: 26 }];
    const quantities = [{ jobId: 1, groups: [{ serviceTypeId: 1, serviceTypeName: 'Service 1', entryCount: 2, totals }] }];
    const [group] = annexOf(documentOf({ entries, quantities }));
    expect(group?.columns.map(({ label, total }) => [label, total])).toEqual([
      ['Stunden', '8'],
      ['Feuchte %', null],
      ['Ballen', '26'],
    ]);
  });

  test('is grouped by job, in the order of the bill, and by service', () => {
    const entries = [{ jobId: 2, serviceTypeId: 2 }, { jobId: 1, date: '2025-06-03' }, { jobId: 2 }, { jobId: 1, date: '2025-06-01' }];
    const document = documentOf({ entries: entries.map((each) => ({ ...each, serviceTypeName: `Arbeit ${each.serviceTypeId ?? 1}` })) });
    expect(annexOf(document).map(({ jobName, serviceName, entries: own }) => [jobName, serviceName, own.map(({ date }) => date)])).toEqual([
      ['Schlag 2', 'Arbeit 1', ['2025-06-01']],
      ['Schlag 2', 'Arbeit 2', ['2025-06-01']],
      ['Schlag 1', 'Arbeit 1', ['2025-06-01', '2025-06-03']],
    ]);
  });

  test('leaves out what drivers noted unless it is asked for', async () => {
    const document = documentOf({ entries: [{ notes: 'Tor war offen' }] });
    expect((await pagesOf(document)).join()).not.toContain('Tor war offen');
    expect((await pagesOf(document, true)).join()).toContain('Tor war offen');
  });

  test('leaves out fuel that nobody is billed for', async () => {
    const entries = [{ fuel: 55 }];
    expect((await pagesOf(documentOf({ entries }))).join()).not.toContain('55');
    expect((await pagesOf(documentOf({ entries, fuelKind: 'billed' }))).join()).toMatch(/Kraftstoff \(L\).*55/);
  });

  test('says numbers for which a page has no column below their entry', async () => {
    const customFieldValues = Object.fromEntries(Array.from({ length: 9 }, (_, place) => [`Feld ${place}`, place + 100]));
    const [page = ''] = await pagesOf(documentOf({ entries: [{ customFieldValues }] }));
    expect(page).toContain('Feld 7 107 · Feld 8 108');
  });
});
