import { describe, expect, test } from 'vitest';
import { payCodeOf } from '#shared/billing/pay-code.ts';
import { partiesOf } from '#shared/billing/parties.ts';
import type { ReminderLetter } from '#shared/billing/schemas/reminder.ts';
import { LANGUAGE_IDS, type LanguageId } from '#shared/lib/languages.ts';
import { LETTER_WORDS } from '#server/billing/documents/letter-words.ts';
import { drawReminders } from '#server/billing/documents/reminder-pdf.ts';
import { reminderText } from '#server/billing/documents/reminder-text.ts';
import { type AccountStatement, drawStatement } from '#server/billing/documents/statement.ts';
import { codesOf, textsOf } from '#tests/support/pdf-codes.ts';
import { pdfPages } from '#tests/support/pdf-text.ts';

type Content = ReminderLetter['content'];
type Bill = Content['bills'][number];

const ISSUER: Content['issuer'] = {
  name: 'Müller & Söhne',
  address: 'Hauptstr. 5\n48143 Münster',
  logo: null,
  taxName: 'USt.',
  taxNumber: 'DE123456789',
  country: 'DE',
  phoneNumber: '0251 123456',
  email: 'buero@mueller.example',
  footer: 'Amtsgericht Münster, HRB 1234',
};
const CUSTOMER: Content['customer'] = {
  id: 1,
  businessName: 'Hof Süess',
  address: 'Bachweg 3\n48145 Münster',
  phoneNumber: null,
  contactName: 'Frau Süess',
  externalNumber: '1042',
};
const PAYMENT: NonNullable<Content['payment']> = {
  holder: 'Müller & Söhne GmbH',
  account: 'DE89370400440532013000',
  code: 'COBADEFFXXX',
  bankName: null,
  qrIban: null,
  hasReference: false,
  text: null,
};
const SWISS: Partial<Content> = {
  currency: 'CHF',
  issuer: {
    ...ISSUER,
    name: 'Häfliger AG',
    address: 'Dorfstrasse 7\n6206 Neuenkirch',
    street: 'Dorfstrasse 7',
    postalCode: '6206',
    town: 'Neuenkirch',
    country: 'CH',
  },
  payment: { ...PAYMENT, account: 'CH5800791123000889012', qrIban: 'CH4431999123000889012' },
};
const AMERICAN: Partial<Content> = {
  currency: 'USD',
  units: 'metric',
  issuer: { ...ISSUER, name: 'Amsler Custom Farming', address: '12 County Rd\nAmes, IA 50010', country: 'US', taxNumber: null },
  payment: { ...PAYMENT, account: '000123456789', code: '021000021' },
};

const billsOf = (count: number): Bill[] =>
  Array.from({ length: count }, (_, place) => ({
    recordId: place + 1,
    label: `2026-${131 + place}`,
    issuedOn: '2026-06-01',
    dueOn: '2026-07-01',
    grossCents: 100_000,
    openCents: 90_000,
    level: 2,
  }));

interface Wishes extends Partial<Content> {
  readonly count?: number;
  readonly level?: number;
}

/** A letter of 20 August 2026 in the usual words: 900.00 for each bill, 5.00 and 1.25 on top. */
const letterOf = ({ count = 2, level = 2, language = 'de', currency = 'EUR', ...more }: Wishes = {}): ReminderLetter => {
  const bills = billsOf(count);
  const added = { feeCents: 500, interestCents: 125 };
  const said = { language, units: 'metric', currency, country: 'DE', today: '2026-08-20', level, contactName: null, bills } as const;
  const text = reminderText({ ...said, ...added, ownText: null });
  const content = { language, units: 'metric', issuer: ISSUER, customer: CUSTOMER, payment: PAYMENT, text, currency, bills } as const;
  return { level, issuedOn: '2026-08-20', content: { ...content, ...added, ...more } };
};

const draw = async (letters: readonly ReminderLetter[], logos = new Map<string, string>()): Promise<Buffer> =>
  Buffer.from(await drawReminders(letters, logos));
const pageOf = async (letter: ReminderLetter): Promise<string> =>
  pdfPages(await draw([letter]))
    .join('\n')
    .replaceAll('\u00a0', ' ');
const sizeOf = (pdf: Buffer): number[] =>
  (/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? []).slice(1).map((text) => Math.round(Number(text)));

/** What a banking app should read. */
const codeFor = (
  { issuer, customer, currency }: Content,
  cents: number,
  number: string,
  reference: string,
  qrIban: string | null = null,
) => {
  const payment = { ...PAYMENT, ...(currency === 'CHF' ? SWISS.payment : {}), qrIban, reference };
  return payCodeOf({ ...partiesOf({ issuer, customer }), number, currency, payment, openCents: cents })?.text;
};

describe('a letter of reminder', () => {
  test('asks for all of it by the code at its foot: what is open, the fee and the interest', async () => {
    const letter = letterOf();
    expect(await codesOf(await draw([letter]))).toEqual([codeFor(letter.content, 180_625, '', '2026-131, 2026-132')]);
    expect(await pageOf(letter)).toContain('1.806,25 € zahlbar bis 30. August 2026 Kontoinhaber Müller & Söhne GmbH IBAN DE89 3704 0044');
  });

  test('of one bill has the reference of that bill, of several their numbers, as many as a transfer takes', async () => {
    const one = letterOf({ count: 1, reference: 'RF18539007547034' });
    expect(await codesOf(await draw([one]))).toEqual([codeFor(one.content, 90_625, '', 'RF18539007547034')]);
    const [code = ''] = await codesOf(await draw([letterOf({ count: 40 })]));
    const numbers = code?.split('\n')[10]?.split(', ') ?? [];
    expect(numbers.join(', ').length).toBeLessThanOrEqual(140);
    expect(numbers).toEqual(billsOf(14).map(({ label }) => label));
  });

  test('from Switzerland ends with the payment part: by the QR-IBAN for one bill, by the other account for several', async () => {
    const one = letterOf({ ...SWISS, count: 1, reference: '000000000000000002026000314' });
    const qrIban = SWISS.payment?.qrIban ?? null;
    expect(await codesOf(await draw([one]))).toEqual([codeFor(one.content, 90_625, '2026-131', '000000000000000002026000314', qrIban)]);
    const several = letterOf({ ...SWISS });
    const numbers = '2026-131, 2026-132';
    const [code] = await codesOf(await draw([several]));
    expect(code).toBe(codeFor(several.content, 180_625, numbers, numbers));
    expect(code).toContain('CH5800791123000889012');
    expect(code).toContain('NON');
    expect(await pageOf(several)).toContain("CHF 1'806.25");
  });

  test('names a day at its foot only if its words do', async () => {
    expect(await pageOf(letterOf({ level: 1 }))).not.toContain('zahlbar bis');
    expect(await pageOf(letterOf({ text: 'Bitte zahlen Sie binnen 7 Tagen.' }))).not.toContain('zahlbar bis');
    expect(await pageOf(letterOf({ level: 3 }))).toContain('zahlbar bis 30. August 2026');
  });

  test('is on the paper of the sender’s country, with the lines at its foot', async () => {
    expect(sizeOf(await draw([letterOf()]))).toEqual([595, 842]);
    const american = letterOf({ ...AMERICAN, language: 'en' });
    expect(sizeOf(await draw([american]))).toEqual([612, 792]);
    expect(await codesOf(await draw([american]))).toEqual([null]);
    expect(await pageOf(american)).toMatch(/August 20, 2026 .*Account no\. 000123456789 Routing no\. 021000021/);
    expect(await pageOf(letterOf())).toContain('Amtsgericht Münster, HRB 1234 Zweite Mahnung, Seite 1 von 1');
  });

  test('has the sender’s mark', async () => {
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
    const letter = letterOf({ issuer: { ...ISSUER, logo: 'mark.png' } });
    const has = async (names: readonly string[]): Promise<boolean> =>
      (await draw([letter], new Map(names.map((name) => [name, `data:image/png;base64,${pixel}`])))).includes('/Subtype /Image');
    expect(await has(['mark.png'])).toBe(true);
    expect(await has(['other.png'])).toBe(false);
  });

  test('keeps its page numbers among others, and the code on its first page', async () => {
    const letters = [letterOf({ count: 40, language: 'en' }), letterOf({ count: 1, language: 'en' })];
    const pdf = await draw(letters);
    const pages = await textsOf(pdf);
    expect(pages.map((page) => /page \d of \d/.exec(page)?.[0])).toEqual(['page 1 of 3', 'page 2 of 3', 'page 3 of 3', 'page 1 of 1']);
    expect((await codesOf(pdf)).map((code) => code !== null)).toEqual([true, false, false, true]);
    const rows = pages.slice(0, 3).flatMap((page) => page.match(/2026-\d+ 1 Jun 2026/g) ?? []);
    expect(rows).toHaveLength(40);
    expect(pages[2]).toMatch(/To pay €36,006\.25/);
  });
});

const statementOf = (more: Partial<AccountStatement> = {}): AccountStatement => ({
  ...letterOf().content,
  issuedOn: '2026-08-20',
  from: '2026-01-01',
  until: '2026-08-20',
  openingCents: 10_000,
  lines: [
    { kind: 'bill', label: '2026-131', happenedOn: '2026-06-01', dueOn: '2026-07-01', cents: 100_000 },
    { kind: 'credit', label: 'G-2026-1', happenedOn: '2026-06-05', dueOn: null, cents: -10_000 },
  ],
  openLabels: ['2025-9', '2026-131'],
  ages: { notDue: 0, to30: 10_000, to60: 90_000, over60: 0 },
  ...more,
});

describe('a statement of account', () => {
  test('asks for the balance by the code at its foot', async () => {
    const statement = statementOf();
    const pdf = await drawStatement(statement, undefined);
    expect(await codesOf(pdf)).toEqual([codeFor(letterOf().content, 100_000, '', '2025-9, 2026-131')]);
    expect(pdfPages(pdf)[0]?.replaceAll('\u00a0', ' ')).toMatch(/Kontoauszug .*Saldo 1\.000,00 €.*Rechnungskorrektur G-2026-1 100,00 €/);
  });

  test('of days that are past, or that is settled, asks for nothing', async () => {
    for (const more of [{ until: '2026-07-31' }, { openingCents: -100_000 }]) {
      const pdf = await drawStatement(statementOf(more), undefined);
      expect(await codesOf(pdf)).toEqual([null]);
      expect(pdfPages(pdf)[0]).not.toContain('IBAN');
    }
  });
});

test('letters and statements are in the words of each language', async () => {
  const said = (language: LanguageId) => LETTER_WORDS[language];
  for (const language of LANGUAGE_IDS) {
    const words = said(language);
    const letter = await pageOf(letterOf({ language }));
    for (const each of [words.reminders[1] ?? '', words.to, words.toPay, words.daysLate, words.fee, words.interest]) {
      expect(letter).toContain(each);
    }
    const pages = pdfPages(await drawStatement(statementOf({ language }), undefined)).join(' ');
    for (const each of [words.statement, words.opening, words.closing, words.ages.to60]) {
      expect(pages).toContain(each);
    }
  }
});
