import type * as z from 'zod/mini';
import { withTemporaryIds } from '#shared/entities/ids.ts';
import { issuesOf } from '#shared/messages/issues.ts';
import type { SaidIssue } from '#shared/messages/message.ts';
import { say } from '#client/lib/messages.ts';

interface FormRules<V, O> {
  readonly schema: z.ZodMiniType<O>;
  /** Rules over several fields, or such as only the form has. */
  readonly rules?: ((values: V) => readonly SaidIssue[]) | undefined;
  /** Of a form whose call needs a connection: nobody translates the ids of records that were made here and wait. */
  readonly isOnlineOnly?: boolean | undefined;
}

/** Issues as one message for each field, in the page's language; the first of a field counts. */
export const byField = (issues: readonly SaidIssue[]): Readonly<Record<string, string>> =>
  Object.fromEntries(issues.toReversed().map(({ path, ...issue }) => [path, say(issue)]));

/**
 * Checks a form by a schema of the contract. Records that were made on this device and wait can be named: the engine gives them their real
 * ids before anything is sent.
 */
export const checkForm = <V, O>(values: V, { schema, rules, isOnlineOnly = false }: FormRules<V, O>) => {
  const check = () => schema.safeParse(values);
  const parsed = isOnlineOnly ? check() : withTemporaryIds(check);
  const errors = byField([...(parsed.success ? [] : issuesOf(parsed.error.issues)), ...(rules?.(values) ?? [])]);
  return { errors, body: parsed.success && Object.keys(errors).length === 0 ? parsed.data : undefined };
};
