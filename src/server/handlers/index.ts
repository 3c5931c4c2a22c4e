import { attachmentHandlers } from '#server/handlers/attachments.ts';
import { apiKeyHandlers } from '#server/handlers/api-keys.ts';
import { auditLogHandlers } from '#server/handlers/audit-logs.ts';
import { changesHandlers } from '#server/handlers/changes.ts';
import { customDataFieldHandlers } from '#server/handlers/custom-data-fields.ts';
import { customerHandlers } from '#server/handlers/customers.ts';
import { deviceHandlers } from '#server/handlers/devices.ts';
import { employeeHandlers } from '#server/handlers/employees.ts';
import { equipmentHandlers } from '#server/handlers/equipment.ts';
import { implementHandlers } from '#server/handlers/implements.ts';
import { jobEntryHandlers } from '#server/handlers/job-entries.ts';
import { jobHandlers } from '#server/handlers/jobs.ts';
import { liveHandlers } from '#server/handlers/live.ts';
import { organizationHandlers } from '#server/handlers/organizations.ts';
import { serviceTypeHandlers } from '#server/handlers/service-types.ts';
import type { Handlers } from '#server/handlers/types.ts';
import { userHandlers } from '#server/handlers/users.ts';

export const handlers: Handlers = {
  users: userHandlers,
  organizations: organizationHandlers,
  customers: customerHandlers,
  employees: employeeHandlers,
  serviceTypes: serviceTypeHandlers,
  customDataFields: customDataFieldHandlers,
  equipment: equipmentHandlers,
  implements: implementHandlers,
  jobs: jobHandlers,
  jobEntries: jobEntryHandlers,
  attachments: attachmentHandlers,
  auditLogs: auditLogHandlers,
  changes: changesHandlers,
  apiKeys: apiKeyHandlers,
  devices: deviceHandlers,
  live: liveHandlers,
};
