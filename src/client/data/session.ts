import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { routes } from '#shared/routes.ts';
import type { User } from '#shared/domain/user.ts';
import { ApiError } from '#client/api/api-error.ts';
import { call } from '#client/api/call.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { hasSignOutMark } from '#client/data/sign-out-mark.ts';
import { asRecords, byName, isUnreachable } from '#client/data/local-rows.ts';
import { listOrganizations } from '#client/offline/public.ts';

/** Who was signed in when the server was last reached: an offline start uses it. */
const STORAGE_KEY = 'headlandUser';

// Hand-written: the schema would add its whole library to a start that uses it for nothing else.
const isUser = (value: unknown): value is User => {
  const { id, email, username, firstName, lastName } = Object(value) as Partial<Record<keyof User, unknown>>;
  const isName = (name: unknown): boolean => name === null || typeof name === 'string';
  return Number.isInteger(id) && typeof email === 'string' && typeof username === 'string' && isName(firstName) && isName(lastName);
};

const parseUser = (text: string): User | null => {
  try {
    const parsed: unknown = JSON.parse(text);
    return isUser(parsed) ? parsed : null;
  } catch {
    return null;
  }
};

export const rememberedUser = (): User | null => {
  const text = hasSignOutMark() ? null : localStorage.getItem(STORAGE_KEY);
  return text === null ? null : parseUser(text);
};

/** From here on an offline start knows this user; null: nobody. */
export const rememberUser = (user: User | null): void => {
  if (user === null) {
    localStorage.removeItem(STORAGE_KEY);
  } else {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(user));
  }
};

/** Asks who is signed in; null for nobody (a 401 is an answer here, not an error: specification 9.15). */
const askUser = async (): Promise<User | null> => {
  try {
    return await call(routes.users.current, {});
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      return null;
    }
    throw error;
  }
};

const NO_ANSWER_AFTER_MS = 1_500;

/** The same without waiting for a bad connection: then the last user of this device is assumed, and the next call finds out. */
const currentUser = async (): Promise<User | null> => {
  const last = rememberedUser();
  const asked = askUser();
  if (last === null) {
    return asked;
  }
  const late = new Promise<User>((resolve) => setTimeout(() => resolve(last), NO_ANSWER_AFTER_MS));
  try {
    return await Promise.race([asked, late]);
  } catch (error) {
    // Another server's page instead of our answer counts as no answer.
    if (isUnreachable(error) || error instanceof SyntaxError || (error instanceof ApiError && error.code === undefined)) {
      return last;
    }
    throw error;
  }
};

/** The signed-in user; null for nobody. */
export const userQuery = queryOptions({ queryKey: ['/api/user'], queryFn: currentUser });

const readLocal = async () => {
  const rows = await listOrganizations(theEngine());
  return asRecords<'organizations'>(rows).sort(byName(({ name }) => name));
};

/** Organizations of the signed-in user, by name: those on this device at once, and the server's answer as soon as it arrives. */
export const organizationsQuery = queryOptions({
  queryKey: ['/api/organizations'],
  queryFn: async () => {
    const engine = theEngine();
    const here = await readLocal();
    if (here.length > 0) {
      return here;
    }
    const list = await engine.readOrganizations();
    if (list === null) {
      // Reports the reason if there is an answer; an empty list is an answer too.
      return call(routes.organizations.list, {});
    }
    return readLocal();
  },
});

/** Asks the server for the list of organizations again: after one was created, or the user's rights have changed. */
export const readOrganizationsAgain = async (client: QueryClient): Promise<void> => {
  await theEngine().readOrganizations();
  await client.invalidateQueries(organizationsQuery);
};
