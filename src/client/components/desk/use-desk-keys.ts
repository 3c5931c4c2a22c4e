import { useEffect, useRef, useState } from 'react';

/** What each key does, by its name in lower case; `shift+` before it where that key is held. */
export type DeskKeys = Readonly<Record<string, () => void>>;

/** Keys that move work without being letters: they stay when single keys are switched off. */
const ALWAYS = new Set([
  'enter',
  'escape',
  'arrowdown',
  'arrowup',
  'shift+arrowdown',
  'shift+arrowup',
  'pagedown',
  'pageup',
  'home',
  'end',
  ' ',
]);

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input:not([type=checkbox]), select, textarea, [contenteditable], [role=menu]') !== null;

/** Enter and the space bar belong to a button, box or link that has the focus. */
const isPressable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, input, a[href], summary') !== null;

const nameOf = ({ key, shiftKey }: KeyboardEvent): string => {
  const name = key.toLowerCase();
  // '?' and '/' are where their layout has them, with or without Shift.
  return shiftKey && /^[a-z]+$/.test(name) ? `shift+${name}` : name;
};

/**
 * Single keys of a screen (look-2, "Keys"): never inside a field, a menu or a dialog. Without `isOn` only those that are no letters, for
 * people who dictate or have the letters elsewhere (WCAG 2.1.4).
 */
export const useDeskKeys = (keys: DeskKeys, isOn: boolean): void => {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) {
        return;
      }
      const name = nameOf(event);
      const act = latest.current[name];
      const isFree = !isField(event.target) && document.querySelector('dialog[open]') === null;
      const isTheirs = (name === 'enter' || name === ' ') && isPressable(event.target);
      if (act && isFree && !isTheirs && (isOn || ALWAYS.has(name))) {
        event.preventDefault();
        act();
      }
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, [isOn]);
};

const KEYS_OFF = 'desk-keys-off';

/** Whether single letters are keys on this device. */
export const useKeysSwitch = (): readonly [boolean, (isOn: boolean) => void] => {
  const [isOn, setOn] = useState(() => localStorage.getItem(KEYS_OFF) === null);
  const set = (next: boolean): void => {
    setOn(next);
    if (next) {
      localStorage.removeItem(KEYS_OFF);
    } else {
      localStorage.setItem(KEYS_OFF, '1');
    }
  };
  return [isOn, set];
};
