import { UNASKED } from '#shared/domain/asked.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { missingOf } from '#shared/domain/missing.ts';
import type { Context } from '#server/context.ts';
import type { Names, NewEntryReferences } from '#server/data/entry-references.ts';
import { countUses } from '#server/data/field-uses.ts';
import { snakeCase } from '#server/data/snake-case.ts';
import type { Step } from '#server/db/database.ts';
import { doStep } from '#server/db/gather.ts';

/** The columns that a new entry is given; all others follow from them, or have a default. */
const COLUMNS = [
  'id',
  'createdAt',
  'updatedAt',
  'jobId',
  'customerId',
  'serviceTypeId',
  'date',
  'season',
  'equipmentIds',
  'operatorIds',
  'implementId',
  'totalHours',
  'billableHours',
  'fuel',
  'loads',
  'notes',
  'photos',
  'customFieldValues',
  'hintsAccepted',
  'runId',
  'spans',
] as const;

type Row = Pick<JobEntry, (typeof COLUMNS)[number]>;
/** What a new entry is made of. */
export type NewEntry = Omit<Row, 'id' | 'createdAt' | 'updatedAt'>;

/** `$3` is a JSON array of rows under their columns' names. */
const INSERT = `
  insert into job_entries (organization_id, created_by, ${COLUMNS.map(snakeCase).join(', ')})
  select $1, $2, ${COLUMNS.map((column) => `t.${snakeCase(column)}`).join(', ')}
    from json_to_recordset($3::json) as t (
           id int, created_at timestamptz, updated_at timestamptz, job_id int, customer_id int, service_type_id int, date date, season text,
           equipment_ids int[], operator_ids int[], implement_id int, total_hours numeric, billable_hours numeric, fuel numeric,
           loads numeric, notes text, photos text[], custom_field_values jsonb, hints_accepted text[],
           run_id int, spans jsonb)`;

/** Nobody waits for them: that they cannot be written fails whatever comes next in the transaction, and its end. */
const insertEntries: Step<Pick<Context, 'db' | 'orgId' | 'user'>, Row, void> = {
  isRead: false,
  run: (ctx, rows) => {
    const named = rows.map((row) => Object.fromEntries(COLUMNS.map((column) => [snakeCase(column), row[column]])));
    ctx.db.sendWithNext([{ name: 'insert-job-entries', text: INSERT, values: [ctx.orgId, ctx.user.id, JSON.stringify(named)] }]);
    return Promise.resolve(rows.map(() => undefined));
  },
};

const namesOf = (ids: readonly number[], names: Names): string[] => ids.map((id) => names.get(id) ?? '');

/** The entry as the API answers it, as if it had been read again. */
const answerOf = ({ orgId, user }: Context, row: Row, references: NewEntryReferences): JobEntry => ({
  ...row,
  organizationId: orgId,
  version: 1,
  createdBy: user.id,
  updatedBy: null,
  equipmentId: row.equipmentIds[0] ?? null,
  operatorId: row.operatorIds[0] ?? null,
  missing: missingOf(row, references.asking, references.askedFields),
  checkedBy: null,
  checkedAt: null,
  checkedByName: null,
  ...UNASKED,
  jobName: references.job.name,
  awaitsJob: references.job.isPlaceholder,
  customerName: references.job.customerName,
  serviceTypeName: references.serviceTypeName ?? '',
  implementName: row.implementId === null ? null : (references.implements.get(row.implementId) ?? null),
  equipmentNames: namesOf(row.equipmentIds, references.equipment),
  operatorNames: namesOf(row.operatorIds, references.operators),
});

/** Writes the entry and returns it as the API answers it. `noted` goes into the audit log. */
export const insertEntry = async (
  ctx: Context,
  references: NewEntryReferences,
  given: NewEntry,
  noted: Record<string, unknown>,
  called: string,
): Promise<JobEntry> => {
  const row = { ...given, id: references.newId, createdAt: references.now, updatedAt: references.now };
  await doStep(insertEntries, ctx, row);
  ctx.journal.record({ entityType: 'job_entry', entityId: row.id, action: 'create', subject: called, old: null, new: noted });
  const entry = answerOf(ctx, row, references);
  countUses(ctx, null, entry);
  return entry;
};
