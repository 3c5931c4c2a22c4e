import { type Catalogues, loadWords } from '#client/lib/texts.ts';

const NOTICES: Catalogues = {
  de: async () => ({ texts: (await import('#client/locales/de/notices.json')).default }),
  es: async () => ({ texts: (await import('#client/locales/es/notices.json')).default }),
};

/** Fetches the words of notices: before any is drawn. */
export const loadNoticeWords = (): Promise<void> => loadWords(NOTICES);
