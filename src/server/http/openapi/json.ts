/** A piece of the document. Keys keep the order in which they were written, so the document is the same bytes at each start. */
export type Json = Readonly<Record<string, unknown>>;

export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A reference to a component, such as `schemas`, `Customer`. */
export const refTo = (kind: 'schemas' | 'responses' | 'parameters' | 'headers', name: string): { readonly $ref: string } => ({
  $ref: `#/components/${kind}/${name}`,
});
