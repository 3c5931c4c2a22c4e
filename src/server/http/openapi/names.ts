import type * as z from 'zod/mini';
import { apiKey, apiKeyInput, newApiKey } from '#shared/domain/api-key.ts';
import { attachment } from '#shared/domain/attachment.ts';
import { auditLog, restored } from '#shared/domain/audit-log.ts';
import { changesPage } from '#shared/domain/changes.ts';
import { customDataField, customDataFieldInput, customDataFieldPatch } from '#shared/domain/custom-data-field.ts';
import { customer, customerInput, customerPatch } from '#shared/domain/customer.ts';
import { device, deviceInput } from '#shared/domain/device.ts';
import { employee, employeeEndpoints, employeeInput, employeePatch } from '#shared/domain/employee.ts';
import { equipment, equipmentInput, equipmentPatch } from '#shared/domain/equipment.ts';
import { implement, implementInput, implementPatch } from '#shared/domain/implement.ts';
import { jobEntry, jobEntryInput, jobEntryPatch } from '#shared/domain/job-entry.ts';
import { jobSummary } from '#shared/domain/job-summary.ts';
import { job, jobInput, jobPatch } from '#shared/domain/job.ts';
import { organization, organizationInput, organizationPatch } from '#shared/domain/organization.ts';
import { serviceType, serviceTypeInput, serviceTypePatch } from '#shared/domain/service-type.ts';
import { loginInput, registerInput, user } from '#shared/domain/user.ts';

type Schema = z.core.$ZodType;
type Named = readonly [schema: Schema, name: string, description: string];

const CHANGE = 'Fields that are left out stay as they are.';

const summaryGroup = jobSummary.shape.groups.def.element;

/** Every schema that the document names, so that a record is described once and generated clients get one type for it. */
export const NAMED_SCHEMAS: readonly Named[] = [
  [user, 'User', 'An account: a person who signs in.'],
  [loginInput, 'LoginInput', 'E-mail and password.'],
  [registerInput, 'RegisterInput', 'A new account.'],
  [organization, 'Organization', 'A contractor’s company, as the signed-in user sees it.'],
  [organizationInput, 'OrganizationInput', 'A new organization; its maker becomes its owner.'],
  [organizationPatch, 'OrganizationPatch', `A change of an organization. ${CHANGE}`],
  [customer, 'Customer', 'Somebody whom the contractor works for.'],
  [customerInput, 'CustomerInput', 'A new customer.'],
  [customerPatch, 'CustomerPatch', `A change of a customer. ${CHANGE}`],
  [employee, 'Employee', 'Somebody of the company: an operator of machines, a user of Headland, or both.'],
  [employeeInput, 'EmployeeInput', 'A new employee.'],
  [employeePatch, 'EmployeePatch', `A change of an employee. ${CHANGE}`],
  [employeeEndpoints.members.response.def.element, 'Member', 'An employee who signs in.'],
  [serviceType, 'ServiceType', 'A kind of work, such as mowing or hauling, and the data fields that its entries take.'],
  [serviceTypeInput, 'ServiceTypeInput', 'A new service.'],
  [serviceTypePatch, 'ServiceTypePatch', `A change of a service. ${CHANGE}`],
  [serviceTypeInput.shape.requiredFields.def.innerType, 'JsonValue', 'Any JSON.'],
  [customDataField, 'CustomDataField', 'Something that an entry may hold. Six system fields come with every organization.'],
  [customDataFieldInput, 'CustomDataFieldInput', 'A new data field.'],
  [customDataFieldPatch, 'CustomDataFieldPatch', `A change of a data field. ${CHANGE}`],
  [equipment, 'Equipment', 'A machine.'],
  [equipmentInput, 'EquipmentInput', 'A new machine.'],
  [equipmentPatch, 'EquipmentPatch', `A change of a machine. ${CHANGE}`],
  [implement, 'Implement', 'What is pulled or carried by a machine.'],
  [implementInput, 'ImplementInput', 'A new implement.'],
  [implementPatch, 'ImplementPatch', `A change of an implement. ${CHANGE}`],
  [job, 'Job', 'Work for one customer, made up of entries.'],
  [jobInput, 'JobInput', 'A new job.'],
  [jobPatch, 'JobPatch', `A change of a job or of its status. ${CHANGE}`],
  [jobSummary, 'JobSummary', 'Totals of a job, by service.'],
  [summaryGroup, 'JobSummaryGroup', 'Totals of one service within a job.'],
  [summaryGroup.shape.totals.def.element, 'JobSummaryTotal', 'One number of the entries, added up exactly.'],
  [jobEntry, 'JobEntry', 'One piece of work on a job: date, service, machines, operators, hours, fuel, loads, notes and files.'],
  [jobEntryInput, 'JobEntryInput', 'A new entry. Its job is in the address, its customer comes from the job.'],
  [jobEntryPatch, 'JobEntryPatch', `A change of an entry; with \`jobId\` it moves to another open job. ${CHANGE}`],
  [attachment, 'Attachment', 'A file that the organization holds.'],
  [auditLog, 'AuditLog', 'Who changed what, and when.'],
  [auditLog.shape.changes, 'AuditLogChanges', 'Values before and after. Of an update only those that changed.'],
  [auditLog.shape.user.def.innerType, 'AuditLogUser', 'Who did it.'],
  [restored, 'Restored', 'What an undone deletion brought back.'],
  [changesPage, 'ChangesPage', 'What changed since a cursor.'],
  [changesPage.shape.upserts, 'ChangedRecords', 'Records that were made or changed, as they are now.'],
  [changesPage.shape.deletes, 'DeletedIds', 'Ids of records that were deleted.'],
  [apiKey, 'ApiKey', 'A key with which another program makes calls.'],
  [newApiKey, 'NewApiKey', 'A new API key with its secret.'],
  [apiKeyInput, 'ApiKeyInput', 'What a new API key is for and what it may do.'],
  [device, 'Device', 'A device of a member, and what it said last.'],
  [deviceInput, 'DeviceInput', 'What a device says of its unsent changes in one organization.'],
];

/** What the schema is about: `Customer` for `CustomerInput`, `CustomerPatch` and `Customer` itself. */
export const nounOf = (name: string): string => name.replace(/^New|(Input|Patch)$/g, '');
