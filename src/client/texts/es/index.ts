import { archiveTexts } from '#client/texts/es/archive.ts';
import { billedOnceTexts } from '#client/texts/es/billed-once.ts';
import { billingTexts } from '#client/texts/es/billing.ts';
import { billingOutTexts } from '#client/texts/es/billing-out.ts';
import { checksTexts } from '#client/texts/es/checks.ts';
import { commonTexts } from '#client/texts/es/common.ts';
import { costsTexts } from '#client/texts/es/costs.ts';
import { customersTexts } from '#client/texts/es/customers.ts';
import { dataTexts } from '#client/texts/es/data.ts';
import { employeesTexts } from '#client/texts/es/employees.ts';
import { entriesTexts } from '#client/texts/es/entries.ts';
import { equipmentTexts } from '#client/texts/es/equipment.ts';
import { installationTexts } from '#client/texts/es/installation.ts';
import { inviteTexts } from '#client/texts/es/invite.ts';
import { issuingTexts } from '#client/texts/es/issuing.ts';
import { jobsTexts } from '#client/texts/es/jobs.ts';
import { landingTexts } from '#client/texts/es/landing.ts';
import { membersTexts } from '#client/texts/es/members.ts';
import { onboardingTexts } from '#client/texts/es/onboarding.ts';
import { organizationTexts } from '#client/texts/es/organization.ts';
import { reportsTexts } from '#client/texts/es/reports.ts';
import { secondStepTexts } from '#client/texts/es/second-step.ts';
import { serviceTypesTexts } from '#client/texts/es/service-types.ts';
import { settingsTexts } from '#client/texts/es/settings.ts';
import { shellTexts } from '#client/texts/es/shell.ts';
import { signInTexts } from '#client/texts/es/sign-in.ts';
import { signInsTexts } from '#client/texts/es/sign-ins.ts';
import { syncTexts } from '#client/texts/es/sync.ts';
import { toldTexts } from '#client/texts/es/told.ts';
import type { de } from '#client/texts/de/index.ts';

/** Every text of the screens in Spanish, by its English words. */
export const es: Readonly<Record<keyof typeof de, string>> = {
  ...archiveTexts,
  ...billedOnceTexts,
  ...billingTexts,
  ...billingOutTexts,
  ...checksTexts,
  ...commonTexts,
  ...costsTexts,
  ...customersTexts,
  ...dataTexts,
  ...employeesTexts,
  ...entriesTexts,
  ...equipmentTexts,
  ...installationTexts,
  ...inviteTexts,
  ...issuingTexts,
  ...jobsTexts,
  ...landingTexts,
  ...membersTexts,
  ...onboardingTexts,
  ...organizationTexts,
  ...reportsTexts,
  ...secondStepTexts,
  ...serviceTypesTexts,
  ...settingsTexts,
  ...shellTexts,
  ...signInTexts,
  ...signInsTexts,
  ...syncTexts,
  ...toldTexts,
};
