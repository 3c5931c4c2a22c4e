import type { EntryView } from '#shared/domain/entry-view.ts';
import { actorName } from '#shared/domain/names.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';

interface Author {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly username: string;
}
/** A view with the account of who made it, or what the organization keeps of one that is gone. */
type Row = Omit<EntryView, 'createdByName'> & { readonly author: Author | null };

const COLUMNS = `v.id, v.organization_id as "organizationId", v.name, v.is_shared as "isShared", v.query, v.created_by as "createdBy",
  v.created_at as "createdAt", v.updated_at as "updatedAt",
  case when coalesce(u.id, f.user_id) is null then null
       else json_build_object('firstName', case when u.id is null then f.first_name else u.first_name end,
                              'lastName', case when u.id is null then f.last_name else u.last_name end,
                              'username', coalesce(u.email, f.email)) end as author`;

const AUTHORS = `left join users u on u.id = v.created_by
  left join former_authors f on f.organization_id = v.organization_id and f.user_id = v.created_by`;

const viewOf = ({ author, ...row }: Row): EntryView => ({ ...row, createdByName: author && actorName({ id: row.createdBy, ...author }) });

/** The shared views of the organization and the caller's own, by name. Others' own are nobody's business, however long they are gone. */
export const listEntryViews = async ({ db, orgId, user }: Context): Promise<EntryView[]> => {
  const rows = await db.query<Row>({
    name: 'list-entry-views',
    text: `select ${COLUMNS} from entry_views v ${AUTHORS}
            where v.organization_id = $1 and (v.is_shared or v.created_by = $2) order by lower(v.name), v.id`,
    values: [orgId, user.id],
  });
  return rows.map(viewOf);
};

type Stored = Pick<EntryView, 'id' | 'name' | 'isShared' | 'query' | 'createdBy'>;

const notFound = () => refusal('not_found', 'viewNotFound');

/** Locks a view that the caller can see; 404 if there is none. */
export const lockEntryView = async ({ db, orgId, user }: Context, id: number): Promise<Stored> => {
  const [row] = await db.query<Stored>({
    name: 'lock-entry-view',
    text: `select id, name, is_shared as "isShared", query, created_by as "createdBy" from entry_views
            where organization_id = $1 and id = $2 and (is_shared or created_by = $3) for update`,
    values: [orgId, id, user.id],
  });
  if (!row) {
    throw notFound();
  }
  return row;
};

/** How many views the organization shares, or the caller has for themselves. */
export const countEntryViews = async ({ db, orgId, user }: Context, isShared: boolean): Promise<number> => {
  const [row] = await db.query<{ count: number }>({
    name: 'count-entry-views',
    text: `select count(*)::int as count from entry_views
            where organization_id = $1 and is_shared = $3 and (is_shared or created_by = $2)`,
    values: [orgId, user.id, isShared],
  });
  return row?.count ?? 0;
};

type Values = Pick<EntryView, 'name' | 'isShared' | 'query'>;

const one = (rows: readonly Row[]): EntryView => {
  const [row] = rows;
  if (!row) {
    throw notFound();
  }
  return viewOf(row);
};

/** The view, whoever made it: for those who hold it. */
export const findEntryView = async ({ db, orgId }: Context, id: number): Promise<EntryView> =>
  one(
    await db.query<Row>({
      name: 'find-entry-view',
      text: `select ${COLUMNS} from entry_views v ${AUTHORS} where v.organization_id = $1 and v.id = $2`,
      values: [orgId, id],
    }),
  );

export const insertEntryView = async ({ db, orgId, user }: Context, { name, isShared, query }: Values): Promise<EntryView> =>
  one(
    await db.query<Row>({
      name: 'insert-entry-view',
      text: `with v as (insert into entry_views (organization_id, name, is_shared, query, created_by) values ($1, $2, $3, $4, $5) returning *)
             select ${COLUMNS} from v ${AUTHORS}`,
      values: [orgId, name, isShared, query, user.id],
    }),
  );

/** Writes all of these columns. The caller holds the view. */
export const updateEntryView = async ({ db, orgId }: Context, id: number, { name, isShared, query }: Values): Promise<EntryView> =>
  one(
    await db.query<Row>({
      name: 'update-entry-view',
      text: `with v as (update entry_views set name = $3, is_shared = $4, query = $5, updated_at = now()
                         where organization_id = $1 and id = $2 returning *)
             select ${COLUMNS} from v ${AUTHORS}`,
      values: [orgId, id, name, isShared, query],
    }),
  );

export const deleteEntryView = async ({ db, orgId }: Context, id: number): Promise<void> => {
  await db.query({ text: 'delete from entry_views where organization_id = $1 and id = $2', values: [orgId, id] });
};
