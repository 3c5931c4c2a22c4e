import { deviceRandom } from '#client/offline/public.ts';

/** The input on the way to a new organization. */
export interface CreationDraft {
  readonly organizationName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
  readonly isOperator: boolean;
}

const storageKey = (userId: number): string => `headlandNewOrganization:${userId}`;

const keysKey = (userId: number): string => `headlandNewOrganizationKeys:${userId}`;

const readKeys = (userId: number): Record<string, string> => {
  try {
    return JSON.parse(sessionStorage.getItem(keysKey(userId)) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
};

/** The key of a call: the same content sent again, after a lost answer or a page reload, takes effect once. */
export const keyFor = (userId: number, content: string): string => {
  const keys = readKeys(userId);
  const key = keys[content] ?? deviceRandom.uuid();
  sessionStorage.setItem(keysKey(userId), JSON.stringify({ ...keys, [content]: key }));
  return key;
};

/** The draft of this tab, for a reloaded page; null: none, or an unreadable one. */
export const readDraft = (userId: number): Partial<CreationDraft> | null => {
  try {
    const parsed: unknown = JSON.parse(sessionStorage.getItem(storageKey(userId)) ?? 'null');
    return typeof parsed === 'object' ? parsed : null;
  } catch {
    return null;
  }
};

export const keepDraft = (userId: number, draft: CreationDraft | null): void => {
  if (draft === null) {
    sessionStorage.removeItem(storageKey(userId));
    sessionStorage.removeItem(keysKey(userId));
  } else {
    sessionStorage.setItem(storageKey(userId), JSON.stringify(draft));
  }
};
