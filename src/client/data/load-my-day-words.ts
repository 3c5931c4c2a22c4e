import { type Catalogues, loadWords } from '#client/lib/texts.ts';

// With the few of the entry dialog that somebody's day leads to.
const MY_DAY: Catalogues = {
  de: async () => {
    const [{ default: day }, { default: entry }] = await Promise.all([
      import('#client/locales/de/my-day.json'),
      import('#client/locales/de/quick-entry.json'),
    ]);
    return { texts: { ...entry, ...day } };
  },
  es: async () => {
    const [{ default: day }, { default: entry }] = await Promise.all([
      import('#client/locales/es/my-day.json'),
      import('#client/locales/es/quick-entry.json'),
    ]);
    return { texts: { ...entry, ...day } };
  },
};

/** Fetches the words of a person's own day, of pay periods, and of the hand that holds the phone. A start does without them. */
export const loadMyDayWords = (): Promise<void> => loadWords(MY_DAY);
