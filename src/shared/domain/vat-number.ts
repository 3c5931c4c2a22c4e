/** What follows the letters of the country in a VAT number (European Commission, VIES; HMRC; Swiss UID register), and an example. */
const SHAPES: Readonly<Record<string, readonly [rest: RegExp, example: string]>> = {
  AT: [/^U\d{8}$/, 'ATU12345678'],
  BE: [/^[01]\d{9}$/, 'BE0123456789'],
  BG: [/^\d{9,10}$/, 'BG123456789'],
  CH: [/^E\d{9}(MWST|TVA|IVA|VAT)?$/, 'CHE-123.456.789 MWST'],
  CY: [/^\d{8}[A-Z]$/, 'CY12345678A'],
  CZ: [/^\d{8,10}$/, 'CZ12345678'],
  DE: [/^\d{9}$/, 'DE123456789'],
  DK: [/^\d{8}$/, 'DK12345678'],
  EE: [/^\d{9}$/, 'EE123456789'],
  EL: [/^\d{9}$/, 'EL123456789'],
  ES: [/^(?=.*\d)[A-Z0-9]\d{7}[A-Z0-9]$/, 'ESB12345678'],
  FI: [/^\d{8}$/, 'FI12345678'],
  FR: [/^[A-Z0-9]{2}\d{9}$/, 'FR12345678901'],
  GB: [/^(\d{9}|\d{12}|(GD|HA)\d{3})$/, 'GB123456789'],
  HR: [/^\d{11}$/, 'HR12345678901'],
  HU: [/^\d{8}$/, 'HU12345678'],
  IE: [/^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/, 'IE6388047V'],
  IT: [/^\d{11}$/, 'IT12345678901'],
  LT: [/^(\d{9}|\d{12})$/, 'LT123456789'],
  LU: [/^\d{8}$/, 'LU12345678'],
  LV: [/^\d{11}$/, 'LV12345678901'],
  MT: [/^\d{8}$/, 'MT12345678'],
  NL: [/^\d{9}B\d{2}$/, 'NL123456789B01'],
  PL: [/^\d{10}$/, 'PL1234567890'],
  PT: [/^\d{9}$/, 'PT123456789'],
  RO: [/^\d{2,10}$/, 'RO1234567890'],
  SE: [/^\d{12}$/, 'SE123456789001'],
  SI: [/^\d{8}$/, 'SI12345678'],
  SK: [/^\d{10}$/, 'SK1234567890'],
};

/** More letters than a country and a mark of its own are a word: 'SIREN 123 456 789'. */
const MOST_LETTERS = 3;

/**
 * What a VAT number of its country looks like, where this one begins with the country's letters and looks otherwise; null: nothing to
 * object to. Tax numbers of other kinds, which begin otherwise, are whatever their office makes them. For a hint, never for a refusal.
 */
export const vatNumberLike = (text: string): string | null => {
  const compact = text.replaceAll(/[\s.-]+/g, '').toUpperCase();
  const [letters = ''] = /^[A-Z]*/.exec(compact) ?? [];
  const shape = SHAPES[compact.slice(0, 2)];
  return letters.length < 2 || letters.length > MOST_LETTERS || shape === undefined || shape[0].test(compact.slice(2)) ? null : shape[1];
};
