import { useSyncExternalStore } from 'react';

// In local storage and not among the records: it is there at the first paint, other tabs are notified, and logging out does not clear it.
// One for each user and organization.
const keyOf = (userId: number, orgId: number): string => `headlandTimer:${userId}:${orgId}`;

const listeners = new Set<() => void>();
const tell = (): void => listeners.forEach((listener) => listener());

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

const startedAt = (userId: number, orgId: number): number | null => {
  const moment = Number(localStorage.getItem(keyOf(userId, orgId)) ?? Number.NaN);
  return Number.isFinite(moment) ? moment : null;
};

/**
 * When this user's timer was started, in milliseconds since 1970; null while it is not running. Survives the tab and a restart of the
 * device.
 */
export const useTimer = (userId: number, orgId: number): number | null => useSyncExternalStore(subscribe, () => startedAt(userId, orgId));

/** Starts the timer; a running one continues. */
export const startTimer = (userId: number, orgId: number): void => {
  if (startedAt(userId, orgId) === null) {
    localStorage.setItem(keyOf(userId, orgId), String(Date.now()));
    tell();
  }
};

export const stopTimer = (userId: number, orgId: number): void => {
  localStorage.removeItem(keyOf(userId, orgId));
  tell();
};

const TENTH_OF_AN_HOUR = 360_000;
const MINUTE = 60_000;

/** Milliseconds from one moment to another, never negative: the device's clock may have been set back. */
const passed = (from: number, to: number): number => Math.max(0, to - from);

/** Hours from one moment to another, to the tenth. */
export const hoursBetween = (from: number, to: number): number => Math.round(passed(from, to) / TENTH_OF_AN_HOUR) / 10;

/** The same as hours and minutes, such as '1:05'. */
export const clockText = (from: number, to: number): string => {
  const minutes = Math.floor(passed(from, to) / MINUTE);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
};
