/** Under this, whose it is, and the width of the window, a device remembers how high somebody's day was. */
const MEMORY = 'my-day';

/** About as much as a day with some work takes, on the first start of a device. */
const firstRoom = (): string => (innerWidth < 1024 ? '1000px' : '640px');

const keyOf = (orgId: number): string => `${MEMORY}:${orgId}:${innerWidth >> 8}`;

/** How high the day is from the first moment on, so that nothing below it moves when it comes: as this device showed it last. */
export const dayRoom = (orgId: number): string => localStorage.getItem(keyOf(orgId)) ?? firstRoom();

export const keepDayRoom = (orgId: number, element: Element): void =>
  localStorage.setItem(keyOf(orgId), `${Math.ceil(element.getBoundingClientRect().height)}px`);
