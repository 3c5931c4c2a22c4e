import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { JobStatus } from '#shared/domain/job.ts';
import { refusal, refusalAt, refusalMessage } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { conditionsOf, type EntryFilter } from '#server/data/entry-filter.ts';
import { ANSWER, select, selectJson } from '#server/data/entry-sql.ts';
import { countUses } from '#server/data/field-uses.ts';
import { byDate } from '#server/data/list-cursor.ts';
import type { JsonPart } from '#server/data/json-rows.ts';
import { orgTable } from '#server/data/org-table.ts';
import { snakeCase } from '#server/data/snake-case.ts';
import type { Step } from '#server/db/database.ts';
import { doStep } from '#server/db/gather.ts';
import { jobEntries } from '#server/db/tables/index.ts';

const table = orgTable('jobEntry', jobEntries, {
  subject: (row) => `entry of ${row.date}`,
  order: [byDate(jobEntries.date, 'date')],
  direction: 'desc',
  // Whoever changes it: what was checked was the entry as it was before.
  resets: { checkedBy: null, checkedAt: null },
});

type Row = Awaited<ReturnType<typeof table.find>>;
export type EntryValues = Parameters<typeof table.update>[2];

/** The columns of a new entry in binding order. */
const NEW_COLUMNS = [
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
] as const;

/** All columns of a new entry. */
export type NewEntry = Pick<Row, (typeof NEW_COLUMNS)[number]>;

/** New entries in the order of `$3`, a JSON array of rows under their columns' names, and the same as the API answers them. */
const INSERT = `
  with e as (
    insert into job_entries (organization_id, created_by, ${NEW_COLUMNS.map(snakeCase).join(', ')})
    select $1, $2, ${NEW_COLUMNS.map((column) => `t.${snakeCase(column)}`).join(', ')}
      from rows from (json_to_recordset($3::json) as (
             job_id int, customer_id int, service_type_id int, date date, season int, equipment_ids int[], operator_ids int[],
             implement_id int, total_hours numeric, billable_hours numeric, fuel numeric, loads numeric, notes text, photos text[],
             custom_field_values jsonb)) with ordinality as t
     order by t.ordinality
    returning *
  ) ${ANSWER} from e order by e.id`;

export type KnownField = Pick<CustomDataField, 'name' | 'fieldType' | 'isSystem'>;

/** What an entry refers to: the job, locked so that it is not closed, and everything else needed to write the entry. */
interface EntryReferences {
  readonly job: { readonly id: number; readonly name: string; readonly customerId: number; readonly status: JobStatus };
  readonly seasonStart: string | null;
  /** Null: there is no such service. Deleted records count: history and pending changes of devices may name them. */
  readonly serviceTypeName: string | null;
  readonly equipment: ReadonlySet<number>;
  readonly operators: ReadonlySet<number>;
  readonly implements: ReadonlySet<number>;
  /** The data fields with the names that were asked for. */
  readonly fields: readonly KnownField[];
}

export interface EntryRefs {
  readonly serviceTypeId: number;
  readonly equipmentIds: readonly number[];
  readonly operatorIds: readonly number[];
  readonly implementId: number | null;
  /** Names under which values were sent. */
  readonly fieldNames: readonly string[];
}

// The planner assumes that a bound limit returns a tenth of all rows, and then joins whole tables to them; a literal one is taken at its
// word. There are few sizes, because each is a statement of its own. Each is one more than people ask for: that row shows whether there is
// a next page.
const PAGE_SIZES = [6, 11, 26, 51, 101, 129, 201, 501, 1001];

interface SceneRow {
  id: number;
  name: string;
  customerId: number;
  status: JobStatus;
  seasonStart: string | null;
  services: Record<string, string> | null;
  equipment: number[];
  operators: number[];
  implements: number[];
  fields: KnownField[] | null;
}

/** Who writes where: all that the steps below need to know. */
type Writer = Pick<Context, 'db' | 'orgId' | 'user'>;

interface AskedReferences {
  readonly jobId: number;
  readonly refs: EntryRefs;
}

const idsAmong = (source: string, parameter: string): string =>
  `array(select id from ${source} where organization_id = $1 and id = any(${parameter}::int[]))`;

/**
 * One statement for everything that writing entries needs to know; undefined where there is no such job. It locks the organization too: the
 * start of its season must not change in the meantime.
 */
const findReferences: Step<Writer, AskedReferences, EntryReferences | undefined> = {
  isRead: true,
  run: async (ctx, asked) => {
    const all = <T>(valuesOf: (refs: EntryRefs) => readonly T[]): T[] => [...new Set(asked.flatMap(({ refs }) => valuesOf(refs)))];
    const rows = await ctx.db.query<SceneRow>({
      name: 'entry-references',
      text: `select j.id, j.name, j.customer_id as "customerId", j.status, o.season_start_date as "seasonStart",
                    (select json_object_agg(s.id, s.name) from service_types s where s.organization_id = $1 and s.id = any($3::int[])) as services,
                    ${idsAmong('equipment', '$4')} as equipment, ${idsAmong('employees', '$5')} as operators,
                    ${idsAmong('implements', '$6')} as implements,
                    (select json_agg(json_build_object('name', f.name, 'fieldType', f.field_type, 'isSystem', f.is_system))
                       from custom_data_fields f
                      where f.organization_id = $1 and f.deleted_at is null and f.name = any($7)) as fields
               from jobs j join organizations o on o.id = j.organization_id
              where j.organization_id = $1 and j.id = any($2::int[]) and j.deleted_at is null
              order by j.id for share`,
      values: [
        ctx.orgId,
        [...new Set(asked.map(({ jobId }) => jobId))],
        all(({ serviceTypeId }) => [serviceTypeId]),
        all(({ equipmentIds }) => equipmentIds),
        all(({ operatorIds }) => operatorIds),
        all(({ implementId }) => (implementId === null ? [] : [implementId])),
        all(({ fieldNames }) => fieldNames),
      ],
    });
    const [first] = rows;
    const jobs = new Map(rows.map((row) => [row.id, row]));
    const known = {
      equipment: new Set(first?.equipment),
      operators: new Set(first?.operators),
      implements: new Set(first?.implements),
    };
    return asked.map(({ jobId, refs }) => {
      const row = jobs.get(jobId);
      const fields = (first?.fields ?? []).filter(({ name }) => refs.fieldNames.includes(name));
      return (
        row && {
          ...known,
          job: { id: row.id, name: row.name, customerId: row.customerId, status: row.status },
          seasonStart: row.seasonStart,
          serviceTypeName: first?.services?.[refs.serviceTypeId] ?? null,
          fields,
        }
      );
    });
  },
};

const insertEntries: Step<Writer, NewEntry, JobEntry> = {
  isRead: false,
  run: async (ctx, rows) => {
    const named = rows.map((row) => Object.fromEntries(NEW_COLUMNS.map((column) => [snakeCase(column), row[column]])));
    const entries = await ctx.db.query<JobEntry>({
      name: 'insert-job-entries',
      text: INSERT,
      values: [ctx.orgId, ctx.user.id, JSON.stringify(named)],
    });
    if (entries.length !== rows.length) {
      throw new Error('The database did not return a row for each new entry.');
    }
    return entries;
  },
};

interface DeletedEntry {
  readonly jobId: number;
  readonly createdBy: number | null;
  readonly jobIsDeleted: boolean;
  readonly awaitsJob: boolean;
  readonly customerId: number;
}

export const jobEntryData = {
  requireAll: table.requireAll,
  /** Newest date first; everything that matches the filter. */
  list: async (ctx: Pick<Context, 'db' | 'orgId'>, filter: EntryFilter): Promise<JobEntry[]> => {
    const values: unknown[] = [ctx.orgId];
    const { text, shape, search } = conditionsOf(filter, (value) => `$${values.push(value)}`);
    return ctx.db.query<JobEntry>({ name: `entries ${shape}`, text: select(text, '', search), values });
  },
  /** A part of the same list, as JSON. */
  listJson: async (ctx: Pick<Context, 'db' | 'orgId'>, filter: EntryFilter & { readonly limit: number }): Promise<JsonPart> => {
    const values: unknown[] = [ctx.orgId, filter.limit];
    const { text, shape, search } = conditionsOf(filter, (value) => `$${values.push(value)}`);
    const size = PAGE_SIZES.find((each) => each > filter.limit) ?? filter.limit + 1;
    const [part] = await ctx.db.query<JsonPart>({
      name: `entries ${shape} ${size}`,
      text: selectJson(text, `limit ${size}`, search),
      values,
    });
    return part ?? { items: '', count: 0, cursor: null };
  },
  find: async (ctx: Context, id: number): Promise<JobEntry> => {
    const [entry] = await ctx.db.query<JobEntry>({ name: 'find-job-entry', text: select('and id = $2', ''), values: [ctx.orgId, id] });
    if (!entry) {
      throw refusal('not_found', 'notFound', { what: { term: 'Job entry' } });
    }
    return entry;
  },
  /** What writing an entry on the job needs to know; the job and the organization are locked. */
  references: async (ctx: Context, jobId: number, refs: EntryRefs): Promise<EntryReferences> => {
    const found = await doStep(findReferences, ctx, { jobId, refs });
    if (!found) {
      // With its field, so that a move is not mistaken for a missing entry.
      throw refusalAt('not_found', 'jobId', refusalMessage('notFound', { what: { term: 'Job' } }));
    }
    return found;
  },
  /** Writes the entry and returns it as the API answers it. `noted` goes into the audit log. */
  insert: async (ctx: Context, row: NewEntry, noted: Record<string, unknown>, called: string): Promise<JobEntry> => {
    const entry = await doStep(insertEntries, ctx, row);
    ctx.journal.record({ entityType: 'job_entry', entityId: entry.id, action: 'create', subject: called, old: null, new: noted });
    countUses(ctx, null, entry);
    return entry;
  },
  /** A deleted entry and whether its job is deleted too; 409 if the entry is not deleted. */
  findDeleted: async (ctx: Context, id: number): Promise<DeletedEntry> => {
    const [row] = await ctx.db.query<DeletedEntry>({
      text: `select e.job_id as "jobId", e.created_by as "createdBy", j.deleted_at is not null as "jobIsDeleted",
                    j.is_placeholder as "awaitsJob", e.customer_id as "customerId"
               from job_entries e join jobs j on j.organization_id = e.organization_id and j.id = e.job_id
              where e.organization_id = $1 and e.id = $2 and e.deleted_at is not null`,
      values: [ctx.orgId, id],
    });
    if (!row) {
      throw refusal('conflict', 'entryNotDeletedAnyMore');
    }
    return row;
  },
  update: async (ctx: Context, before: JobEntry, values: EntryValues, called: string): Promise<Row> => {
    const after = await table.update(ctx, before.id, values, called);
    countUses(ctx, before, after);
    return after;
  },
  remove: async (ctx: Context, id: number, called: string): Promise<void> => {
    countUses(ctx, await table.remove(ctx, id, called), null);
  },
  restore: async (ctx: Context, id: number, called: string): Promise<void> => {
    countUses(ctx, null, await table.restore(ctx, id, called));
  },
};
