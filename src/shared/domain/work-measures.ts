import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { plainWords } from '#shared/lib/plain-words.ts';

/** What work is counted in, besides hours and fuel. */
export type WorkMeasure = 'area' | 'loads' | 'bales';

/**
 * Parts of names of services in English, German and Spanish, as `plainWords` writes them, and what such work is counted in. Long enough not
 * to occur in other words by chance: 'rake' and 'raking', because 'rak' is in Traktor.
 */
const KINDS: readonly { readonly counts: readonly WorkMeasure[]; readonly words: readonly string[] }[] = [
  {
    counts: ['area'],
    words: ['mow', 'mahen', 'mahd', 'siega', 'segado', 'swath', 'schwad', 'rake', 'raking', 'tedd', 'rastrill', 'hilera'],
  },
  { counts: ['area'], words: ['plant', 'seed', 'sowing', 'drill', 'saat', 'saen', 'siembra', 'sembra'] },
  { counts: ['area'], words: ['till', 'plow', 'plough', 'disking', 'discing', 'harrow', 'cultivat', 'mulch', 'shred'] },
  { counts: ['area'], words: ['pflug', 'egge', 'grubb', 'bodenbearbeitung', 'scheibe', 'labranza', 'arado', 'rastra', 'cultivo'] },
  { counts: ['area'], words: ['spray', 'spritz', 'pflanzenschutz', 'pulveriz', 'fumig', 'fertili', 'dungung', 'dungen', 'kalk', 'liming'] },
  {
    counts: ['area', 'loads'],
    words: ['harvest', 'combin', 'chop', 'ernte', 'dresch', 'drusch', 'hacksel', 'cosecha', 'trilla', 'picado'],
  },
  {
    counts: ['area', 'loads'],
    words: ['spread', 'manure', 'slurry', 'ausbring', 'streu', 'gulle', 'stallmist', 'esparc', 'estiercol', 'purin'],
  },
  { counts: ['loads'], words: ['haul', 'trucking', 'transport', 'abfahr', 'acarre', 'flete'] },
  {
    counts: ['bales'],
    words: ['bale', 'baling', 'wrapping', 'pressen', 'ballen', 'wickel', 'empac', 'enfard', 'fardo', 'pacas', 'encint'],
  },
];

const ORDER: readonly WorkMeasure[] = ['area', 'loads', 'bales'];

/** What work of this name is counted in, in any of the app's languages; undefined if the name tells nothing. */
export const measuresOfWork = (serviceName: string): WorkMeasure[] | undefined => {
  const name = plainWords(serviceName);
  const found = new Set(KINDS.filter(({ words }) => words.some((word) => name.includes(word))).flatMap(({ counts }) => counts));
  return found.size === 0 ? undefined : ORDER.filter((measure) => found.has(measure));
};

/** Names of an organization's own number fields that hold a measure, as `plainWords` writes them, without anything in brackets. */
const FIELD_NAMES: Record<Exclude<WorkMeasure, 'loads'>, ReadonlySet<string>> = {
  area: new Set([
    'acres',
    'acre',
    'ac',
    'acreage',
    'acre count',
    'acres covered',
    'area',
    'hectares',
    'hectare',
    'ha',
    'hectares covered',
    'hektar',
    'flache',
    'bearbeitete flache',
    'hectareas',
    'superficie',
    'superficie trabajada',
  ]),
  bales: new Set(['bales', 'bale', 'ballen', 'pacas', 'fardos']),
};

/** Whether the field is one of the organization's own for this measure, judged by its name. Loads have a system field. */
export const holdsMeasure = (
  { name, fieldType, isSystem }: Pick<CustomDataField, 'name' | 'fieldType' | 'isSystem'>,
  measure: keyof typeof FIELD_NAMES,
): boolean => !isSystem && fieldType === 'number' && FIELD_NAMES[measure].has(plainWords(name.replace(/[([].*$/, '').trim()));
