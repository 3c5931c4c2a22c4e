import { keepTheme, keptTheme, type Theme, THEMES } from '#client/lib/theme.ts';

const BEFORE = 'theme-before-sun';

/** Whether this device shows the theme for bright sun. */
export const isSunlight = (): boolean => keptTheme() === 'sun';

/** Turns it on, or back to what was there before. */
export const turnSunlight = (): void => {
  if (isSunlight()) {
    const before = localStorage.getItem(BEFORE);
    keepTheme(THEMES.find(({ id }) => id === before)?.id ?? 'system');
  } else {
    localStorage.setItem(BEFORE, keptTheme() satisfies Theme);
    keepTheme('sun');
  }
};
