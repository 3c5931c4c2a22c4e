import { momentHere } from '#client/data/moment-here.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** The time of day of a moment on this device, as a field for times holds it: '13:05'. */
export const timeIn = (moment: string): string => {
  const date = new Date(moment);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
};

/** The moment on the same day at another time of day; as it was while the field holds none. */
export const movedTo = (moment: string, time: string): string => {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  if (hours === undefined || timeIn(moment) === time) {
    return moment;
  }
  const date = new Date(moment);
  date.setHours(Number(hours), Number(minutes), 0, 0);
  return momentHere(date.getTime());
};
