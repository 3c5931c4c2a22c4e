import { loadInstallationWords } from '#client/data/load-installation-words.ts';
import { loadMyDayWords } from '#client/data/load-my-day-words.ts';
import { loadHintWords } from '#client/entities/job-entries/load-hint-words.ts';
import { loadRunWords } from '#client/entities/runs/load-run-words.ts';
import { type Catalogues, loadWords } from '#client/lib/texts.ts';

/** The words of the quick way through the set-up, which a company needs once. */
const FIRST_DAY: Catalogues = {
  de: async () => ({ texts: (await import('#client/locales/de/first-day.json')).default }),
  es: async () => ({ texts: (await import('#client/locales/es/first-day.json')).default }),
};

/** The words of the screen that imports files of records. */
const IMPORT: Catalogues = {
  de: async () => ({ texts: (await import('#client/locales/de/importing.json')).default }),
  es: async () => ({ texts: (await import('#client/locales/es/importing.json')).default }),
};

/** The words of the review desk. */
const DESK: Catalogues = {
  de: async () => ({ texts: (await import('#client/locales/de/desk.json')).default }),
  es: async () => ({ texts: (await import('#client/locales/es/desk.json')).default }),
};

/** The words of how the organization bills, and of how long bills are kept. */
const BILLING_SETTINGS: Catalogues = {
  de: async () => ({ texts: (await import('#client/locales/de/billing-settings.json')).default }),
  es: async () => ({ texts: (await import('#client/locales/es/billing-settings.json')).default }),
};

/** The words of doing an earlier season's work again. */
const REPEAT: Catalogues = {
  de: async () => ({ texts: (await import('#client/locales/de/repeat.json')).default }),
  es: async () => ({ texts: (await import('#client/locales/es/repeat.json')).default }),
};

/** The words of payments at the bank. */
const BANK: Catalogues = {
  de: async () => ({ texts: (await import('#client/locales/de/bank.json')).default }),
  es: async () => ({ texts: (await import('#client/locales/es/bank.json')).default }),
};

/** The words of how a customer is billed. */
const CUSTOMER_BILLING: Catalogues = {
  de: async () => ({ texts: (await import('#client/locales/de/customer-billing.json')).default }),
  es: async () => ({ texts: (await import('#client/locales/es/customer-billing.json')).default }),
};

/** The words of what customers owe: also of a payment and of reminders on a bill. */
const RECEIVABLES: Catalogues = {
  de: async () => ({ texts: (await import('#client/locales/de/receivables.json')).default }),
  es: async () => ({ texts: (await import('#client/locales/es/receivables.json')).default }),
};

/** The words of bills: drafts, records, their files and their payments. */
const BILLS: Catalogues = {
  de: async () => ({ texts: (await import('#client/locales/de/bills.json')).default }),
  es: async () => ({ texts: (await import('#client/locales/es/bills.json')).default }),
};

/** The words of the bills to come, and of those that are not paid. */
const BILLING_DESK: Catalogues = {
  de: async () => ({ texts: (await import('#client/locales/de/billing-desk.json')).default }),
  es: async () => ({ texts: (await import('#client/locales/es/billing-desk.json')).default }),
};

const withWords =
  (words: Catalogues) =>
  async <T>(load: () => Promise<T>): Promise<T> => {
    const [loaded] = await Promise.all([load(), loadWords(words)]);
    return loaded;
  };

/** Fetches a screen of the quick way with its words, which no start fetches. */
export const withFirstDayWords = withWords(FIRST_DAY);
/** The same for whatever names a customer's fields. */
export const withCustomerWords = withWords(CUSTOMER_BILLING);
/** The same for the import, whose columns are those fields, too. */
export const withImportWords = <T>(load: () => Promise<T>): Promise<T> => withCustomerWords(() => withWords(IMPORT)(load));
/** The same for the work of an earlier season. */
export const withRepeatWords = withWords(REPEAT);
/** The same for runs. */
export const withRunWords = async <T>(load: () => Promise<T>): Promise<T> => {
  const [loaded] = await Promise.all([load(), loadRunWords()]);
  return loaded;
};
/** The same for the review desk, which says hints, too. */
export const withDeskWords = async <T>(load: () => Promise<T>): Promise<T> => {
  const [loaded] = await Promise.all([withWords(DESK)(load), loadHintWords()]);
  return loaded;
};
/** The same for a bill, on which payments and reminders stand. */
export const withRecordWords = <T>(load: () => Promise<T>): Promise<T> => withWords(BILLS)(() => withWords(RECEIVABLES)(load));
/** The same for what goes when the organization is deleted. */
export const withRetentionWords = withWords(BILLING_SETTINGS);
/** The same for how the organization bills, which names levels of reminders. */
export const withBillingSettingsWords = <T>(load: () => Promise<T>): Promise<T> => withRetentionWords(() => withRecordWords(load));
/** The same for what names a pay period, or the hand that holds the phone. */
export const withMyDayWords = async <T>(load: () => Promise<T>): Promise<T> => {
  const [loaded] = await Promise.all([load(), loadMyDayWords()]);
  return loaded;
};
/** The same for the organization: its customers' fields, its pay period, and its backups. */
export const withOrganizationWords = async <T>(load: () => Promise<T>): Promise<T> => {
  const [loaded] = await Promise.all([withMyDayWords(() => withCustomerWords(load)), loadInstallationWords()]);
  return loaded;
};
/** The same for the history of everything, which names fields of customers, settings, questions and runs. */
export const withHistoryWords = <T>(load: () => Promise<T>): Promise<T> =>
  withCustomerWords(() =>
    withMyDayWords(() => withBillingSettingsWords(async () => (await Promise.all([load(), loadHintWords(), loadRunWords()]))[0])),
  );
/** The same for payments at the bank: with a desk's keys, an import's columns, and open bills. */
export const withBankWords = <T>(load: () => Promise<T>): Promise<T> =>
  withWords(DESK)(() => withWords(IMPORT)(() => withRecordWords(() => withWords(BANK)(load))));
/** The same for billing, which has a desk's words, too. */
export const withBillingWords = async <T>(load: () => Promise<T>): Promise<T> =>
  withWords(DESK)(() => withWords(BILLING_DESK)(() => withRecordWords(load)));
