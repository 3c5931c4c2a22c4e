import { can, type Capability } from '#shared/access/capabilities.ts';
import { type Audited, type Restored, UNDO_DAYS } from '#shared/domain/audit-log.ts';
import { mayEditEmployee } from '#shared/domain/employee.ts';
import { mayDeleteEntry } from '#shared/domain/job-entry.ts';
import { daysBefore } from '#shared/lib/dates.ts';
import { AppError } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { findAuditLog } from '#server/data/audit-logs.ts';
import { costRateData } from '#server/data/cost-rates.ts';
import { customDataFieldData } from '#server/data/custom-data-fields.ts';
import { customerData } from '#server/data/customers.ts';
import { employeeData } from '#server/data/employees.ts';
import { placeholderOf } from '#server/commands/placeholder-jobs.ts';
import { restoreDraft } from '#server/commands/bill-drafts.ts';
import { equipmentData } from '#server/data/equipment.ts';
import { implementData } from '#server/data/implements.ts';
import { jobEntryData } from '#server/data/job-entries.ts';
import { jobData } from '#server/data/jobs.ts';
import { moveDeletedEntry } from '#server/data/placeholder-jobs.ts';
import { rateData } from '#server/data/rates.ts';
import { serviceTypeData } from '#server/data/service-types.ts';

type Restore = (ctx: Context, id: number, subject: string) => Promise<void>;

const forbidden = () => new AppError('forbidden', 'Only who may delete such a record may bring it back.');

const forThoseWith =
  (capability: Capability, restore: (ctx: Context, id: number, subject: string) => Promise<unknown>): Restore =>
  async (ctx, id, subject) => {
    if (!can(ctx.level, capability)) {
      throw forbidden();
    }
    await restore(ctx, id, subject);
  };

const restoreEntry: Restore = async (ctx, id, subject) => {
  const entry = await jobEntryData.findDeleted(ctx, id);
  if (entry.jobIsDeleted && !entry.awaitsJob) {
    throw new AppError('conflict', 'The job of this entry is deleted. Bring the job back first.');
  }
  // 'No job yet' went with its last entry: the customer's new one takes this one in.
  const jobId = entry.jobIsDeleted ? await placeholderOf(ctx, entry.customerId) : entry.jobId;
  if (jobId !== entry.jobId) {
    await moveDeletedEntry(ctx, id, jobId);
  }
  const { status, name } = await jobData.lock(ctx, jobId, 'share');
  if (status === 'billed') {
    throw new AppError('job_not_open', `The job ${name} is billed. Reopen it before you bring its entries back.`);
  }
  if (!mayDeleteEntry(ctx.level, status, entry.createdBy === ctx.user.id)) {
    throw forbidden();
  }
  await jobEntryData.restore(ctx, id, subject);
};

const restoreEmployee = async (ctx: Context, id: number): Promise<void> => {
  const { accessLevel } = await employeeData.restore(ctx, id);
  if (!mayEditEmployee(ctx.level, accessLevel)) {
    throw forbidden();
  }
};

/** How each kind of record comes back; those without a way are deleted for good. */
const RESTORE: Partial<Record<Audited, Restore>> = {
  customer: forThoseWith('records:delete', (ctx, id) => customerData.restore(ctx, id)),
  job: forThoseWith('records:delete', (ctx, id) => jobData.restore(ctx, id)),
  job_entry: restoreEntry,
  employee: forThoseWith('employees:write', restoreEmployee),
  equipment: forThoseWith('setup:write', (ctx, id) => equipmentData.restore(ctx, id)),
  implement: forThoseWith('setup:write', (ctx, id) => implementData.restore(ctx, id)),
  service_type: forThoseWith('setup:write', (ctx, id) => serviceTypeData.restore(ctx, id)),
  custom_data_field: forThoseWith('setup:write', (ctx, id, name) => customDataFieldData.restore(ctx, id, name)),
  rate: forThoseWith('money:write', (ctx, id, name) => rateData.restore(ctx, id, name)),
  cost_rate: forThoseWith('money:write', (ctx, id, name) => costRateData.restore(ctx, id, name)),
  bill_draft: forThoseWith('jobs:bill', (ctx, id) => restoreDraft(ctx, id)),
};

/** Takes back the deletion that an audit log item tells of, within 30 days (decisions §10). */
export const undoDeletion = async (ctx: Context, auditLogId: number): Promise<Restored> => {
  const item = await findAuditLog(ctx, auditLogId);
  if (!item) {
    throw new AppError('not_found', 'Activity not found');
  }
  const restore = RESTORE[item.entityType];
  if (item.action !== 'delete' || !restore) {
    throw new AppError('conflict', 'Only the deletion of a record can be undone.');
  }
  if (new Date(item.timestamp) < daysBefore(ctx.now(), UNDO_DAYS)) {
    throw new AppError('conflict', `A deletion can be undone for ${UNDO_DAYS} days.`);
  }
  await restore(ctx, item.entityId, item.subject);
  return { entityType: item.entityType, entityId: item.entityId };
};
