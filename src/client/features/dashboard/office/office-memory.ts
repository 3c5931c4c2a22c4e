/** Under this and the width of the window, a device remembers how high the office was. */
export const OFFICE_MEMORY = 'office';
