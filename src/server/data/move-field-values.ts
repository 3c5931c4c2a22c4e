import type { EntryColumn } from '#shared/domain/system-fields.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { useKey } from '#server/data/field-uses.ts';
import { type ChangedEntry, lockAllEntries, touchEntries } from '#server/data/records.ts';

/** Where entries store the values of a field: in a column of their own, or among the others under its name. */
export interface FieldPlace {
  readonly column: EntryColumn | null;
  readonly name: string;
}

// The only columns that a field's values can move to and from: system fields are not renamed (specification 4.37).
const NUMBER_COLUMNS: Partial<Record<EntryColumn, string>> = { fuel: 'fuel', billableHours: 'billable_hours' };

const columnOf = ({ column, name }: FieldPlace): string | null => {
  if (column === null) {
    return null;
  }
  const sqlName = NUMBER_COLUMNS[column];
  if (sqlName === undefined) {
    throw new Error(`The field ${name} cannot move from or to ${column}.`);
  }
  return sqlName;
};

/**
 * Conditions and values of a place in SQL; `parameter` is the placeholder of its name. A key without a value is empty, like a column
 * without one.
 */
const sqlOf = (place: FieldPlace, parameter: string) => {
  const column = columnOf(place);
  return column === null
    ? { column, holds: `custom_field_values ->> ${parameter}::text is not null`, value: `custom_field_values -> ${parameter}::text` }
    : { column, holds: `${column} is not null`, value: `to_jsonb(${column})` };
};

const assignments = (from: ReturnType<typeof sqlOf>, to: ReturnType<typeof sqlOf>): string => {
  const rest = from.column === null ? '(custom_field_values - $2::text)' : 'custom_field_values';
  return [
    ...(from.column === null ? [] : [`${from.column} = null`]),
    ...(to.column === null ? [] : [`${to.column} = (${from.value} #>> '{}')::numeric`]),
    `custom_field_values = ${to.column === null ? `${rest} || jsonb_build_object($3::text, ${from.value})` : rest}`,
  ].join(', ');
};

/**
 * Moves the entries' values of a field to another place, in the transaction that renames it or changes its type. Entries that have a value
 * in both places already would lose one of them: then nothing is done (409).
 */
export const moveFieldValues = async (ctx: Context, from: FieldPlace, to: FieldPlace): Promise<void> => {
  if (useKey(from.column, from.name) === useKey(to.column, to.name)) {
    return;
  }
  await lockAllEntries(ctx);
  const [source, target] = [sqlOf(from, '$2'), sqlOf(to, '$3')];
  // A column takes numbers; anything else stays under the name, so that nothing is lost.
  const moves = `${source.holds}${source.column === null && target.column !== null ? ` and jsonb_typeof(${source.value}) = 'number'` : ''}`;
  const values = [ctx.orgId, from.name, to.name];
  // Both names are bound in every statement, whether its places need them or not.
  const bound = '$2::text is not null and $3::text is not null';
  const [both] = await ctx.db.query<{ date: string }>({
    text: `select date from job_entries where organization_id = $1 and ${bound} and ${moves} and ${target.holds} limit 1`,
    values,
  });
  if (both) {
    throw refusal('conflict', 'fieldValuesCollide', { from: from.name, to: to.name, date: both.date });
  }
  const moved = await ctx.db.query<ChangedEntry>({
    text: `update job_entries set ${assignments(source, target)}, version = version + 1, updated_at = now()
            where organization_id = $1 and ${bound} and ${moves} returning id, deleted_at is not null as "isDeleted"`,
    values,
  });
  touchEntries(ctx, moved);
  const uses = moved.filter(({ isDeleted }) => !isDeleted).length;
  ctx.journal.countUse(useKey(from.column, from.name), -uses);
  ctx.journal.countUse(useKey(to.column, to.name), uses);
};
