/** What the document says of a field besides its type. */
export interface FieldWords {
  readonly description: string;
  /** What a sample holds; it must fit the field's schema. */
  readonly example?: unknown;
  readonly format?: 'date' | 'date-time' | 'email' | 'password';
}

/** Words about a field. */
export const say = (description: string, example?: unknown, format?: FieldWords['format']): FieldWords => ({
  description,
  ...(example === undefined ? {} : { example }),
  ...(format === undefined ? {} : { format }),
});
