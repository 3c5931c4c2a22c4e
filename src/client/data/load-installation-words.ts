import { type Catalogues, loadWords } from '#client/lib/texts.ts';

const INSTALLATION: Catalogues = {
  de: async () => ({ texts: (await import('#client/locales/de/installation.json')).default }),
  es: async () => ({ texts: (await import('#client/locales/es/installation.json')).default }),
};

/** Fetches the words of backups and of what is wrong with the server, which only an owner reads. A start does without them. */
export const loadInstallationWords = (): Promise<void> => loadWords(INSTALLATION);
