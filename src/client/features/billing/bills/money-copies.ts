import { useSyncExternalStore } from 'react';
import { theEngine } from '#client/data/engine-context.tsx';
import { isUnreachable } from '#client/data/local-rows.ts';
import { deviceTime, dropMoneyCopies, findMoneyCopy, keepMoneyCopy } from '#client/offline/public.ts';

/** When something about money was read from the server, and whether this device's copy of it is shown. */
export interface MoneyTime {
  readonly at: number;
  readonly isCopy: boolean;
}

const times = new Map<string, MoneyTime>();
const listeners = new Set<() => void>();
const note = (orgId: number, name: string, time: MoneyTime): void => {
  times.set(`${orgId} ${name}`, time);
  listeners.forEach((listener) => listener());
};
const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Asks the server and keeps the answer on this device (docs/billing.md); if it is unreachable, returns what was kept. Throws as `ask` does
 * if there is nothing on this device.
 */
export const readMoney = async <T>(orgId: number, name: string, ask: () => Promise<T>): Promise<T> => {
  const engine = theEngine();
  let answer: T;
  try {
    answer = await ask();
  } catch (error) {
    const copy = isUnreachable(error) ? await findMoneyCopy(engine, orgId, name) : undefined;
    if (!copy) {
      throw error;
    }
    note(orgId, name, { at: copy.at, isCopy: true });
    return copy.answer as T;
  }
  note(orgId, name, { at: deviceTime(engine), isCopy: false });
  // A full device keeps no copy, but the requested data are returned all the same.
  await keepMoneyCopy(engine, orgId, name, answer).catch(() => undefined);
  return answer;
};

const KEPT_MS = 30 * 86_400_000;

/** Deletes copies of drafts that no longer exist, and any that nobody has read for a month. */
export const tidyMoney = (orgId: number, draftIds: readonly number[]): Promise<void> => {
  const engine = theEngine();
  const here = new Set(draftIds.map((id) => `drafts/${id}`));
  return dropMoneyCopies(engine, orgId, (name, at) => (name.startsWith('drafts/') && !here.has(name)) || at < deviceTime(engine) - KEPT_MS);
};

/** When it was last read; undefined until then. */
export const useMoneyTime = (orgId: number, name: string): MoneyTime | undefined =>
  useSyncExternalStore(listen, () => times.get(`${orgId} ${name}`));
