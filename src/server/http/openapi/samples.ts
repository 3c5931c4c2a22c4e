import { isJson, type Json } from '#server/http/openapi/json.ts';

const PLAIN: Readonly<Record<string, unknown>> = { string: 'text', integer: 1, number: 1, boolean: true, null: null };

/** A value that fits the schema, assembled from the examples of its fields. `schemas` are the document's components. */
export const sampleOf = (schema: unknown, schemas: Json): unknown => {
  if (!isJson(schema)) {
    return null;
  }
  const { $ref, examples, properties, items, anyOf, type } = schema;
  const values: readonly unknown[] = Array.isArray(examples) ? examples : Array.isArray(schema['enum']) ? schema['enum'] : [];
  if (values.length > 0) {
    return values[0];
  }
  if (typeof $ref === 'string') {
    return sampleOf(schemas[$ref.replace('#/components/schemas/', '')], schemas);
  }
  if (isJson(properties)) {
    return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, sampleOf(property, schemas)]));
  }
  if (Array.isArray(anyOf)) {
    return sampleOf(anyOf[0], schemas);
  }
  if (type === 'array') {
    return [sampleOf(items, schemas)];
  }
  return PLAIN[String(Array.isArray(type) ? type[0] : type)] ?? null;
};
