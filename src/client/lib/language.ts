/** The languages of the screens. English is the specification's own wording. */
export const LANGUAGES = [
  { id: 'en', name: 'English' },
  { id: 'es', name: 'Español' },
  { id: 'de', name: 'Deutsch' },
] as const;
export type Language = (typeof LANGUAGES)[number]['id'];

const STORAGE_KEY = 'language';

const known = (id: string | null | undefined): Language | null => LANGUAGES.find((language) => language.id === id)?.id ?? null;

/** The language chosen on this device; null follows the browser. */
export const chosenLanguage = (): Language | null => known(localStorage.getItem(STORAGE_KEY));

/** Chooses the language on this device. It takes effect with the next load, since every text has to be rendered again. */
export const keepLanguage = (language: Language | null): void => {
  if (language === null) {
    localStorage.removeItem(STORAGE_KEY);
  } else {
    localStorage.setItem(STORAGE_KEY, language);
  }
};

/** Without a page, as when the build renders the landing screen, it is English. */
const isPage = typeof document !== 'undefined';

/** The language of this page: `public/theme.js` set it before the first paint, from the choice or the browser's own. */
export const pageLanguage = (): Language => (isPage ? known(document.documentElement.lang) : null) ?? 'en';

/** The browser's first locale in the language: how it writes dates and amounts. */
export const localeIn = (language: Language): string | undefined =>
  navigator.languages.find((own) => own.toLowerCase().split('-')[0] === language);

const localeOfPage = (): string | undefined => {
  if (!isPage) {
    return undefined;
  }
  const language = pageLanguage();
  return localeIn(language) ?? (chosenLanguage() === null ? undefined : language);
};

const locale = localeOfPage();

/**
 * The locale of dates and numbers: the browser's first locale in the page's language, otherwise the language itself. Undefined is the
 * browser's default: for users whose own language is not offered and who chose none.
 */
export const pageLocale = (): string | undefined => locale;

/** The same for what the browser words itself, such as 'and' in a list: never in another language than the page. */
export const wordsLocale = (): string => locale ?? pageLanguage();
