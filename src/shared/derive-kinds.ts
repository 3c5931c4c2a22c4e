import type * as z from 'zod/mini';
import { contract } from '#shared/contract.ts';
import { type Collection, ofEachCollection } from '#shared/domain/changes.ts';
import { recordFields } from '#shared/domain/fields.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { firstValues } from '#shared/entities/first-values.ts';
import { namedKinds } from '#shared/entities/ids.ts';
import type { Entity } from '#shared/kinds/registry.ts';

type Schema = z.core.$ZodType;
type Fields = Readonly<Record<string, Schema>>;

const defOf = ({ _zod: { def } }: Schema): z.core.$ZodTypes['_zod']['def'] => def as z.core.$ZodTypes['_zod']['def'];

/** The schemas that a schema consists of, besides the fields of an object. */
const partsOf = (schema: Schema): readonly Schema[] => {
  const def = defOf(schema);
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return [def.innerType];
    case 'array':
      return [def.element];
    case 'pipe':
      return [def.in, def.out];
    case 'union':
      return def.options;
    case 'record':
      return [def.valueType];
    default:
      return [];
  }
};

const fieldsOf = (schema: Schema): Fields => {
  const def = defOf(schema);
  return def.type === 'object' ? def.shape : {};
};

const kindWithin = (schema: Schema): Entity | undefined =>
  namedKinds.get(schema)?.kind ??
  partsOf(schema)
    .map(kindWithin)
    .find((kind) => kind !== undefined);

/** Maps the name of each field, however deep, to the kind of record that it names. Throws if two fields of the same name mean two kinds. */
const note = (found: Map<string, Entity>, schema: Schema): void => {
  for (const part of partsOf(schema)) {
    note(found, part);
  }
  for (const [name, field] of Object.entries(fieldsOf(schema))) {
    const kind = kindWithin(field);
    // What a plain `id` identifies depends on where it is.
    if (kind !== undefined && name !== 'id') {
      if ((found.get(name) ?? kind) !== kind) {
        throw new Error(`${name} names a ${kind} here and a ${found.get(name)} elsewhere: call one of them otherwise.`);
      }
      found.set(name, kind);
    }
    note(found, field);
  }
};

const schemasOf = ({ body, response }: Endpoint): readonly Schema[] =>
  [body, response].filter((part): part is z.ZodMiniType<Record<string, unknown>> => typeof part === 'object' && part !== null);

/** Which fields of the contract name a record, and of which kind: those made by `idOf` and `storedIdOf`. */
export const references = (): Record<string, Entity> => {
  const found = new Map<string, Entity>();
  for (const endpoint of Object.values(contract).flatMap((group): Endpoint[] => Object.values(group))) {
    for (const schema of schemasOf(endpoint)) {
      note(found, schema);
    }
  }
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

/** The initial value of a field: the empty value of its type, unless `firstly` sets another. */
const firstValueOf = (schema: Schema): unknown => {
  const said = firstValues.get(schema);
  const def = defOf(schema);
  if (said !== undefined) {
    return said.value;
  }
  switch (def.type) {
    case 'string':
      return '';
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'record':
      return {};
    case 'enum':
      return Object.values(def.entries)[0];
    default:
      return null;
  }
};

/** A record as nobody has filled it in yet, for each kind that devices keep, without the fields that every record has. */
export const blanks = (): Record<Collection, Record<string, unknown>> =>
  ofEachCollection((collection) =>
    Object.fromEntries(
      Object.entries(fieldsOf(contract[collection].get.response))
        .filter(([name]) => !Object.hasOwn(recordFields, name))
        .map(([name, field]) => [name, firstValueOf(field)]),
    ),
  );
