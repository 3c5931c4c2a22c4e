import bank from '#client/locales/de/bank.json';
import billingDesk from '#client/locales/de/billing-desk.json';
import billingSettings from '#client/locales/de/billing-settings.json';
import bills from '#client/locales/de/bills.json';
import customerBilling from '#client/locales/de/customer-billing.json';
import desk from '#client/locales/de/desk.json';
import firstDay from '#client/locales/de/first-day.json';
import firstSteps from '#client/locales/de/first-steps.json';
import hints from '#client/locales/de/hints.json';
import imports from '#client/locales/de/importing.json';
import installation from '#client/locales/de/installation.json';
import myDay from '#client/locales/de/my-day.json';
import notices from '#client/locales/de/notices.json';
import office from '#client/locales/de/office.json';
import questions from '#client/locales/de/questions.json';
import quickEntry from '#client/locales/de/quick-entry.json';
import receivables from '#client/locales/de/receivables.json';
import repeat from '#client/locales/de/repeat.json';
import run from '#client/locales/de/run.json';
import undoEntry from '#client/locales/de/undo-entry.json';
import landing from '#client/locales/de/landing.json';
import { de as ofTheApp } from '#client/locales/de/index.ts';

export { messages } from '#client/locales/de/index.ts';

/** The texts that a page fetches at its start, and those that are fetched with the screens that need them. */
export const de = {
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
