import { lockPhotos, NAME_PATTERN } from '#server/data/photos.ts';
import type { Database } from '#server/db/database.ts';

// Deleted entries count: a deletion can be undone. What a billing record shows stays as long as the record, whatever becomes of its
// entries. A name counts wherever it is in a value, whatever the field's current type.
const REFERENCED = (pattern: string) => `
  select unnest(photos) as name from job_entries where organization_id = $1
   union
  select unnest(photos) from runs where organization_id = $1
   union
  select found[1] from job_entries, regexp_matches(custom_field_values::text, ${pattern}, 'g') found where organization_id = $1
   union
  select logo from organizations where id = $1 and logo is not null
  union
  select found[1] from billing_records, regexp_matches(content::text, ${pattern}, 'g') found where organization_id = $1`;

const namesOf = (rows: readonly { name: string }[]): string[] => rows.map(({ name }) => name);

/** Every organization that has files. */
export const organizationsWithPhotos = async (db: Database): Promise<number[]> => {
  const rows = await db.query<{ id: number }>({ text: 'select distinct organization_id as id from photos order by 1', values: [] });
  return rows.map(({ id }) => id);
};

/**
 * Marks the files that neither an entry, a run, a billing record nor the organization itself names, and unmarks those that are named again.
 * Returns how many of each.
 */
export const markUnreferenced = async (db: Database, organizationId: number, now: Date): Promise<{ marked: number; unmarked: number }> => {
  // Read before the lock is taken, because it may take long. A mark that has become wrong does no harm: it is checked again before the end.
  const changed = await db.query<{ name: string; isReferenced: boolean }>({
    text: `select p.name, r.name is not null as "isReferenced"
             from photos p left join (${REFERENCED('$2')}) r on r.name = p.name
            where p.organization_id = $1 and (p.unreferenced_since is null) = (r.name is null)`,
    values: [organizationId, NAME_PATTERN],
  });
  const unmarked = namesOf(changed.filter(({ isReferenced }) => isReferenced));
  const marked = namesOf(changed.filter(({ isReferenced }) => !isReferenced));
  if (changed.length > 0) {
    await db.transaction(async (inside) => {
      await lockPhotos(inside, organizationId);
      await inside.query({
        text: `update photos set unreferenced_since = case when name = any ($2) then $4::timestamptz end
                where organization_id = $1 and name = any ($2::text[] || $3::text[])`,
        values: [organizationId, marked, unmarked, now],
      });
    }, organizationId);
  }
  return { marked: marked.length, unmarked: unmarked.length };
};

const takeAwayInside = async (db: Database, organizationId: number, before: Date, atMost: number): Promise<string[]> => {
  await lockPhotos(db, organizationId);
  // A row that a writer holds is about to be named; waiting for it could deadlock.
  const locked = await db.query<{ name: string }>({
    text: `select name from photos where organization_id = $1 and unreferenced_since <= $2
            order by name limit $3 for update skip locked`,
    values: [organizationId, before, atMost],
  });
  if (locked.length === 0) {
    return [];
  }
  // A statement of its own: it sees every entry that was written while the rows could still be locked.
  const gone = await db.query<{ name: string }>({
    text: `delete from photos where organization_id = $1 and name = any ($2) and name not in (${REFERENCED('$3')}) returning name`,
    values: [organizationId, namesOf(locked), NAME_PATTERN],
  });
  return namesOf(gone);
};

/** Deletes the rows of some files that were marked before this moment and that nothing names, and returns their names; the bytes stay. */
export const deleteUnreferencedRows = (db: Database, organizationId: number, before: Date, atMost: number): Promise<string[]> =>
  db.transaction((inside) => takeAwayInside(inside, organizationId, before, atMost), organizationId);

const withoutRow = async (db: Database, organizationId: number, names: readonly string[]): Promise<string[]> => {
  if (names.length === 0) {
    return [];
  }
  const known = await db.query<{ name: string }>({
    text: 'select name from photos where organization_id = $1 and name = any ($2)',
    values: [organizationId, names],
  });
  const withRow = new Set(namesOf(known));
  return names.filter((name) => !withRow.has(name));
};

/** Runs the work for each of the names that has no row, while none can be added, and returns for how many. */
export const forEachWithoutRow = async (
  db: Database,
  organizationId: number,
  names: readonly string[],
  remove: (name: string) => Promise<void>,
): Promise<number> => {
  // Nearly always there is none, and nobody has to wait.
  const suspects = await withoutRow(db, organizationId, names);
  if (suspects.length === 0) {
    return 0;
  }
  return db.transaction(async (inside) => {
    await lockPhotos(inside, organizationId);
    const certain = await withoutRow(inside, organizationId, suspects);
    for (const name of certain) {
      await remove(name);
    }
    return certain.length;
  }, organizationId);
};
