import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { Hint } from '#shared/domain/hint.ts';
import type { HintedEntry } from '#shared/domain/hinted-entry.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import type { Context } from '#server/context.ts';
import { OURS } from '#server/data/json-list.ts';

type Followed = Pick<Context, 'db' | 'orgId'>;

/** An entry as hints look at it, and which of them were accepted. */
export type JudgedEntry = HintedEntry & Pick<JobEntry, 'jobId' | 'hintsAccepted'>;

const ENTRIES = `
  select id, date, season, created_at as "createdAt", created_by as "createdBy", job_id as "jobId", customer_id as "customerId",
         service_type_id as "serviceTypeId", equipment_ids as "equipmentIds", operator_ids as "operatorIds",
         total_hours as "totalHours", fuel, loads, custom_field_values as "customFieldValues", spans, hints_accepted as "hintsAccepted"
    from job_entries where organization_id = $1 and deleted_at is null`;

/** All entries of these days. */
export const listEntriesOfDays = ({ db, orgId }: Followed, days: readonly CalendarDate[]): Promise<JudgedEntry[]> =>
  db.query<JudgedEntry>({ name: 'entries-of-days', text: `${ENTRIES} and date = any($2::date[])`, values: [orgId, days] });

/** An entry and all others of its day. */
export const listEntriesBeside = ({ db, orgId }: Followed, id: number): Promise<JudgedEntry[]> =>
  db.query<JudgedEntry>({
    name: 'entries-beside',
    text: `${ENTRIES} and date = (select date from job_entries where organization_id = $1 and id = $2)`,
    values: [orgId, id],
  });

interface JobFacts {
  readonly id: number;
  readonly createdAt: string;
  /** How many entries each season has. */
  readonly seasons: Readonly<Record<string, number>>;
}

/** What hints need to know about these jobs. */
export const listJobFacts = ({ db, orgId }: Followed, jobIds: readonly number[]): Promise<JobFacts[]> =>
  db.query<JobFacts>({
    name: 'job-facts',
    text: `select j.id, j.created_at as "createdAt", coalesce(s.seasons, '{}') as seasons
             from jobs j cross join lateral (
                  select json_object_agg(season, entries) as seasons
                    from (select season, count(*) as entries from job_entries
                           where organization_id = $1 and job_id = j.id and deleted_at is null group by season) counted) s
            where j.id = any($2::int[]) and j.${OURS}`,
    values: [orgId, jobIds],
  });

type HintedField = Pick<CustomDataField, 'id' | 'name' | 'fieldType' | 'isSystem' | 'summary'>;

export const listHintedFields = ({ db, orgId }: Followed): Promise<HintedField[]> =>
  db.query<HintedField>({
    name: 'hinted-fields',
    text: `select id, name, field_type as "fieldType", is_system as "isSystem", summary from custom_data_fields
            where organization_id = $1 and deleted_at is null`,
    values: [orgId],
  });

/** Those of the services that offer one of these data fields. */
export const servicesThatOffer = async (
  { db, orgId }: Followed,
  serviceIds: readonly number[],
  fieldIds: readonly number[],
): Promise<number[]> => {
  const rows = await db.query<{ id: number }>({
    name: 'services-that-offer',
    text: `select id from service_types
            where id = any($2::int[]) and ${OURS} and deleted_at is null and custom_data_field_ids && $3::int[]`,
    values: [orgId, serviceIds, fieldIds],
  });
  return rows.map(({ id }) => id);
};

/** The open hints of an entry. */
export interface EntryHints {
  readonly entryId: number;
  readonly date: CalendarDate;
  readonly hints: readonly Hint[];
}

/** What is stored for these days. */
export const listStoredHints = ({ db, orgId }: Followed, days: readonly CalendarDate[]): Promise<EntryHints[]> =>
  db.query<EntryHints>({
    name: 'stored-hints',
    text: 'select entry_id as "entryId", date, hints from entry_hints where organization_id = $1 and date = any($2::date[])',
    values: [orgId, days],
  });

/** Stores the hints of these entries, and that others have none. */
export const writeHints = async ({ db, orgId }: Followed, changed: readonly EntryHints[], gone: readonly number[]): Promise<void> => {
  await db.query({
    name: 'write-entry-hints',
    text: `with gone as (delete from entry_hints where organization_id = $1 and entry_id = any($3::int[]))
           insert into entry_hints (organization_id, entry_id, date, hints, others)
           select $1, t."entryId", t.date, t.hints, t.others
             from json_to_recordset($2::json) as t ("entryId" int, date date, hints jsonb, others int[])
           on conflict (organization_id, entry_id) do update set date = excluded.date, hints = excluded.hints, others = excluded.others`,
    values: [
      orgId,
      JSON.stringify(changed.map((each) => ({ ...each, others: [...new Set(each.hints.flatMap(({ others }) => others))] }))),
      gone,
    ],
  });
};

/** Everything is to be judged anew. */
export const forgetHints = async ({ db, orgId }: Followed): Promise<void> => {
  await db.query({ text: 'delete from entry_hints where organization_id = $1', values: [orgId] });
};
