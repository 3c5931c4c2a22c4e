import * as z from 'zod/mini';

/** What a field of a new record holds, where that is not the nothing of its type. Read by `derive-kinds.ts`. */
export const firstValues = z.registry<{ readonly value: unknown }>();

/** The same schema; a new record holds this value as long as nobody says another. */
export const firstly = <S extends z.ZodMiniType>(schema: S, value: z.output<S>): S => {
  firstValues.add(schema, { value });
  return schema;
};
