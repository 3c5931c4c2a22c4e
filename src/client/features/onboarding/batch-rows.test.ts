import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { checkedRow, isBlank, isRight, newRow } from './batch-rows.ts';

const BLANK = { name: '', isOperator: false };
const schema = z.object({ name: z.string().check(z.minLength(1, 'Name is required'), z.regex(/^\w/, 'Name must begin with a letter')) });

test('a row is blank while nothing is typed and nothing ticked', () => {
  expect(isBlank(newRow(1, { ...BLANK }), BLANK)).toBe(true);
  expect(isBlank(newRow(1, { ...BLANK, isOperator: true }), BLANK)).toBe(false);
});

test('the first message of a field wins, and a refused row is validated again', () => {
  const row = checkedRow({ ...newRow(1, BLANK), reason: 'Taken' }, { schema, rules: () => [{ path: 'isOperator', message: 'Why not?' }] });
  expect(row).toMatchObject({ errors: { name: 'Name is required', isOperator: 'Why not?' }, reason: undefined });
  expect(isRight(row)).toBe(false);
  expect(isRight(checkedRow(newRow(1, { ...BLANK, name: 'Dana' }), { schema }))).toBe(true);
});
