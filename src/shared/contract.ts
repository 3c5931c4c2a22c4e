import { apiKeyEndpoints } from '#shared/domain/api-key.ts';
import { attachmentEndpoints } from '#shared/domain/attachment.ts';
import { auditLogEndpoints } from '#shared/domain/audit-log.ts';
import { changesEndpoints } from '#shared/domain/changes.ts';
import { customDataFieldEndpoints } from '#shared/domain/custom-data-field.ts';
import { customerEndpoints } from '#shared/domain/customer.ts';
import { deviceEndpoints } from '#shared/domain/device.ts';
import { employeeEndpoints } from '#shared/domain/employee.ts';
import { equipmentEndpoints } from '#shared/domain/equipment.ts';
import { implementEndpoints } from '#shared/domain/implement.ts';
import { jobEntryEndpoints } from '#shared/domain/job-entry.ts';
import { jobSummaryEndpoints } from '#shared/domain/job-summary.ts';
import { jobEndpoints } from '#shared/domain/job.ts';
import { liveEndpoints } from '#shared/domain/live.ts';
import { organizationEndpoints } from '#shared/domain/organization.ts';
import { serviceTypeEndpoints } from '#shared/domain/service-type.ts';
import { userEndpoints } from '#shared/domain/user.ts';

/** Every call of the API. What is not here is not served; what is here needs a handler to compile. */
export const contract = {
  users: userEndpoints,
  organizations: organizationEndpoints,
  customers: customerEndpoints,
  employees: employeeEndpoints,
  serviceTypes: serviceTypeEndpoints,
  customDataFields: customDataFieldEndpoints,
  equipment: equipmentEndpoints,
  implements: implementEndpoints,
  jobs: { ...jobEndpoints, ...jobSummaryEndpoints },
  jobEntries: jobEntryEndpoints,
  attachments: attachmentEndpoints,
  auditLogs: auditLogEndpoints,
  changes: changesEndpoints,
  apiKeys: apiKeyEndpoints,
  devices: deviceEndpoints,
  live: liveEndpoints,
};
export type Contract = typeof contract;
