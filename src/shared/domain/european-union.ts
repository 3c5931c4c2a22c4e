/** Member states, as ISO 3166 codes. */
const MEMBERS = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

export const isInUnion = (country: string | null): boolean => country !== null && MEMBERS.includes(country);
