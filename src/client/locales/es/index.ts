import archive from '#client/locales/es/archive.json';
import billing from '#client/locales/es/billing.json';
import checks from '#client/locales/es/checks.json';
import common from '#client/locales/es/common.json';
import costs from '#client/locales/es/costs.json';
import customers from '#client/locales/es/customers.json';
import data from '#client/locales/es/data.json';
import employees from '#client/locales/es/employees.json';
import entries from '#client/locales/es/entries.json';
import equipment from '#client/locales/es/equipment.json';
import guide from '#client/locales/es/guide.json';
import invite from '#client/locales/es/invite.json';
import jobs from '#client/locales/es/jobs.json';
import listExport from '#client/locales/es/list-export.json';
import members from '#client/locales/es/members.json';
import onboarding from '#client/locales/es/onboarding.json';
import organization from '#client/locales/es/organization.json';
import people from '#client/locales/es/people.json';
import reports from '#client/locales/es/reports.json';
import secondStep from '#client/locales/es/second-step.json';
import serviceTypes from '#client/locales/es/service-types.json';
import settings from '#client/locales/es/settings.json';
import shell from '#client/locales/es/shell.json';
import signIn from '#client/locales/es/sign-in.json';
import signIns from '#client/locales/es/sign-ins.json';
import sync from '#client/locales/es/sync.json';
import terms from '#client/locales/es/terms.json';
import undo from '#client/locales/es/undo.json';
import type { de } from '#client/locales/de/index.ts';

export { default as messages } from '#client/locales/es/messages.json';

/** Every text of the screens in Spanish, by its English words. */
export const es: Readonly<Record<keyof typeof de, string>> = {
  ...archive,
  ...billing,
  ...checks,
  ...common,
  ...costs,
  ...customers,
  ...data,
  ...employees,
  ...entries,
  ...equipment,
  ...guide,
  ...invite,
  ...jobs,
  ...listExport,
  ...members,
  ...onboarding,
  ...organization,
  ...people,
  ...reports,
  ...secondStep,
  ...serviceTypes,
  ...settings,
  ...shell,
  ...signIn,
  ...signIns,
  ...sync,
  ...terms,
  ...undo,
};
