import { told } from '#client/lib/texts.ts';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { ApiError } from '#client/api/api-error.ts';
import { useDirty } from '#client/lib/dirty.ts';

export type FormErrors = Readonly<Record<string, string>>;

/** Issues as one message for each field, in the page's language; the first of a field counts. */
const byField = (issues: readonly { readonly path: string; readonly message: string }[]): FormErrors =>
  Object.fromEntries(issues.toReversed().map(({ path, message }) => [path, told(message)]));

interface FormOptions<V, O> {
  readonly initial: V;
  readonly schema: z.ZodMiniType<O>;
  /** Rules over several fields, or such as only the form has. */
  readonly rules?: (values: V) => readonly { readonly path: string; readonly message: string }[];
}

/**
 * The state of a small form over a schema of the contract: values as typed, and under each field what is wrong with it,
 * by our own check before sending and by the server's issues after.
 */
export const useForm = <V extends object, O>({ initial, schema, rules }: FormOptions<V, O>) => {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FormErrors>({});
  const [isBusy, setBusy] = useState(false);
  const set = <K extends keyof V>(name: K, value: V[K]) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors(({ [String(name)]: _fixed, ...rest }) => rest);
  };
  /** The parsed values, or undefined after showing what is wrong. */
  const check = (): O | undefined => {
    const parsed = schema.safeParse(values);
    const found = byField([
      ...(parsed.success ? [] : parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))),
      ...(rules?.(values) ?? []),
    ]);
    setErrors(found);
    return parsed.success && Object.keys(found).length === 0 ? parsed.data : undefined;
  };
  /** Where all is right, does the work. What fails is said by `onFailure`, and the server's issues stand under their fields. */
  const submit = async (work: (body: O) => Promise<void>, onFailure: (error: unknown) => void): Promise<void> => {
    const body = check();
    if (body === undefined) {
      return;
    }
    setBusy(true);
    try {
      await work(body);
    } catch (error) {
      if (error instanceof ApiError) {
        setErrors(byField(error.issues));
      }
      onFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const isChanged = JSON.stringify(values) !== JSON.stringify(initial);
  useDirty(isChanged);
  return { values, errors, set, setValues, submit, isBusy, isChanged };
};
