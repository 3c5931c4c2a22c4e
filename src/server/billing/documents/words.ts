import type { BillingDocument, DocumentStatus } from '#shared/billing/document.ts';
import type { Basis } from '#shared/billing/schemas/rate.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import { writtenIn } from './numbers.ts';

const EN = {
  record: 'Billing record',
  reversal: 'Reversal of {number}, {date}',
  void: 'VOID',
  voided: 'Voided by {number}',
  billedTo: 'Billed to',
  job: 'Job',
  due: 'Due',
  service: 'Service',
  quantity: 'Quantity',
  rate: 'Rate',
  amount: 'Amount',
  discount: 'Discount',
  fuel: 'Fuel',
  surcharge: 'Fuel surcharge',
  subtotal: 'Subtotal',
  tax: 'Tax',
  ofAmount: '{percent}% on {amount}',
  included: '{percent}% included in {amount}',
  total: 'Total due',
  workDone: 'Work done',
  unpriced: 'Work without a price',
  date: 'Date',
  equipment: 'Equipment',
  operator: 'Operator',
  sum: 'Total',
  photos: 'Photos',
  page: 'Page {page} of {pages}',
  frozen: 'Billing records are numbered and do not change once issued.',
};
export type DocumentWords = Readonly<typeof EN>;

/** The words of a printed bill. */
export const DOCUMENT_WORDS: Readonly<Record<LanguageId, DocumentWords>> = {
  en: EN,
  de: {
    record: 'Rechnung',
    reversal: 'Storno zu {number} vom {date}',
    void: 'STORNIERT',
    voided: 'Storniert durch {number}',
    billedTo: 'Rechnung an',
    job: 'Auftrag',
    due: 'Fällig',
    service: 'Leistung',
    quantity: 'Menge',
    rate: 'Preis',
    amount: 'Betrag',
    discount: 'Nachlass',
    fuel: 'Kraftstoff',
    surcharge: 'Kraftstoffzuschlag',
    subtotal: 'Zwischensumme',
    tax: 'Steuer',
    ofAmount: '{percent} % auf {amount}',
    included: '{percent} % enthalten in {amount}',
    total: 'Gesamtbetrag',
    workDone: 'Ausgeführte Arbeiten',
    unpriced: 'Arbeiten ohne Preis',
    date: 'Datum',
    equipment: 'Maschine',
    operator: 'Fahrer',
    sum: 'Summe',
    photos: 'Fotos',
    page: 'Seite {page} von {pages}',
    frozen: 'Rechnungen sind fortlaufend nummeriert und werden nach der Ausstellung nicht geändert.',
  },
  es: {
    record: 'Factura',
    reversal: 'Anulación de {number} del {date}',
    void: 'ANULADA',
    voided: 'Anulada por {number}',
    billedTo: 'Facturado a',
    job: 'Trabajo',
    due: 'Vencimiento',
    service: 'Servicio',
    quantity: 'Cantidad',
    rate: 'Tarifa',
    amount: 'Importe',
    discount: 'Descuento',
    fuel: 'Combustible',
    surcharge: 'Recargo por combustible',
    subtotal: 'Subtotal',
    tax: 'Impuesto',
    ofAmount: '{percent} % sobre {amount}',
    included: '{percent} % incluido en {amount}',
    total: 'Total a pagar',
    workDone: 'Trabajo realizado',
    unpriced: 'Trabajo sin precio',
    date: 'Fecha',
    equipment: 'Máquina',
    operator: 'Operador',
    sum: 'Total',
    photos: 'Fotos',
    page: 'Página {page} de {pages}',
    frozen: 'Las facturas se numeran de forma correlativa y no cambian una vez emitidas.',
  },
};

/** The title of a reversal: which bill it voids, and the date of that bill. */
export const reversalWords = (
  { language, units, currency }: Pick<BillingDocument, 'language' | 'units' | 'currency'>,
  { reverses, reversesIssuedOn }: Extract<DocumentStatus, { kind: 'reversal' }>,
): string =>
  filled(DOCUMENT_WORDS[language].reversal, { number: reverses, date: writtenIn(language, units, currency).longDay(reversesIssuedOn) });

/** The words with values in their placeholders. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

type UnitWords = Readonly<Partial<Record<Basis, string>>>;

/** Short units of quantities; for tons, fuel and the organization's own fields see `unit` of the line. */
export const UNIT_WORDS: Readonly<Record<LanguageId, UnitWords>> = {
  en: {
    hour: 'hrs',
    billableHour: 'hrs',
    load: 'loads',
    acre: 'ac',
    hectare: 'ha',
    ton: 't',
    bale: 'bales',
    mile: 'mi',
    kilometre: 'km',
    piece: 'pcs',
    flat: 'flat',
  },
  de: {
    hour: 'Std.',
    billableHour: 'Std.',
    load: 'Fuhren',
    acre: 'ac',
    hectare: 'ha',
    ton: 't',
    bale: 'Ballen',
    mile: 'mi',
    kilometre: 'km',
    piece: 'Stk.',
    flat: 'pauschal',
  },
  es: {
    hour: 'h',
    billableHour: 'h',
    load: 'viajes',
    acre: 'ac',
    hectare: 'ha',
    ton: 't',
    bale: 'pacas',
    mile: 'mi',
    kilometre: 'km',
    piece: 'uds.',
    flat: 'fijo',
  },
};

const MEASURED: Readonly<Record<string, Basis>> = { hrs: 'hour', loads: 'load' };

/** The unit of an entry's own number, as the specification writes it, in the language of the bill. */
export const measuredIn = (unit: string, language: LanguageId): string => {
  const basis = MEASURED[unit];
  return basis === undefined ? unit : (UNIT_WORDS[language][basis] ?? unit);
};
