/** What was agreed about paying, as far as it is said. */
export interface SaidTerms {
  readonly paymentDays?: number;
  /** As decimal text. */
  readonly discountPercent?: string;
  readonly discountDays?: number;
}

const percentOf = (text: string): string => text.replace(',', '.');

const AMERICAN = /^(?<percent>\d+(?:[.,]\d+)?)\s*(?:%\s*|\/\s*)(?<days>\d+)\s*,?\s*n(?:et)?\s*\/?\s*(?<net>\d+)$/i;
/** '14 Tage 2 % Skonto, 30 Tage netto' */
const GERMAN = /^(?<days>\d+)\D+?(?<percent>\d+(?:[.,]\d+)?)\s*%\D*?(?<net>\d+)\D*$/;

const AT_ONCE = /receipt|immediate|sofort|contado/i;

/** The terms in a cell: 'Net 30' and '30 Tage', '2% 10 Net 30' and '14 Tage 2 % Skonto, 30 Tage netto'; undefined: none can be read. */
export const termsOfCell = (text: string): SaidTerms | undefined => {
  const { percent, days, net } = (AMERICAN.exec(text.trim()) ?? GERMAN.exec(text.trim()))?.groups ?? {};
  if (percent !== undefined && days !== undefined && net !== undefined) {
    return { paymentDays: Number(net), discountPercent: percentOf(percent), discountDays: Number(days) };
  }
  if (AT_ONCE.test(text)) {
    return { paymentDays: 0 };
  }
  const [first] = /\d+/.exec(text) ?? [];
  return first === undefined ? undefined : { paymentDays: Number(first) };
};
