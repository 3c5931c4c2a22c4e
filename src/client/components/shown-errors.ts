import { useEffect, useMemo, useState } from 'react';
import { labelOf } from '#client/data/field-label.ts';

/** What is wrong, in the page's language, by the path of the issue. */
export type FormErrors = Readonly<Record<string, string>>;

const OWN_VALUES = 'customFieldValues.';

/** A field of a service in the entry form (specification 5.22), whose message already names it (specification 5.30). */
const FIELD_KEY = /^customField_\d+$/;

/** 'Services: Must be the id of a record'. Of a path into a list, people know the first part. */
const problemOf = (path: string, message: string): string => {
  const name = path.startsWith(OWN_VALUES) ? path : (path.split('.')[0] ?? '');
  return name === '' || FIELD_KEY.test(name) ? message : `${labelOf(name)}: ${message}`;
};

/**
 * The errors of a form for its fields to take, and as messages for the form's head those that no field took: a form never refuses without
 * saying why. A field takes an error by asking for it while rendering.
 */
export const useShownErrors = (errors: FormErrors) => {
  const watched = useMemo(() => {
    const asked = new Set<string>();
    const get = (target: FormErrors, path: string | symbol): string | undefined => {
      asked.add(String(path));
      return target[String(path)];
    };
    return { asked, errors: new Proxy(errors, { get }) };
  }, [errors]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  // After all fields have rendered.
  useEffect(() => {
    const next = Object.entries(errors)
      .filter(([path]) => !watched.asked.has(path))
      .map(([path, message]) => problemOf(path, message));
    // oxlint-disable-next-line react/set-state-in-effect -- Which errors the fields took is known only when all of them are drawn.
    setProblems((before) => (before.length === 0 && next.length === 0 ? before : [...new Set(next)]));
  }, [errors, watched]);
  return { errors: watched.errors, problems, isShown: (path: string): boolean => watched.asked.has(path) };
};
