/** Whether the browser keeps the device's data until the user removes them, may remove them for space, or does not say. */
export type Persistence = 'persisted' | 'refused' | 'unknown';

export interface StorageState {
  readonly persisted: boolean | null;
  /** Bytes, as the browser estimates them. Null: it does not say. */
  readonly usage: number | null;
  readonly quota: number | null;
}

/** What the browser offers: nothing on pages without TLS, and not all of it everywhere. */
const storage = (): Partial<StorageManager> => (navigator as { readonly storage?: Partial<StorageManager> }).storage ?? {};

/** The answer, or null where the browser has none: Firefox in private windows and pages in third-party frames throw. */
const tryAsking = async <T>(ask: (() => Promise<T>) | undefined): Promise<T | null> => {
  try {
    return ask === undefined ? null : await ask.call(navigator.storage);
  } catch {
    return null;
  }
};

/** Asks the browser to keep what is stored. Firefox asks the user: call it when they have just saved something offline. */
export const askForPersistence = async (): Promise<Persistence> => {
  const { persist, persisted } = storage();
  if (await tryAsking(persisted)) {
    return 'persisted';
  }
  const answer = await tryAsking(persist);
  return answer === null ? 'unknown' : answer ? 'persisted' : 'refused';
};

/** How safe and how full the device's storage is. */
export const storageState = async (): Promise<StorageState> => {
  const { estimate, persisted } = storage();
  const [isPersisted, estimated] = await Promise.all([tryAsking(persisted), tryAsking(estimate)]);
  return { persisted: isPersisted, usage: estimated?.usage ?? null, quota: estimated?.quota ?? null };
};
