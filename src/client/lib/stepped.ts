import { decimalOf, heldOf, unreadIn } from '#client/lib/typed-number.ts';

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

/** The value after `times` steps, as a form holds it, never below the minimum. Unreadable input stays: it may be large. */
export const stepped = (value: string, step: number, times: number, min = 0): string => {
  if (unreadIn(value) !== null) {
    return value;
  }
  const now = decimalOf(value) ?? '0';
  const decimals = Math.max(decimalsOf(String(step)), decimalsOf(now));
  return heldOf(Number(Math.max(min, Number(now) + step * times).toFixed(decimals)));
};
