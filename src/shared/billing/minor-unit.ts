/** Currencies of which nothing smaller than one can be paid (ISO 4217, minor unit 0). Not asked of `Intl`, whose answer depends on its release. */
const WHOLE: ReadonlySet<string> = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '));

/** Currencies that are written with thousandths. Their amounts come to hundredths, as all others. */
const THOUSANDTHS: ReadonlySet<string> = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

/** The smallest amount that can be paid, in cents (hundredths of any currency): 100 of yen, else 1. Lines, discounts and taxes come to multiples of it. */
export const smallestCents = (currency: string): number => (WHOLE.has(currency) ? 100 : 1);

/** With how many decimals an amount is shown: never one of yen, but both of an old bill that came to a part of one. `text` is the plain decimal. */
export const shownDecimals = (currency: string, text: string): number =>
  THOUSANDTHS.has(currency) ? 3 : WHOLE.has(currency) && !/\.\d*[1-9]/.test(text) ? 0 : 2;
