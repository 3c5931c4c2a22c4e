const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');

/** A moment with the offset of this device's zone, such as `2025-10-09T07:05:00-05:00`: what the clock in the cab showed. */
export const momentHere = (milliseconds: number): string => {
  const moment = new Date(milliseconds);
  const minutes = -moment.getTimezoneOffset();
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
  return `${new Date(milliseconds + minutes * 60_000).toISOString().slice(0, -1)}${offset}`;
};
