/** Under this, whose it is, and the width of the window, a device remembers how high somebody's day was. */
const MEMORY = 'my-day';

/** About as much as a day takes with two usual entries and some work, on the first start of a device. */
const FIRST_ROOM = '1200px';

const keyOf = (orgId: number): string => `${MEMORY}:${orgId}:${innerWidth >> 8}`;

/** How high the day is from the first moment on, so that nothing below it moves when it comes: as this device showed it last. */
export const dayRoom = (orgId: number): string => localStorage.getItem(keyOf(orgId)) ?? FIRST_ROOM;

export const keepDayRoom = (orgId: number, element: Element): void =>
  localStorage.setItem(keyOf(orgId), `${Math.ceil(element.getBoundingClientRect().height)}px`);
