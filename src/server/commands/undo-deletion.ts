import { can } from '#shared/access/capabilities.ts';
import { type Restored, UNDO_DAYS } from '#shared/domain/audit-log.ts';
import { mayEditEmployee } from '#shared/domain/employee.ts';
import { mayDeleteEntry, mayWriteWork } from '#shared/domain/own-work.ts';
import { ENTITIES, type Entity, type KindName, removerOf } from '#shared/kinds/registry.ts';
import { kindOfAudited } from '#shared/kinds/spellings.ts';
import { daysBefore } from '#shared/lib/dates.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { findAuditLog } from '#server/data/audit-logs.ts';
import { employeeData } from '#server/data/employees.ts';
import { placeholderOf } from '#server/commands/placeholder-jobs.ts';
import { followRuns, shareRuns, sharingRunsOf } from '#server/commands/share-run.ts';
import { restoreRun } from '#server/commands/write-run.ts';
import { dayOffData } from '#server/data/days-off.ts';
import { restoreDraft } from '#server/billing/commands/bill-drafts.ts';
import { jobEntryData } from '#server/data/job-entries.ts';
import { jobData } from '#server/data/jobs.ts';
import { holdRuns } from '#server/data/run-locks.ts';
import { KIND_DATA } from '#server/data/kinds.ts';
import { moveDeletedEntry } from '#server/data/placeholder-jobs.ts';

/** `old` is what the deletion noted. */
type Restore = (ctx: Context, id: number, subject: string, old: Readonly<Record<string, unknown>>) => Promise<unknown>;

const forbidden = () => refusal('forbidden', 'restoreNotAllowed');

const restoreEntry: Restore = async (ctx, id, subject) => {
  const entry = await jobEntryData.findDeleted(ctx, id);
  if (entry.jobIsDeleted && !entry.awaitsJob) {
    throw refusal('conflict', 'jobOfEntryDeleted');
  }
  // 'No job yet' was deleted with its last entry: the customer's new one takes this one in.
  const jobId = entry.jobIsDeleted ? await placeholderOf(ctx, entry.customerId) : entry.jobId;
  if (jobId !== entry.jobId) {
    await moveDeletedEntry(ctx, id, jobId);
  }
  const { runs } = await followRuns(ctx, { ...entry, jobId, fuel: null }, {});
  const { status, name } = await jobData.lock(ctx, jobId, 'share');
  if (status === 'billed') {
    throw refusal('job_not_open', 'jobBilledNoRestore', { name });
  }
  if (!mayDeleteEntry(ctx.level, status, entry.createdBy === ctx.user.id)) {
    throw forbidden();
  }
  await jobEntryData.restore(ctx, id, subject);
  // Its run may have been restored with its entries just before. From now on it is held.
  const { runId } = await jobEntryData.find(ctx, id);
  const late = runId === null || runId === entry.runId ? [] : await holdRuns(ctx, { runIds: [runId], jobIds: [jobId] });
  await shareRuns(ctx, [...runs, ...late]);
};

const restoreEmployee = async (ctx: Context, id: number): Promise<void> => {
  const { accessLevel } = await employeeData.restore(ctx, id);
  if (!mayEditEmployee(ctx.level, accessLevel)) {
    throw forbidden();
  }
};

const restoreJob: Restore = (ctx, id) => sharingRunsOf(ctx, id, () => jobData.restore(ctx, id));

const restoreDayOff: Restore = async (ctx, id, subject) => {
  const { createdBy } = await dayOffData.restore(ctx, id, subject);
  if (!mayWriteWork(ctx.level, createdBy === ctx.user.id)) {
    throw forbidden();
  }
};

/** How to restore a record that more depends on than its row. */
const RESTORE: Readonly<Partial<Record<Entity, Restore>>> = {
  job: restoreJob,
  jobEntry: restoreEntry,
  run: restoreRun,
  dayOff: restoreDayOff,
  employee: restoreEmployee,
  billDraft: restoreDraft,
};

const isEntity = (kind: KindName): kind is Entity => ENTITIES.some((entity) => entity === kind);

/** Undoes the deletion that an audit log item tells of, within 30 days (specification 8.18). */
export const undoDeletion = async (ctx: Context, auditLogId: number): Promise<Restored> => {
  const item = await findAuditLog(ctx, auditLogId);
  if (!item) {
    throw refusal('not_found', 'activityNotFound');
  }
  const kind = kindOfAudited(item.entityType);
  // The others are deleted for good.
  if (item.action !== 'delete' || !isEntity(kind)) {
    throw refusal('conflict', 'onlyDeletionsUndone');
  }
  if (new Date(item.timestamp) < daysBefore(ctx.now(), UNDO_DAYS)) {
    throw refusal('conflict', 'undoTooLate', { days: UNDO_DAYS });
  }
  // Only someone who may delete it may bring it back (specification 8.23).
  if (!can(ctx.level, removerOf(kind))) {
    throw forbidden();
  }
  const { [kind]: restore = KIND_DATA[kind].restore } = RESTORE;
  await restore(ctx, item.entityId, item.subject, item.changes.old ?? {});
  return { entityType: item.entityType, entityId: item.entityId };
};
