/** What the documentation of the API says of a field besides its type. */
export interface FieldWords {
  readonly description: string;
  /** What a sample holds; it must fit the field's schema. */
  readonly example?: unknown;
  readonly format?: 'date' | 'date-time' | 'email' | 'password';
}

/** What it says of a kind of record: of one, of what makes and what changes one, and of fields that are not the same for every kind. */
export interface KindWords {
  /** The title of its calls, and what they are about. */
  readonly group: readonly [title: string, description: string];
  readonly record: string;
  readonly input: string;
  readonly patch: string;
  readonly fields: Readonly<Record<string, FieldWords>>;
}

/** Words about a field. They stay out of browsers: nothing there asks for them. */
/* @__NO_SIDE_EFFECTS__ */
export const say = (description: string, example?: unknown, format?: FieldWords['format']): FieldWords => ({
  description,
  ...(example === undefined ? {} : { example }),
  ...(format === undefined ? {} : { format }),
});
