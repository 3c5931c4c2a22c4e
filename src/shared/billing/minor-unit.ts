/** Currencies without a minor unit (ISO 4217). Not asked of `Intl`, whose answer depends on its version. */
const WHOLE: ReadonlySet<string> = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '));

/** Currencies that are written with thousandths. Their amounts are rounded to hundredths, like all others. */
const THOUSANDTHS: ReadonlySet<string> = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

/**
 * The smallest payable amount, in cents (hundredths of any currency): 100 for yen, else 1. Lines, discounts and taxes are multiples of it.
 */
export const smallestCents = (currency: string): number => (WHOLE.has(currency) ? 100 : 1);

/**
 * The number of decimals that an amount is shown with: none for yen, but two for an old bill with a fraction of one. `text` is the plain
 * decimal.
 */
export const shownDecimals = (currency: string, text: string): number =>
  THOUSANDTHS.has(currency) ? 3 : WHOLE.has(currency) && !/\.\d*[1-9]/.test(text) ? 0 : 2;
