import type * as z from 'zod/mini';
import { costRateEndpoints, costRateWords } from '#shared/billing/schemas/cost-rate.ts';
import { rateEndpoints, rateWords } from '#shared/billing/schemas/rate.ts';
import { ofEachCollection } from '#shared/domain/changes.ts';
import { offlineKinds, offlineWords } from '#shared/domain/offline-kinds.ts';
import { collectionOf, KEPT_COLLECTIONS, kindOfCollection } from '#shared/kinds/spellings.ts';
import { capital } from '#shared/capital.ts';
import type { FieldWords, KindWords } from '#shared/lib/words.ts';

type Named = readonly [schema: z.core.$ZodType, name: string, description: string];
type Calls = Readonly<Record<'get' | 'create' | 'update', { readonly response: z.ZodMiniType; readonly body?: z.ZodMiniType }>>;

interface Kind {
  /** Its name in the document: `CustomDataField`. */
  readonly noun: string;
  readonly calls: Calls;
  readonly words: KindWords;
}

/** The kinds that are described next to their schemas. */
const KINDS: readonly Kind[] = [
  ...KEPT_COLLECTIONS.map(kindOfCollection).map((kind) => ({
    noun: capital(kind),
    calls: offlineKinds[collectionOf(kind)],
    words: offlineWords[kind],
  })),
  { noun: 'Rate', calls: rateEndpoints, words: rateWords },
  { noun: 'CostRate', calls: costRateEndpoints, words: costRateWords },
];

export const CHANGE = 'Fields that are left out stay as they are.';

/** The schemas of every kind, by name. */
export const KIND_SCHEMAS: readonly Named[] = KINDS.flatMap(({ noun, calls, words }): Named[] => [
  [calls.get.response, noun, words.record],
  ...(calls.create.body ? [[calls.create.body, `${noun}Input`, words.input] as const] : []),
  ...(calls.update.body ? [[calls.update.body, `${noun}Patch`, `${words.patch} ${CHANGE}`] as const] : []),
]);

/** Descriptions of the fields of each kind, under `Noun.field`. */
export const KIND_FIELDS: readonly (readonly [field: string, words: FieldWords])[] = KINDS.flatMap(({ noun, words }) =>
  Object.entries(words.fields).map(([field, said]) => [`${noun}.${field}`, said] as const),
);

/** Title and description of the calls of each kind. */
export const KIND_GROUPS = {
  ...ofEachCollection((collection) => offlineWords[kindOfCollection(collection)].group),
  rates: rateWords.group,
  costRates: costRateWords.group,
};
