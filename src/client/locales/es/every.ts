import bank from '#client/locales/es/bank.json';
import type { de } from '#client/locales/de/every.ts';
import billingDesk from '#client/locales/es/billing-desk.json';
import billingSettings from '#client/locales/es/billing-settings.json';
import bills from '#client/locales/es/bills.json';
import customerBilling from '#client/locales/es/customer-billing.json';
import desk from '#client/locales/es/desk.json';
import firstDay from '#client/locales/es/first-day.json';
import firstSteps from '#client/locales/es/first-steps.json';
import hints from '#client/locales/es/hints.json';
import imports from '#client/locales/es/importing.json';
import installation from '#client/locales/es/installation.json';
import myDay from '#client/locales/es/my-day.json';
import notices from '#client/locales/es/notices.json';
import office from '#client/locales/es/office.json';
import questions from '#client/locales/es/questions.json';
import quickEntry from '#client/locales/es/quick-entry.json';
import receivables from '#client/locales/es/receivables.json';
import repeat from '#client/locales/es/repeat.json';
import run from '#client/locales/es/run.json';
import undoEntry from '#client/locales/es/undo-entry.json';
import landing from '#client/locales/es/landing.json';
import { es as ofTheApp } from '#client/locales/es/index.ts';

export { messages } from '#client/locales/es/index.ts';

/** The texts that a page fetches at its start, and those that are fetched with the screens that need them. */
export const es: Readonly<Record<keyof typeof de, string>> = {
  ...ofTheApp,
  ...bank,
  ...landing,
  ...billingDesk,
  ...billingSettings,
  ...bills,
  ...customerBilling,
  ...desk,
  ...firstDay,
  ...firstSteps,
  ...hints,
  ...imports,
  ...installation,
  ...myDay,
  ...notices,
  ...office,
  ...questions,
  ...quickEntry,
  ...receivables,
  ...repeat,
  ...run,
  ...undoEntry,
};
