/** What the documentation of the API says about a field besides its type. */
export interface FieldWords {
  readonly description: string;
  /** A sample value; it must fit the field's schema. */
  readonly example?: unknown;
  readonly format?: 'date' | 'date-time' | 'email' | 'password';
}

/** Its words about a kind of record: about one, about the bodies of creates and changes, and about fields that differ between kinds. */
export interface KindWords {
  /** The title of its calls, and what they are about. */
  readonly group: readonly [title: string, description: string];
  readonly record: string;
  readonly input: string;
  readonly patch: string;
  readonly fields: Readonly<Record<string, FieldWords>>;
}

/** Words about a field. Removed from browser bundles, where nothing reads them. */
/* @__NO_SIDE_EFFECTS__ */
export const say = (description: string, example?: unknown, format?: FieldWords['format']): FieldWords => ({
  description,
  ...(example === undefined ? {} : { example }),
  ...(format === undefined ? {} : { format }),
});
