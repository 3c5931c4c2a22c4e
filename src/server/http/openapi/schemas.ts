import * as z from 'zod/mini';
import { wordsOf } from '#server/http/openapi/field-words.ts';
import { isJson, type Json, refTo } from '#server/http/openapi/json.ts';
import { NAMED_SCHEMAS, nounOf } from '#server/http/openapi/names.ts';

type Direction = 'input' | 'output';

const names = z.registry<{ id: string }>();
for (const [schema, id] of NAMED_SCHEMAS) {
  names.add(schema, { id });
}
const DESCRIPTIONS = new Map(NAMED_SCHEMAS.map(([, name, description]) => [name, description]));

/** The pattern of ids in addresses (`pathId`); for callers they are numbers. */
const ID_PATTERN = '^[1-9]\\d{0,9}$';
export const ID_SCHEMA: Json = { type: 'integer', minimum: 1, maximum: 2_147_483_647 };

const isCustom = ({ _zod: { def } }: z.core.$ZodType): boolean => def.type === 'custom';

/** A check of our own in front of a schema has no JSON form; what follows it does. */
const describePiped = ({ zodSchema: { _zod: inner }, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: object }): void => {
  if (inner.def.type === 'pipe' && isCustom(inner.def.in)) {
    const { $schema: _dialect, ...rest } = z.toJSONSchema(inner.def.out, { io: 'input', unrepresentable: 'any' });
    Object.assign(jsonSchema, rest);
  }
};

/** `T or null` in its short form. */
const foldNull = (schema: Json): Json => {
  const { anyOf, ...rest } = schema;
  const options: readonly unknown[] = Array.isArray(anyOf) ? anyOf : [];
  const [only, ...more] = options.filter((option): option is Json => isJson(option) && option['type'] !== 'null');
  const isFoldable = only !== undefined && more.length === 0 && options.length === 2;
  return isFoldable && typeof only['type'] === 'string' && only['enum'] === undefined
    ? { ...rest, ...only, type: [only['type'], 'null'] }
    : schema;
};

const isNoise = (key: string, value: unknown): boolean =>
  // The bounds of exact numbers, and what JSON objects have anyhow.
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
  key === 'propertyNames' ||
  // Answers may gain fields: a client that rejects unknown ones would break with the next version.
  (key === 'additionalProperties' && value === false);

/** Leaves out what only the library needs, and points to the document's components. */
const tidy = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    return value.map(tidy);
  }
  if (!isJson(value)) {
    return value;
  }
  if (typeof value['$ref'] === 'string') {
    return refTo('schemas', value['$ref'].replace('#/$defs/', ''));
  }
  if (value['pattern'] === ID_PATTERN) {
    return ID_SCHEMA;
  }
  const kept = Object.entries(foldNull(value)).filter(([key, part]) => !isNoise(key, part));
  return Object.fromEntries(kept.map(([key, part]) => [key, tidy(part)]));
};

const tidyObject = (value: unknown): Json => {
  const tidied = tidy(value);
  return isJson(tidied) ? tidied : {};
};

/** A reference may have a description next to it, as of version 3.1. */
const withWords = (noun: string, properties: Json): Json =>
  Object.fromEntries(
    Object.entries(properties).map(([field, schema]) => {
      const { description, format, example } = wordsOf(noun, field) ?? {};
      const words = { ...(format ? { format } : {}), ...(description ? { description } : {}) };
      return [field, { ...(isJson(schema) ? schema : {}), ...words, ...(example === undefined ? {} : { examples: [example] }) }];
    }),
  );

const component = (name: string, raw: unknown): Json => {
  const { id: _id, properties, ...schema } = tidyObject(raw);
  const description = DESCRIPTIONS.get(name);
  return {
    ...(description === undefined ? {} : { description }),
    ...schema,
    ...(isJson(properties) ? { properties: withWords(nounOf(name), properties) } : {}),
  };
};

/** Turns schemas of the contract into the document's; named ones go to `components` and are referred to. */
export class SchemaBook {
  private readonly found = new Map<string, Json>();
  /** Most schemas appear in several calls, and each call at two addresses. */
  private readonly described = { input: new Map<z.core.$ZodType, Json>(), output: new Map<z.core.$ZodType, Json>() };

  /** The schema as it appears in an operation; `direction` is how the call uses it. */
  describe(schema: z.core.$ZodType, direction: Direction): Json {
    const known = this.described[direction];
    const description = known.get(schema) ?? this.convert(schema, direction);
    known.set(schema, description);
    return description;
  }

  private convert(schema: z.core.$ZodType, direction: Direction): Json {
    const { properties, $defs } = z.toJSONSchema(z.object({ root: schema }), {
      target: 'draft-2020-12',
      io: direction,
      unrepresentable: 'any',
      metadata: names,
      override: describePiped,
    });
    for (const [name, raw] of Object.entries($defs ?? {})) {
      this.add(name, component(name, raw));
    }
    return tidyObject(properties?.['root']);
  }

  /** Named schemas of everything that was described, by name. */
  components(): Json {
    return Object.fromEntries([...this.found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Whether a named schema that was described has the field. */
  hasField(name: string, field: string): boolean {
    const properties = this.found.get(name)?.['properties'];
    return isJson(properties) && field in properties;
  }

  private add(name: string, schema: Json): void {
    const before = this.found.get(name);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema)) {
      throw new Error(`${name} is sent and answered with in two shapes; name them apart.`);
    }
    this.found.set(name, schema);
  }
}
