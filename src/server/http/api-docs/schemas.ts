import { html, type Html, inline, NOTHING, prose } from '#server/http/api-docs/html.ts';
import { isJson, type Json } from '#server/http/openapi/json.ts';
import { sampleOf } from '#server/http/openapi/samples.ts';

/** Where the page describes a named schema. */
export const schemaId = (name: string): string => `schema-${name}`;

const BOUNDS: Readonly<Record<string, (value: unknown) => string>> = {
  minimum: (value) => `from ${String(value)}`,
  maximum: (value) => `to ${String(value)}`,
  minLength: (value) => `at least ${String(value)} characters`,
  maxLength: (value) => `at most ${String(value)} characters`,
  minItems: (value) => `at least ${String(value)}`,
  maxItems: (value) => `at most ${String(value)}`,
};

const boundsOf = (schema: Json): string => {
  // The bounds of ids go without saying: the introduction mentions them.
  if (schema['maximum'] === 2_147_483_647) {
    return '';
  }
  const words = Object.entries(BOUNDS).flatMap(([key, say]) => (schema[key] === undefined ? [] : [say(schema[key])]));
  return words.length === 0 ? '' : `, ${words.join(' ')}`;
};

const joined = (parts: readonly Html[], between: string): Html =>
  html`${parts.map((part, index) => (index === 0 ? part : html`${between}${part}`))}`;

/** What a value of the schema looks like, in a few words; named schemas are linked. */
export const typeOf = (schema: unknown): Html => {
  if (!isJson(schema)) {
    return html`anything`;
  }
  const { $ref, anyOf, type, items, additionalProperties } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? '';
    return html`<a href="#${schemaId(name)}">${name}</a>`;
  }
  if (Array.isArray(schema['enum'])) {
    return joined(
      schema['enum'].map((value) => html`<code>${String(value)}</code>`),
      ' | ',
    );
  }
  if (Array.isArray(anyOf)) {
    return joined(anyOf.map(typeOf), ' or ');
  }
  const types = (Array.isArray(type) ? type : [type]).map(String);
  const others = types.filter((each) => each !== 'array');
  if (types.includes('array')) {
    return html`list of ${typeOf(items)}${boundsOf(schema)}${others.length === 0 ? '' : ` or ${others.join(' or ')}`}`;
  }
  if (type === undefined) {
    return html`any JSON`;
  }
  const format = typeof schema['format'] === 'string' ? ` (${schema['format']})` : '';
  const values =
    isJson(additionalProperties) && Object.keys(additionalProperties).length > 0 ? html` of ${typeOf(additionalProperties)}` : NOTHING;
  return html`${types.join(' or ')}${format}${boundsOf(schema)}${values}`;
};

const fieldOf = (name: string, schema: unknown, isRequired: boolean): Html => {
  const description = isJson(schema) && typeof schema['description'] === 'string' ? schema['description'] : '';
  return html`<div>
    <dt><code>${name}</code>${isRequired ? NOTHING : html` <i>optional</i>`}</dt>
    <dd><span class="type">${typeOf(schema)}</span>${description === '' ? NOTHING : html`<br />${inline(description)}`}</dd>
  </div>`;
};

/** A value as it is sent, collapsed. */
export const sample = (title: string, value: unknown): Html =>
  html`<details>
    <summary>${title}</summary>
    <pre>${JSON.stringify(value, null, 2)}</pre>
  </details>`;

/** A named schema with its fields and a sample. */
export const schemaSection = (name: string, schema: unknown, schemas: Json): Html => {
  if (!isJson(schema)) {
    return NOTHING;
  }
  const { description, properties, required } = schema;
  const isRequired = (field: string) => Array.isArray(required) && required.includes(field);
  const fields = isJson(properties) ? Object.entries(properties) : [];
  return html`<section class="card" id="${schemaId(name)}">
    <h3>${name}</h3>
    ${typeof description === 'string' ? prose(description) : NOTHING}
    ${
      fields.length === 0
        ? html`<p class="type">${typeOf(schema)}</p>`
        : html`<dl>${fields.map(([field, property]) => fieldOf(field, property, isRequired(field)))}</dl>
            ${sample('Sample', sampleOf(schema, schemas))}`
    }
  </section>`;
};
