import type { FoundCaller, Target } from '#server/data/request-identity.ts';

/** How many are remembered. Each takes some 1.5 kB. */
const MOST = 4000;

/** Callers as they were last found, by session and target. The least recently used one is forgotten first. */
export interface RememberedCallers {
  note(tokenHash: Buffer, target: Target, caller: FoundCaller): void;
  find(tokenHash: Buffer, target: Target): FoundCaller | undefined;
  forget(tokenHash: Buffer, target: Target): void;
}

const keyOf = (tokenHash: Buffer, target: Target): string =>
  `${tokenHash.toString('base64')} ${target.kind === 'record' ? target.entity : target.kind} ${target.kind === 'none' ? '' : target.id}`;

export const rememberCallers = (): RememberedCallers => {
  const callers = new Map<string, FoundCaller>();
  const put = (key: string, caller: FoundCaller): void => {
    callers.delete(key);
    callers.set(key, caller);
  };
  return {
    note: (tokenHash, target, caller) => {
      put(keyOf(tokenHash, target), caller);
      const [oldest] = callers.keys();
      if (callers.size > MOST && oldest !== undefined) {
        callers.delete(oldest);
      }
    },
    find: (tokenHash, target) => {
      const key = keyOf(tokenHash, target);
      const caller = callers.get(key);
      if (caller) {
        put(key, caller);
      }
      return caller;
    },
    forget: (tokenHash, target) => void callers.delete(keyOf(tokenHash, target)),
  };
};
