import { ENTITIES, type Entity, type KindName, kindOf, KINDS, OFFLINE_KINDS, type OfflineKind } from './registry.ts';

/** `customDataField` with a separator between its words: `custom_data_field`. */
type Separated<Name extends string, By extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `${By}${Lowercase<First>}`}${Separated<Rest, By>}`
  : '';

/** `customDataFields`: the name of the kind's lists in the contract, on devices and in exports. */
export type CollectionOf<N extends KindName> = {
  [K in N]: (typeof KINDS)[K] extends { readonly plural: infer Plural extends string } ? Plural : `${K}s`;
}[N];
/** `custom_data_field`: the name of the kind in the history. */
export type AuditedOf<N extends KindName> = Separated<N, '_'>;
/** `custom-data-fields`: its name in addresses. */
export type PathOf<N extends KindName> = Separated<CollectionOf<N>, '-'>;

const separated = (name: string, by: string): string => name.replace(/[A-Z]/g, (letter) => by + letter.toLowerCase());

export const collectionOf = <N extends KindName>(name: N): CollectionOf<N> => (kindOf(name).plural ?? `${name}s`) as CollectionOf<N>;
export const auditedOf = <N extends KindName>(name: N): AuditedOf<N> => separated(name, '_') as AuditedOf<N>;
/** `custom_data_fields`: its table. */
export const tableOf = (name: KindName): string => separated(collectionOf(name), '_');
export const pathOf = <N extends KindName>(name: N): PathOf<N> => separated(collectionOf(name), '-') as PathOf<N>;

/** The lists that devices keep, besides the organization itself. */
export type KeptCollection = CollectionOf<OfflineKind & Entity>;
export const KEPT_COLLECTIONS: readonly KeptCollection[] = ENTITIES.filter((name): name is OfflineKind & Entity =>
  OFFLINE_KINDS.some((each) => each === name),
).map(collectionOf);

/** The name of a kind's list on devices; undefined: they keep none. */
export const keptAs = (name: KindName): CollectionOf<OfflineKind> | undefined =>
  OFFLINE_KINDS.filter((each) => each === name).map(collectionOf)[0];

const byName = (spell: (name: KindName) => string): ReadonlyMap<string, KindName> =>
  new Map((Object.keys(KINDS) as KindName[]).map((name) => [spell(name), name]));
const BY_COLLECTION = byName(collectionOf);
const BY_AUDITED = byName(auditedOf);

type KindOfCollection<C> = { [N in KindName]: CollectionOf<N> extends C ? N : never }[KindName];

/** The kind of a list. */
export const kindOfCollection = <C extends CollectionOf<KindName>>(collection: C): KindOfCollection<C> =>
  BY_COLLECTION.get(collection) as KindOfCollection<C>;
/** The kind that the history calls by this name. */
export const kindOfAudited = (audited: AuditedOf<KindName>): KindName => BY_AUDITED.get(audited) as KindName;
