const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/;

const compactOf = (text: string): string => text.replaceAll(/[\s-]+/g, '').toUpperCase();

/** The remainder of an IBAN's number, its first four characters moved to the end and letters as numbers from 10; 1 in a right one. */
const remainderOf = (iban: string): number =>
  Array.from(iban.slice(4) + iban.slice(0, 4)).reduce((rest, sign) => Number(`${rest}${Number.parseInt(sign, 36)}`) % 97, 0);

/** Whether it looks like an IBAN and cannot be one: somebody has mistyped it. Account numbers of other kinds are never wrong here. */
export const isMistypedIban = (text: string): boolean => {
  const compact = compactOf(text);
  return IBAN.test(compact) && remainderOf(compact) !== 1;
};

/** An IBAN in groups of four, as it is printed; any other number as it was typed. */
export const accountWords = (text: string): string => {
  const compact = compactOf(text);
  return IBAN.test(compact) && remainderOf(compact) === 1 ? (compact.match(/.{1,4}/g) ?? []).join(' ') : text;
};
