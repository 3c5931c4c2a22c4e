// OWASP, "CSV injection"; the full-width signs of East Asian keyboards too.
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** The words with an apostrophe before them where a spreadsheet would run them as a formula. */
export const notFormula = (words: string): string => (FORMULA.test(words) ? `'${words}` : words);
