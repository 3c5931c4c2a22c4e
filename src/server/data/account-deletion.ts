import type { Account } from '#server/data/accounts.ts';
import type { Database } from '#server/db/database.ts';

/** The organizations that the account owns, including those waiting to be deleted. */
export const listOwnedBy = (
  db: Database,
  userId: number,
): Promise<{ readonly id: number; readonly name: string; readonly isSample: boolean }[]> =>
  db.query({
    text: `select o.id, o.name, o.is_sample as "isSample" from employees e join organizations o on o.id = e.organization_id
            where e.user_id = $1 and e.access_level = 'owner' order by o.id`,
    values: [userId],
  });

/** Organizations where the account is or was a member, in the order of their ids. */
export const listWorkedIn = async (db: Database, userId: number): Promise<number[]> => {
  const rows = await db.query<{ id: number }>({
    text: `select organization_id as id from employees where user_id = $1
           union select organization_id from member_times where user_id = $1 order by id`,
    values: [userId],
  });
  return rows.map(({ id }) => id);
};

/**
 * Preserves for the organization the person's name in what they did there: their name as an employee, else that of the account. The email
 * is not kept. In a transaction of the organization, before the membership ends.
 */
export const keepAuthor = async (db: Database, orgId: number, { id, firstName, lastName }: Account): Promise<void> => {
  await db.query({
    text: `insert into former_authors (organization_id, user_id, email, first_name, last_name)
           select $1, $2, '', coalesce(e.first_name, $3), coalesce(e.last_name, $4)
             from (select) as one
             left join lateral (select first_name, last_name from employees
                                 where organization_id = $1 and user_id = $2 order by deleted_at nulls first limit 1) e on true
           on conflict (organization_id, user_id) do nothing`,
    values: [orgId, id, firstName, lastName],
  });
};

/**
 * Deletes what names the account in the organization besides its work: deleted employees, times, devices and views of its own. In a
 * transaction of the organization.
 */
export const eraseTraces = async (db: Database, orgId: number, userId: number): Promise<void> => {
  for (const text of [
    'update employees set user_id = null, is_user = false where organization_id = $1 and user_id = $2',
    'delete from member_times where organization_id = $1 and user_id = $2',
    'delete from devices where organization_id = $1 and user_id = $2',
    'delete from notices where organization_id = $1 and user_id = $2',
    'delete from entry_views where organization_id = $1 and created_by = $2 and not is_shared',
  ]) {
    await db.query({ text, values: [orgId, userId] });
  }
};

/** Deletes the account itself, and the stored answers to writes outside of any organization, which may contain its name. */
export const eraseAccount = async (db: Database, userId: number): Promise<void> => {
  await db.query({ text: 'update sync_ops set answer = null where organization_id = 0 and user_id = $1', values: [userId] });
  await db.query({ text: 'delete from users where id = $1', values: [userId] });
};
