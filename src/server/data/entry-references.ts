import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { JobStatus } from '#shared/domain/job.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import { oneOf } from '#server/data/json-list.ts';
import { refusalAt, refusalMessage } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import type { Step } from '#server/db/database.ts';
import { doStep } from '#server/db/gather.ts';

export type KnownField = Pick<CustomDataField, 'id' | 'name' | 'fieldType' | 'isSystem' | 'isActive'>;

/** What entries of a service have to have (`missingOf`). */
export type AskingService = Pick<ServiceType, 'customDataFieldIds' | 'requiredFieldIds' | 'equipmentCount'>;

/** Names of records by their ids. */
export type Names = ReadonlyMap<number, string>;

/** What an entry refers to: the job, locked so that it is not closed, and everything else needed to write the entry. */
export interface EntryReferences {
  readonly job: {
    readonly id: number;
    readonly name: string;
    readonly customerId: number;
    readonly customerName: string;
    readonly status: JobStatus;
    readonly isPlaceholder: boolean;
  };
  readonly seasonStart: string | null;
  /** Null: there is no such service. Deleted records count: history and pending changes of devices may name them. */
  readonly serviceTypeName: string | null;
  readonly equipment: Names;
  readonly operators: Names;
  readonly implements: Names;
  /** The data fields with the names that were asked for. */
  readonly fields: readonly KnownField[];
}

/** The same for a new entry. */
export interface NewEntryReferences extends EntryReferences {
  /** Its service, unless that was deleted, and the data fields that it asks for. */
  readonly asking: AskingService | undefined;
  readonly askedFields: readonly KnownField[];
  /** The entry's id, taken from here on. */
  readonly newId: number;
  /** When it is made: the transaction's time. */
  readonly now: string;
}

export interface EntryRefs {
  readonly serviceTypeId: number;
  readonly equipmentIds: readonly number[];
  readonly operatorIds: readonly number[];
  readonly implementId: number | null;
  /** Names under which values were sent. */
  readonly fieldNames: readonly string[];
}

interface Asked {
  readonly jobId: number;
  readonly refs: EntryRefs;
  readonly isNew: boolean;
}

type NamesById = Record<string, string> | null;
type ServicesById = Record<string, AskingService> | null;

interface Row {
  id: number;
  name: string;
  customerId: number;
  customerName: string;
  status: JobStatus;
  isPlaceholder: boolean;
  seasonStart: string | null;
  services: NamesById;
  equipment: NamesById;
  operators: NamesById;
  implements: NamesById;
  fields: KnownField[] | null;
  asking: ServicesById;
  newIds: number[];
  now: string;
}

const namesAmong = (source: string, parameter: string, name = 'name'): string =>
  `(select json_object_agg(id, ${name}) from ${source} where ${oneOf(`${parameter}::int[]`)})`;

// Fields are compared with the services' by the program.
const FIELDS = `(
  select json_agg(json_build_object('id', f.id, 'name', f.name, 'fieldType', f.field_type, 'isSystem', f.is_system, 'isActive', f.is_active))
    from custom_data_fields f
   where f.organization_id = $1 and f.deleted_at is null
     and (f.name = any($7) or f.id = any(array(select unnest(required_field_ids) from service_types where ${oneOf('$3::int[]')}))))`;
const ASKING = `(
  select json_object_agg(id, json_build_object(
           'customDataFieldIds', custom_data_field_ids, 'requiredFieldIds', required_field_ids, 'equipmentCount', equipment_count))
    from service_types where ${oneOf('$3::int[]')} and deleted_at is null)`;

const namesIn = (byId: NamesById): Names => new Map(Object.entries(byId ?? {}).map(([id, name]) => [Number(id), name]));

/**
 * One statement for everything that writing entries needs to know; undefined where there is no such job. It locks the organization too: the
 * start of its season must not change in the meantime.
 */
const findReferences: Step<Pick<Context, 'db' | 'orgId'>, Asked, NewEntryReferences | undefined> = {
  // An id that is taken and not used leaves a gap.
  isRead: true,
  run: async (ctx, asked) => {
    const all = <T>(valuesOf: (refs: EntryRefs) => readonly T[]): T[] => [...new Set(asked.flatMap(({ refs }) => valuesOf(refs)))];
    const rows = await ctx.db.query<Row>({
      name: 'entry-references',
      text: `select j.id, j.name, j.customer_id as "customerId", j.status, j.is_placeholder as "isPlaceholder",
                    (select c.business_name from customers c where c.organization_id = $1 and c.id = j.customer_id) as "customerName",
                    o.season_start_date as "seasonStart",
                    ${namesAmong('service_types', '$3')} as services, ${namesAmong('equipment', '$4')} as equipment,
                    ${namesAmong('employees', '$5', "first_name || ' ' || last_name")} as operators,
                    ${namesAmong('implements', '$6')} as implements,
                    ${FIELDS} as fields, ${ASKING} as asking,
                    array(select nextval('job_entries_id_seq')::int from generate_series(1, $8)) as "newIds", now()::timestamptz(3) as now
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
        asked.filter(({ isNew }) => isNew).length,
      ],
    });
    const [first] = rows;
    if (!first) {
      return asked.map(() => undefined);
    }
    const jobs = new Map(rows.map((row) => [row.id, row]));
    const services = namesIn(first.services);
    const known = { equipment: namesIn(first.equipment), operators: namesIn(first.operators), implements: namesIn(first.implements) };
    const fields = first.fields ?? [];
    const newIds = first.newIds.values();
    return asked.map(({ jobId, refs, isNew }) => {
      const row = jobs.get(jobId);
      const newId = isNew ? (newIds.next().value ?? 0) : 0;
      if (!row) {
        return undefined;
      }
      const { seasonStart, id, name, customerId, customerName, status, isPlaceholder } = row;
      return {
        ...known,
        job: { id, name, customerId, customerName, status, isPlaceholder },
        seasonStart,
        serviceTypeName: services.get(refs.serviceTypeId) ?? null,
        fields: fields.filter((field) => refs.fieldNames.includes(field.name)),
        asking: first.asking?.[refs.serviceTypeId],
        askedFields: fields,
        newId,
        now: first.now,
      };
    });
  },
};

const find = async (ctx: Context, asked: Asked): Promise<NewEntryReferences> => {
  const found = await doStep(findReferences, ctx, asked);
  if (!found) {
    // With its field, so that a move is not mistaken for a missing entry.
    throw refusalAt('not_found', 'jobId', refusalMessage('notFound', { what: { term: 'Job' } }));
  }
  return found;
};

/** What changing an entry, maybe to this job, needs to know; the job and the organization are locked. 404 if there is no such job. */
export const findEntryReferences = (ctx: Context, jobId: number, refs: EntryRefs): Promise<EntryReferences> =>
  find(ctx, { jobId, refs, isNew: false });

/** The same for a new entry on the job. */
export const findNewEntryReferences = (ctx: Context, jobId: number, refs: EntryRefs): Promise<NewEntryReferences> =>
  find(ctx, { jobId, refs, isNew: true });
