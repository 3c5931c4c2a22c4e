import type { SaidIssue } from '#shared/messages/message.ts';
import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { ApiError } from '#client/api/api-error.ts';
import { byField, checkForm } from '#client/components/form-check.ts';
import { type FormErrors, useShownErrors } from '#client/components/shown-errors.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { useDirty } from '#client/lib/dirty.ts';
import { onRealId } from '#client/offline/public.ts';

interface FormOptions<V, O> {
  readonly initial: V;
  readonly schema: z.ZodMiniType<O>;
  /** Rules that concern several fields or only the form. */
  readonly rules?: (values: V) => readonly SaidIssue[];
  /** Its call needs a connection and may not name records that wait on this device. */
  readonly isOnlineOnly?: boolean;
}

/** The values with every occurrence of an id replaced; the same object if there is none. */
const withId = <V extends object>(values: V, tempId: number, id: number): V => {
  const text = JSON.stringify(values);
  // No other number is as large as a temporary id, which a device makes from the time.
  const swapped = JSON.stringify(values, (_, value: unknown) => (value === tempId ? id : value));
  return swapped === text ? values : (JSON.parse(swapped) as V);
};

/**
 * The state of a small form over a schema of the contract: raw values, one error for each field (from our own check before sending and from
 * the server's issues after it), and in `problems` the errors that no field shows, for the form's head.
 */
export const useForm = <V extends object, O>({ initial, schema, rules, isOnlineOnly = false }: FormOptions<V, O>) => {
  const [values, setValues] = useState(initial);
  const [found, setErrors] = useState<FormErrors>({});
  const [isBusy, setBusy] = useState(false);
  const { errors, problems, isShown } = useShownErrors(found);
  // Once a record made here is sent it has a new id, and the lists to choose from no longer know the old one.
  useEffect(
    () =>
      onRealId(theEngine(), ({ tempId, id }) => {
        setValues((before) => withId(before, tempId, id));
      }),
    [],
  );
  const set = <K extends keyof V>(name: K, value: V[K]) => {
    const isOfIt = (path: string): boolean => path === name || (path.startsWith(`${String(name)}.`) && !isShown(path));
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([path]) => !isOfIt(path))));
  };
  /** If everything is valid, runs `work`. Errors go to `onFailure`, and the server's issues to their fields. */
  const submit = async (work: (body: O) => Promise<void>, onFailure: (error: unknown) => void): Promise<void> => {
    const checked = checkForm(values, { schema, rules, isOnlineOnly });
    setErrors(checked.errors);
    if (checked.body === undefined) {
      return;
    }
    setBusy(true);
    try {
      await work(checked.body);
    } catch (error) {
      if (error instanceof ApiError) {
        setErrors(byField(error.issues));
      }
      onFailure(error);
    } finally {
      setBusy(false);
    }
  };
  /** Clears the form for the next record, but keeps input that was typed while the previous one was being saved. */
  const beginAnother = (next: V): void => {
    const isAsSent = (now: V, name: keyof V): boolean => JSON.stringify(now[name]) === JSON.stringify(values[name]);
    setValues((now) => {
      const typed = (Object.keys(next) as (keyof V)[]).filter((name) => !isAsSent(now, name));
      return { ...next, ...Object.fromEntries(typed.map((name) => [name, now[name]])) };
    });
  };
  const isChanged = JSON.stringify(values) !== JSON.stringify(initial);
  useDirty(isChanged);
  return { values, errors, problems, set, beginAnother, submit, isBusy, isChanged };
};
