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
  /** Rules over several fields, or such as only the form has. */
  readonly rules?: (values: V) => readonly SaidIssue[];
  /** Its call needs a connection, and names no record that waits on this device. */
  readonly isOnlineOnly?: boolean;
}

/** The values with one id swapped wherever it stands; the same object if it stands nowhere. */
const withId = <V extends object>(values: V, tempId: number, id: number): V => {
  const text = JSON.stringify(values);
  // Nothing else is a number as large as the id that a device makes of the time.
  const swapped = JSON.stringify(values, (_, value: unknown) => (value === tempId ? id : value));
  return swapped === text ? values : (JSON.parse(swapped) as V);
};

/**
 * The state of a small form over a schema of the contract: values as typed, under each field what is wrong with it, by our own check before
 * sending and by the server's issues after, and in `problems` what is wrong and no field shows: the form's head says it.
 */
export const useForm = <V extends object, O>({ initial, schema, rules, isOnlineOnly = false }: FormOptions<V, O>) => {
  const [values, setValues] = useState(initial);
  const [found, setErrors] = useState<FormErrors>({});
  const [isBusy, setBusy] = useState(false);
  const { errors, problems, isShown } = useShownErrors(found);
  // What was made here and is sent meanwhile has another id: the lists to choose from know no other any more.
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
  /** Where all is right, does the work. What fails is said by `onFailure`, and the server's issues stand under their fields. */
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
  /** Makes room for the next one. What was typed while the one before was on its way is the next one's, and stays. */
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
