import {
  columnsOf,
  keyOf,
  type ListColumn,
  type ListName,
  LIST_NAMES,
  LISTS,
  organizationColumnOf,
  tableNameOf,
} from '#server/data/archive-tables.ts';
import { snakeCase } from '#server/data/snake-case.ts';
import type { Database } from '#server/db/database.ts';

/** Runs the work on a snapshot of the database, for as long as it takes. */
export const inSnapshot = <T>(db: Database, work: (snapshot: Database) => Promise<T>): Promise<T> =>
  db.snapshot(async (snapshot) => {
    await snapshot.patient();
    return work(snapshot);
  });

/** A cursor takes no parameters, so the id is part of the text and must be certain to be a number. */
const literal = (organizationId: number): string => {
  if (!Number.isSafeInteger(organizationId)) {
    throw new Error('Not the id of an organization.');
  }
  return String(organizationId);
};

const hasColumn = (name: ListName, property: string): boolean => columnsOf(name).some((column) => column.name === property);

/** Everyone whom a row names as its writer or owner. */
const peopleOf = (organization: string): string => {
  const named = LIST_NAMES.flatMap((name) =>
    Object.entries(LISTS[name].refs)
      .filter(([property, to]) => to === 'people' && hasColumn(name, property))
      .map(([property]) => `select ${snakeCase(property)} from ${tableNameOf(name)} where ${organizationColumnOf(name)} = ${organization}`),
  );
  return `select ${organization} as organization_id, u.id as user_id, u.email, u.first_name, u.last_name from users u where u.id in (${named.join(' union ')})
    union all select organization_id, user_id, email, first_name, last_name from former_authors where organization_id = ${organization}`;
};

const valueOf = ({ column, type }: ListColumn): string =>
  type.startsWith('timestamp') ? `to_char(t.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : `t.${column}`;

const selectOf = (name: ListName, organizationId: number): string => {
  const organization = literal(organizationId);
  const values = columnsOf(name).map((column) => `${valueOf(column)} as "${column.name}"`);
  const from = name === 'people' ? `(${peopleOf(organization)})` : tableNameOf(name);
  return `select (select row_to_json(x)::text from (select ${values.join(', ')}) x) as line
            from ${from} t where t.${organizationColumnOf(name)} = ${organization} order by t.${snakeCase(keyOf(name))}`;
};

const AT_ONCE = 500;

/** The rows of a list as JSON written by the database, in batches: no list is ever in memory whole. Inside a transaction. */
export async function* readList(snapshot: Database, organizationId: number, name: ListName): AsyncGenerator<readonly string[]> {
  await snapshot.query({ text: `declare exported no scroll cursor for ${selectOf(name, organizationId)}`, values: [] });
  for (;;) {
    const rows = await snapshot.query<{ line: string }>({ text: `fetch ${AT_ONCE} from exported`, values: [] });
    if (rows.length === 0) {
      break;
    }
    yield rows.map(({ line }) => line);
  }
  await snapshot.query({ text: 'close exported', values: [] });
}

/** The names under which entries store values of their own, for a column of each. */
export const fieldNamesIn = async (snapshot: Database, organizationId: number): Promise<string[]> => {
  const rows = await snapshot.query<{ name: string }>({
    text: `select distinct jsonb_object_keys(custom_field_values) as name from job_entries where organization_id = $1 order by 1`,
    values: [organizationId],
  });
  return rows.map(({ name }) => name);
};

/** The organization's name. */
export const nameOfOrganization = async (snapshot: Database, organizationId: number): Promise<string> => {
  const [row] = await snapshot.query<{ name: string }>({ text: 'select name from organizations where id = $1', values: [organizationId] });
  if (!row) {
    throw new Error(`Organization ${organizationId} is gone.`);
  }
  return row.name;
};
