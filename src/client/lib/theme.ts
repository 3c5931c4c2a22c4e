import type { PlainText } from '#client/lib/texts.ts';

/** The themes that a device can be set to; `public/theme.js` reads the same values before the first paint. */
export const THEMES = [
  { id: 'system', name: 'System', hint: 'Light or dark, following this device.' },
  { id: 'light', name: 'Light', hint: null },
  { id: 'dark', name: 'Dark', hint: null },
  { id: 'sun', name: 'Sunlight', hint: 'The strongest contrast, for the cab at noon.' },
] as const satisfies readonly { id: string; name: PlainText; hint: PlainText | null }[];
export type Theme = (typeof THEMES)[number]['id'];

const STORAGE_KEY = 'theme';

/** The theme that this device keeps; unknown values count as the system's. */
export const keptTheme = (): Theme => {
  const kept = localStorage.getItem(STORAGE_KEY);
  return THEMES.find(({ id }) => id === kept)?.id ?? 'system';
};

/** Keeps the theme on this device and shows it at once. */
export const keepTheme = (theme: Theme): void => {
  localStorage.setItem(STORAGE_KEY, theme);
  const ofSystem = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset['theme'] = theme === 'system' ? ofSystem : theme;
};
