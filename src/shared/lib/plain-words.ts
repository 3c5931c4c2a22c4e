/** A name for comparing: lower case, without accents and umlauts. 'Häckseln' is 'hackseln', 'Pulverización' is 'pulverizacion'. */
export const plainWords = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
