import type { UnitSystem } from '#shared/domain/units.ts';

/** Where paper is US letter; elsewhere it is A4 (CLDR, supplemental data `paperSize`). */
const LETTER = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '));

export type PaperSize = 'A4' | 'LETTER';

/** The paper of a country; where that is not known, the paper that goes with the units. */
export const paperSizeOf = (country: string | null, units: UnitSystem): PaperSize =>
  (country === null ? units === 'us' : LETTER.has(country)) ? 'LETTER' : 'A4';
