import * as z from 'zod/mini';

/** The initial value of a field of a new record, where it is not the empty value of its type. Read by `derive-kinds.ts`. */
export const firstValues = z.registry<{ readonly value: unknown }>();

/** Returns the same schema; a new record has this value until it gets another. */
export const firstly = <S extends z.ZodMiniType>(schema: S, value: z.output<S>): S => {
  firstValues.add(schema, { value });
  return schema;
};
