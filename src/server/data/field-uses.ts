import { type EntryColumn, NUMBER_COLUMN, SYSTEM_COLUMN } from '#shared/domain/system-fields.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { Context } from '#server/context.ts';
import { snakeCase } from '#server/data/snake-case.ts';

/** Where entries store the value of a field, as the key under which its uses are counted. */
export const useKey = (column: EntryColumn | null, name: string): string => (column === null ? `name:${name}` : `column:${column}`);

const keyByName = (name: string, columns: Readonly<Record<string, EntryColumn>>): string =>
  `case ${name} ${Object.entries(columns)
    .map(([each, column]) => `when '${each}' then '${useKey(column, '')}'`)
    .join(' ')} else 'name:' || e.name end`;

/** The same in SQL, for the row `e` of a field (`columnOf`). */
export const USE_KEY = `(case when e.is_system then ${keyByName('e.name', SYSTEM_COLUMN)}
  when e.field_type = 'number' then ${keyByName('lower(e.name)', NUMBER_COLUMN)} else 'name:' || e.name end)`;

type Values = Pick<JobEntry, EntryColumn | 'customFieldValues'>;

const COLUMNS: readonly EntryColumn[] = ['equipmentIds', 'operatorIds', 'totalHours', 'billableHours', 'fuel', 'loads', 'notes', 'photos'];

const isHeld = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined);

/** The keys of all fields that the entry has a value for. */
const keysOf = (entry: Values): string[] => [
  ...COLUMNS.filter((column) => isHeld(entry[column])).map((column) => useKey(column, '')),
  ...Object.entries(entry.customFieldValues)
    .filter(([, value]) => value !== null)
    .map(([name]) => useKey(null, name)),
];

/** Counts what an entry has now and uncounts what it had; null: there was, or is, no entry. */
export const countUses = ({ journal }: Pick<Context, 'journal'>, before: Values | null, after: Values | null): void => {
  for (const key of before ? keysOf(before) : []) {
    journal.countUse(key, -1);
  }
  for (const key of after ? keysOf(after) : []) {
    journal.countUse(key, 1);
  }
};

const HELD = COLUMNS.map((column) => {
  const name = snakeCase(column);
  return `('${column}', ${column.endsWith('Ids') || column === 'photos' ? `cardinality(e.${name}) > 0` : `e.${name} is not null`})`;
}).join(', ');

/** The keys that each row of `job_entries e` uses, as the column `key` of `used`. */
export const USED_KEYS = `lateral (
    select 'column:' || c.name as key from (values ${HELD}) as c (name, is_held) where c.is_held
    union all
    select 'name:' || f.key from jsonb_each(e.custom_field_values) as f where f.value <> 'null') as used`;

/** How many entries have a value, by key; only of the keys asked for. Includes changes of the current transaction. */
export const usesOf = async (ctx: Pick<Context, 'db' | 'orgId' | 'journal'>, keys: readonly string[]): Promise<Map<string, number>> => {
  const rows = await ctx.db.query<{ key: string; uses: number }>({
    name: 'field-uses',
    text: 'select key, uses from field_uses where organization_id = $1 and key = any($2)',
    values: [ctx.orgId, keys],
  });
  const uses = new Map(rows.map((row) => [row.key, row.uses]));
  for (const [key, more] of ctx.journal.usesByKey()) {
    uses.set(key, (uses.get(key) ?? 0) + more);
  }
  return uses;
};

/** Recounts all entries, after many were written bypassing the journal: for loading a whole organization. */
export const recountUses = async (ctx: Pick<Context, 'db' | 'orgId'>): Promise<void> => {
  await ctx.db.query({ text: 'delete from field_uses where organization_id = $1', values: [ctx.orgId] });
  await ctx.db.query({
    text: `insert into field_uses (organization_id, key, uses)
           select e.organization_id, used.key, count(*) from job_entries e, ${USED_KEYS}
            where e.organization_id = $1 and e.deleted_at is null group by 1, 2`,
    values: [ctx.orgId],
  });
};
