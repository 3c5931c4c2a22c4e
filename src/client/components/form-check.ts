import type * as z from 'zod/mini';
import { withTemporaryIds } from '#shared/entities/ids.ts';
import { issuesOf } from '#shared/messages/issues.ts';
import type { SaidIssue } from '#shared/messages/message.ts';
import { say } from '#client/lib/messages.ts';

interface FormRules<V, O> {
  readonly schema: z.ZodMiniType<O>;
  /** Rules that concern several fields or only the form. */
  readonly rules?: ((values: V) => readonly SaidIssue[]) | undefined;
  /** For a form whose call needs a connection: temporary ids of records made on this device are not translated. */
  readonly isOnlineOnly?: boolean | undefined;
}

/** Issues as one message for each field, in the page's language; the first of a field wins. */
export const byField = (issues: readonly SaidIssue[]): Readonly<Record<string, string>> =>
  Object.fromEntries(issues.toReversed().map(({ path, ...issue }) => [path, say(issue)]));

/**
 * Validates a form with a schema of the contract. It may name records that were made on this device and still wait: the engine replaces
 * their temporary ids before sending.
 */
export const checkForm = <V, O>(values: V, { schema, rules, isOnlineOnly = false }: FormRules<V, O>) => {
  const check = () => schema.safeParse(values);
  const parsed = isOnlineOnly ? check() : withTemporaryIds(check);
  const errors = byField([...(parsed.success ? [] : issuesOf(parsed.error.issues)), ...(rules?.(values) ?? [])]);
  return { errors, body: parsed.success && Object.keys(errors).length === 0 ? parsed.data : undefined };
};
