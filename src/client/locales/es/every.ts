import type { de } from '#client/locales/de/every.ts';
import firstDay from '#client/locales/es/first-day.json';
import imports from '#client/locales/es/importing.json';
import { es as ofTheApp } from '#client/locales/es/index.ts';

export { messages } from '#client/locales/es/index.ts';

/** The texts that a page fetches at its start, and those that are fetched with the screens that need them. */
export const es: Readonly<Record<keyof typeof de, string>> = { ...ofTheApp, ...firstDay, ...imports };
