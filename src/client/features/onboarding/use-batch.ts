import type { SaidIssue } from '#shared/messages/message.ts';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { ApiError, messageOf } from '#client/api/api-error.ts';
import { type BatchRow, checkedRow, isBlank, isRight, newRow } from '#client/features/onboarding/batch-rows.ts';
import { useDirty } from '#client/lib/dirty.ts';
import { say } from '#client/lib/messages.ts';

interface BatchOptions<V> {
  readonly blank: V;
  readonly schema: z.ZodMiniType;
  readonly rules?: (values: V) => readonly SaidIssue[];
  /** Adds one, and resolves to whether the server has it already. Throws the reason why it cannot be added. */
  readonly add: (values: V) => Promise<'sent' | 'waiting' | 'attention'>;
}

/** The result of a batch: how many were added, how many of those only on this device so far, and the first reason why others were not. */
interface BatchOutcome {
  readonly added: number;
  readonly waiting: number;
  readonly reason: string | undefined;
}

type Tried<V> = { readonly state: 'sent' | 'waiting' | 'attention' } | { readonly failed: BatchRow<V> };

/**
 * Rows that are added all at once, with one request each (specification 3.13, 3.14). Added rows leave the form, so that they are never
 * added twice; failed ones stay with their reason.
 */
export const useBatch = <V extends object>({ blank, schema, rules, add }: BatchOptions<V>) => {
  const [rows, setRows] = useState<readonly BatchRow<V>[]>(() => [newRow(1, blank)]);
  const [isBusy, setBusy] = useState(false);
  const isTyped = rows.some((row) => !isBlank(row, blank));
  useDirty(isTyped);
  const next = Math.max(0, ...rows.map(({ id }) => id)) + 1;

  const set = <K extends keyof V>(id: number, name: K, value: V[K]) =>
    setRows((before) =>
      before.map((row) => {
        const { [String(name)]: _fixed, ...errors } = row.errors;
        return row.id === id ? { ...row, values: { ...row.values, [name]: value }, errors } : row;
      }),
    );
  const attempt = async (row: BatchRow<V>): Promise<Tried<V>> => {
    try {
      return { state: await add(row.values) };
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : [];
      const errors = Object.fromEntries(issues.map(({ path, ...issue }) => [path, say(issue)]));
      return { failed: { ...row, errors, reason: messageOf(error) } };
    }
  };
  /** Adds all rows, if all are valid; null: nothing was added, and the errors are shown in the rows. */
  const submit = async (): Promise<BatchOutcome | null> => {
    const checked = rows.filter((row) => !isBlank(row, blank)).map((row) => checkedRow(row, { schema, ...(rules ? { rules } : {}) }));
    if (!checked.every(isRight)) {
      setRows(checked);
      return null;
    }
    setBusy(true);
    const tried = await Promise.all(checked.map(attempt));
    const failed = tried.flatMap((each) => ('failed' in each ? [each.failed] : []));
    setRows(failed.length > 0 ? failed : [newRow(next, blank)]);
    setBusy(false);
    const isWaiting = (each: Tried<V>) => 'state' in each && each.state !== 'sent';
    return { added: checked.length - failed.length, waiting: tried.filter(isWaiting).length, reason: failed[0]?.reason };
  };
  return {
    rows,
    isBusy,
    isTyped,
    set,
    submit,
    addRow: () => setRows([...rows, newRow(next, blank)]),
    removeRow: (id: number) => setRows(rows.length === 1 ? [newRow(next, blank)] : rows.filter((row) => row.id !== id)),
  };
};
