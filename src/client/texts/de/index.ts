import { archiveTexts } from '#client/texts/de/archive.ts';
import { billedOnceTexts } from '#client/texts/de/billed-once.ts';
import { billingTexts } from '#client/texts/de/billing.ts';
import { billingOutTexts } from '#client/texts/de/billing-out.ts';
import { checksTexts } from '#client/texts/de/checks.ts';
import { commonTexts } from '#client/texts/de/common.ts';
import { costsTexts } from '#client/texts/de/costs.ts';
import { customersTexts } from '#client/texts/de/customers.ts';
import { dataTexts } from '#client/texts/de/data.ts';
import { employeesTexts } from '#client/texts/de/employees.ts';
import { entriesTexts } from '#client/texts/de/entries.ts';
import { equipmentTexts } from '#client/texts/de/equipment.ts';
import { installationTexts } from '#client/texts/de/installation.ts';
import { inviteTexts } from '#client/texts/de/invite.ts';
import { issuingTexts } from '#client/texts/de/issuing.ts';
import { jobsTexts } from '#client/texts/de/jobs.ts';
import { landingTexts } from '#client/texts/de/landing.ts';
import { membersTexts } from '#client/texts/de/members.ts';
import { onboardingTexts } from '#client/texts/de/onboarding.ts';
import { organizationTexts } from '#client/texts/de/organization.ts';
import { reportsTexts } from '#client/texts/de/reports.ts';
import { secondStepTexts } from '#client/texts/de/second-step.ts';
import { serviceTypesTexts } from '#client/texts/de/service-types.ts';
import { settingsTexts } from '#client/texts/de/settings.ts';
import { shellTexts } from '#client/texts/de/shell.ts';
import { signInTexts } from '#client/texts/de/sign-in.ts';
import { signInsTexts } from '#client/texts/de/sign-ins.ts';
import { syncTexts } from '#client/texts/de/sync.ts';
import { toldTexts } from '#client/texts/de/told.ts';

/** Every text of the screens in German, by its English words. */
export const de = {
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
