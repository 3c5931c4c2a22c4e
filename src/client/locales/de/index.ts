import archive from '#client/locales/de/archive.json';
import billing from '#client/locales/de/billing.json';
import checks from '#client/locales/de/checks.json';
import common from '#client/locales/de/common.json';
import costs from '#client/locales/de/costs.json';
import customers from '#client/locales/de/customers.json';
import data from '#client/locales/de/data.json';
import employees from '#client/locales/de/employees.json';
import entries from '#client/locales/de/entries.json';
import equipment from '#client/locales/de/equipment.json';
import guide from '#client/locales/de/guide.json';
import invite from '#client/locales/de/invite.json';
import jobs from '#client/locales/de/jobs.json';
import listExport from '#client/locales/de/list-export.json';
import members from '#client/locales/de/members.json';
import onboarding from '#client/locales/de/onboarding.json';
import organization from '#client/locales/de/organization.json';
import people from '#client/locales/de/people.json';
import reports from '#client/locales/de/reports.json';
import secondStep from '#client/locales/de/second-step.json';
import serviceTypes from '#client/locales/de/service-types.json';
import settings from '#client/locales/de/settings.json';
import shell from '#client/locales/de/shell.json';
import signIn from '#client/locales/de/sign-in.json';
import signIns from '#client/locales/de/sign-ins.json';
import sync from '#client/locales/de/sync.json';
import terms from '#client/locales/de/terms.json';
import undo from '#client/locales/de/undo.json';

export { default as messages } from '#client/locales/de/messages.json';

/** Every text of the screens in German, by its English words. */
export const de = {
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
