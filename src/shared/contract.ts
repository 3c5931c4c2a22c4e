import { accountEndpoints } from '#shared/domain/account.ts';
import { apiKeyEndpoints } from '#shared/domain/api-key.ts';
import { archiveEndpoints } from '#shared/domain/archive.ts';
import { attachmentEndpoints } from '#shared/domain/attachment.ts';
import { auditLogEndpoints } from '#shared/domain/audit-log.ts';
import { billDraftEndpoints, billingRecordEndpoints } from '#shared/domain/billing-record.ts';
import { billingOutputEndpoints } from '#shared/domain/billing-output.ts';
import { billingStandingEndpoints } from '#shared/domain/billing-standing.ts';
import { changesEndpoints } from '#shared/domain/changes.ts';
import { confirmationEndpoints } from '#shared/domain/confirmation.ts';
import { costRateEndpoints } from '#shared/domain/cost-rate.ts';
import { customDataFieldEndpoints } from '#shared/domain/custom-data-field.ts';
import { customerEndpoints } from '#shared/domain/customer.ts';
import { deviceEndpoints } from '#shared/domain/device.ts';
import { employeeEndpoints } from '#shared/domain/employee.ts';
import { entryCheckEndpoints } from '#shared/domain/entry-check.ts';
import { equipmentEndpoints } from '#shared/domain/equipment.ts';
import { implementEndpoints } from '#shared/domain/implement.ts';
import { installationEndpoints } from '#shared/domain/installation.ts';
import { invitationEndpoints } from '#shared/domain/invitation.ts';
import { jobEntryEndpoints } from '#shared/domain/job-entry.ts';
import { jobSummaryEndpoints } from '#shared/domain/job-summary.ts';
import { jobEndpoints } from '#shared/domain/job.ts';
import { liveEndpoints } from '#shared/domain/live.ts';
import { organizationEndpoints } from '#shared/domain/organization.ts';
import { rateEndpoints } from '#shared/domain/rate.ts';
import { reportEndpoints } from '#shared/domain/report.ts';
import { accountEventEndpoints, memberEventEndpoints } from '#shared/domain/security-event.ts';
import { secondStepEndpoints } from '#shared/domain/second-step.ts';
import { serviceTypeEndpoints } from '#shared/domain/service-type.ts';
import { unbilledJobEndpoints } from '#shared/domain/unbilled-job.ts';
import { usageEndpoints } from '#shared/domain/usage.ts';
import { userEndpoints } from '#shared/domain/user.ts';

/** Every call of the API. What is not here is not served; what is here needs a handler to compile. */
export const contract = {
  users: userEndpoints,
  account: { ...accountEndpoints, ...accountEventEndpoints },
  confirmations: confirmationEndpoints,
  secondSteps: secondStepEndpoints,
  organizations: organizationEndpoints,
  archives: archiveEndpoints,
  customers: customerEndpoints,
  employees: { ...employeeEndpoints, ...memberEventEndpoints },
  invitations: invitationEndpoints,
  serviceTypes: serviceTypeEndpoints,
  customDataFields: customDataFieldEndpoints,
  equipment: equipmentEndpoints,
  implements: implementEndpoints,
  jobs: { ...jobEndpoints, ...jobSummaryEndpoints },
  jobEntries: jobEntryEndpoints,
  entryChecks: entryCheckEndpoints,
  rates: rateEndpoints,
  costRates: costRateEndpoints,
  unbilledJobs: unbilledJobEndpoints,
  billDrafts: billDraftEndpoints,
  billingRecords: billingRecordEndpoints,
  billingOutputs: billingOutputEndpoints,
  billingStandings: billingStandingEndpoints,
  reports: reportEndpoints,
  attachments: attachmentEndpoints,
  auditLogs: auditLogEndpoints,
  changes: changesEndpoints,
  apiKeys: apiKeyEndpoints,
  devices: deviceEndpoints,
  live: liveEndpoints,
  usage: usageEndpoints,
  installation: installationEndpoints,
};
export type Contract = typeof contract;
