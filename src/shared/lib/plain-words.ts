/** A name for comparisons: lower case, without accents and umlauts. 'Häckseln' becomes 'hackseln', 'Pulverización' 'pulverizacion'. */
export const plainWords = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
