import type { SaidIssue } from '#shared/messages/message.ts';
import type * as z from 'zod/mini';
import { checkForm } from '#client/components/form-check.ts';

/** One row of a batch as typed, with its errors. */
export interface BatchRow<V> {
  readonly id: number;
  readonly values: V;
  readonly errors: Readonly<Record<string, string>>;
  /** Why it could not be added. */
  readonly reason: string | undefined;
}

export const newRow = <V>(id: number, values: V): BatchRow<V> => ({ id, values, errors: {}, reason: undefined });

/** Whether nothing was typed in the row: such rows are not added. */
export const isBlank = <V>({ values }: BatchRow<V>, blank: V): boolean => JSON.stringify(values) === JSON.stringify(blank);

interface Rules<V> {
  readonly schema: z.ZodMiniType;
  readonly rules?: (values: V) => readonly SaidIssue[];
}

/** The row with the first error of each invalid field. */
export const checkedRow = <V>(row: BatchRow<V>, rules: Rules<V>): BatchRow<V> => ({
  ...row,
  errors: checkForm(row.values, rules).errors,
  reason: undefined,
});

export const isRight = <V>({ errors }: BatchRow<V>): boolean => Object.keys(errors).length === 0;
