/** How long the IBANs of a country are (ISO 13616, the registry of SWIFT). */
const LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 ' +
    'FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 ' +
    'MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 ' +
    'SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
);

const SHAPE = /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/;

/** Without spaces and hyphens, in capitals: as a computer reads it. */
export const compactIban = (text: string): string => text.replaceAll(/[\s-]+/g, '').toUpperCase();

/**
 * The remainder (mod 97) of the number that an IBAN or a creditor reference is, its first four characters moved to the end and letters as
 * numbers from 10; 1 in a right one.
 */
export const remainderOf = (iban: string): number =>
  Array.from(iban.slice(4) + iban.slice(0, 4)).reduce((rest, sign) => Number(`${rest}${Number.parseInt(sign, 36)}`) % 97, 0);

/** The country of an account, ISO 3166-1; null if the text is no right IBAN. */
export const ibanCountry = (text: string): string | null => {
  const compact = compactIban(text);
  const country = compact.slice(0, 2);
  const isRight = SHAPE.test(compact) && (LENGTHS[country] ?? compact.length) === compact.length && remainderOf(compact) === 1;
  return isRight ? country : null;
};

/** Whether it is an IBAN whose check digits and length are right; spaces and small letters do not matter. */
export const isIban = (text: string): boolean => ibanCountry(text) !== null;

/** Whether it looks like an IBAN and cannot be one: somebody has mistyped it. Account numbers of other kinds are never wrong here. */
export const isMistypedIban = (text: string): boolean => SHAPE.test(compactIban(text)) && !isIban(text);

/** An IBAN in groups of four, as it is printed; any other number as it was typed. */
export const formatIban = (text: string): string => (isIban(text) ? (compactIban(text).match(/.{1,4}/g) ?? []).join(' ') : text);

/**
 * Whether it is a QR-IBAN of Switzerland or Liechtenstein: the bank's number (IID) is from 30000 to 31999, and payments to it need a QR
 * reference (Swiss Implementation Guidelines QR-bill).
 */
export const isQrIban = (text: string): boolean => {
  const country = ibanCountry(text);
  const bank = Number(compactIban(text).slice(4, 9));
  return (country === 'CH' || country === 'LI') && bank >= 30_000 && bank <= 31_999;
};
