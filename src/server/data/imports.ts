import { and, desc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm';
import type { ImportKind } from '#shared/domain/import-kinds.ts';
import type { Cell, RowFate, RowReason } from '#shared/domain/import.ts';
import { refusal, refusalMessage } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/database.ts';
import { unlessTaken } from '#server/data/unique.ts';
import { type importRows, imports } from '#server/db/tables/index.ts';

type Ctx = Pick<Context, 'db' | 'orgId'>;

const { content: _content, ...HEAD } = getTableColumns(imports);
type Row = typeof imports.$inferSelect;
/** An import without the bytes of its file. */
export type StoredImport = Omit<Row, 'content'>;
export type RowToStore = Omit<typeof importRows.$inferInsert, 'organizationId' | 'importId'>;

const mine = ({ orgId }: Ctx, id: number) => and(eq(imports.organizationId, orgId), eq(imports.id, id));

const one = <T>(rows: readonly T[]): T => {
  const [row] = rows;
  if (row === undefined) {
    throw refusal('not_found', 'importNotFound');
  }
  return row;
};

/** Imports of these kinds before that one, newest first. */
export const listImports = (
  ctx: Ctx,
  kinds: readonly ImportKind[],
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<StoredImport[]> =>
  ctx.db.orm
    .select(HEAD)
    .from(imports)
    .where(
      and(
        eq(imports.organizationId, ctx.orgId),
        inArray(imports.kind, [...kinds]),
        before === undefined ? undefined : lt(imports.id, before),
      ),
    )
    .orderBy(desc(imports.id))
    .limit(limit);

export const findImport = async (ctx: Ctx, id: number): Promise<StoredImport> =>
  one(await ctx.db.orm.select(HEAD).from(imports).where(mine(ctx, id)));

/** Locked until the transaction ends: whoever writes rows of it comes one after the other. */
export const lockImport = async (ctx: Ctx, id: number): Promise<StoredImport> =>
  one(await ctx.db.orm.select(HEAD).from(imports).where(mine(ctx, id)).for('update'));

/** The bytes of the file; null: forgotten. */
export const readContent = async (ctx: Ctx, id: number): Promise<Buffer | null> =>
  one(await ctx.db.orm.select({ content: imports.content }).from(imports).where(mine(ctx, id))).content;

/** The last import of just this file that was not taken back. */
export const findSameFile = async (ctx: Ctx, kind: ImportKind, sha256: Buffer): Promise<StoredImport | undefined> => {
  const [row] = await ctx.db.orm
    .select(HEAD)
    .from(imports)
    .where(
      and(eq(imports.organizationId, ctx.orgId), eq(imports.kind, kind), eq(imports.sha256, sha256), sql`${imports.state} <> 'takenBack'`),
    )
    .orderBy(desc(imports.id))
    .limit(1);
  return row;
};

export const insertImport = async (
  ctx: Ctx & Pick<Context, 'user'>,
  values: Omit<typeof imports.$inferInsert, 'organizationId' | 'createdBy'>,
): Promise<StoredImport> =>
  one(
    await ctx.db.orm
      .insert(imports)
      .values({ ...values, organizationId: ctx.orgId, createdBy: ctx.user.id })
      .returning(HEAD),
  );

export const updateImport = async (ctx: Ctx, id: number, values: Partial<Omit<Row, 'organizationId' | 'id'>>): Promise<StoredImport> =>
  unlessTaken(
    { constraint: 'imports_one_running', path: '', message: refusalMessage('importOtherRunning') },
    ctx.db.orm
      .update(imports)
      .set(values)
      .where(mine(ctx, id))
      .returning(HEAD)
      .then((rows) => one(rows)),
  );

/** Previews that nobody went on with: the oldest give way to new ones. */
export const forgetPreviews = async ({ db, orgId }: Ctx, keep: number): Promise<void> => {
  const old = `select id from imports where organization_id = $1 and state = 'read' order by id desc offset $2`;
  await db.query({ text: `delete from import_rows where organization_id = $1 and import_id in (${old})`, values: [orgId, keep] });
  await db.query({ text: `delete from imports where organization_id = $1 and id in (${old})`, values: [orgId, keep] });
};

/** Previews of before, and the cells of what was imported before: the counts stay. In the transaction of the organization. */
export const forgetImports = async (db: Database, organizationId: number, before: Date): Promise<void> => {
  const values = [organizationId, before];
  await db.query({
    text: `delete from import_rows r using imports i
            where r.organization_id = $1 and i.organization_id = $1 and i.id = r.import_id and coalesce(i.done_at, i.created_at) < $2
              and i.state <> 'running'`,
    values,
  });
  await db.query({ text: `delete from imports where organization_id = $1 and state = 'read' and created_at < $2`, values });
  await db.query({
    text: `update imports set content = null where organization_id = $1 and created_at < $2 and content is not null and state <> 'running'`,
    values,
  });
};

const STORED_AT_ONCE = 100;

/** Replaces all rows of an import, a few at once; `others` is called in between. */
export const storeRows = async (
  { db, orgId }: Ctx,
  importId: number,
  rows: readonly RowToStore[],
  others: () => Promise<void>,
): Promise<void> => {
  await db.query({ text: 'delete from import_rows where organization_id = $1 and import_id = $2', values: [orgId, importId] });
  for (let from = 0; from < rows.length; from += STORED_AT_ONCE) {
    await db.query({
      text: `insert into import_rows (organization_id, import_id, row, cells, fate, reasons, changes, entity_id)
             select $1, $2, t.row, t.cells, t.fate, t.reasons, t.changes, t."entityId"
               from json_to_recordset($3::json)
                 as t (row int, cells jsonb, fate text, reasons jsonb, changes text[], "entityId" int)`,
      values: [orgId, importId, JSON.stringify(rows.slice(from, from + STORED_AT_ONCE))],
    });
    await others();
  }
};

export interface ListedRow {
  readonly row: number;
  readonly cells: readonly Cell[];
  readonly fate: RowFate;
  readonly reasons: readonly RowReason[];
  readonly changes: readonly string[];
  readonly entityId: number | null;
}

/** Rows of an import behind `after`, in the order of the sheet. */
export const listRows = (
  { db, orgId }: Ctx,
  importId: number,
  { fate, after, limit }: { readonly fate: RowFate | undefined; readonly after: number; readonly limit: number },
): Promise<ListedRow[]> =>
  db.query<ListedRow>({
    name: fate === undefined ? 'import-rows' : 'import-rows-of-fate',
    text: `select row, cells, fate, reasons, changes, entity_id as "entityId" from import_rows
            where organization_id = $1 and import_id = $2 and row > $3 ${fate === undefined ? '' : 'and fate = $5'} order by row limit $4`,
    values: [orgId, importId, after, limit, ...(fate === undefined ? [] : [fate])],
  });

/** The next rows to be written. */
export const listUnwritten = ({ db, orgId }: Ctx, importId: number, limit: number): Promise<ListedRow[]> =>
  db.query<ListedRow>({
    name: 'import-rows-unwritten',
    text: `select row, cells, fate, reasons, changes, entity_id as "entityId" from import_rows
            where organization_id = $1 and import_id = $2 and fate in ('new', 'changes') and written_version is null order by row limit $3`,
    values: [orgId, importId, limit],
  });

export interface WrittenRow {
  readonly row: number;
  readonly fate: RowFate;
  readonly reasons: readonly RowReason[];
  readonly entityId: number | null;
  /** Null: nothing was written. */
  readonly writtenVersion: number | null;
  readonly before: Readonly<Record<string, unknown>> | null;
}

/** Notes what became of rows. */
export const noteWritten = async ({ db, orgId }: Ctx, importId: number, rows: readonly WrittenRow[]): Promise<void> => {
  await db.query({
    text: `update import_rows r
              set fate = t.fate, reasons = t.reasons, entity_id = t."entityId", written_version = t."writtenVersion", before = t.before
             from json_to_recordset($3::json)
               as t (row int, fate text, reasons jsonb, "entityId" int, "writtenVersion" int, before jsonb)
            where r.organization_id = $1 and r.import_id = $2 and r.row = t.row`,
    values: [orgId, importId, JSON.stringify(rows)],
  });
};

/** How many rows have each fate, and how many were written. */
export const countRows = async (
  { db, orgId }: Ctx,
  ids: readonly number[],
): Promise<Map<number, { readonly counts: Partial<Record<RowFate, number>>; readonly written: number }>> => {
  const rows = await db.query<{ id: number; fate: RowFate; rows: number; written: number }>({
    name: 'import-counts',
    text: `select import_id as id, fate, count(*)::int as rows, count(written_version)::int as written from import_rows
            where organization_id = $1 and import_id = any($2::int[]) group by import_id, fate`,
    values: [orgId, ids],
  });
  const found = new Map<number, { counts: Partial<Record<RowFate, number>>; written: number }>();
  for (const { id, fate, rows: count, written } of rows) {
    const known = found.get(id) ?? { counts: {}, written: 0 };
    found.set(id, { counts: { ...known.counts, [fate]: count }, written: known.written + written });
  }
  return found;
};

/** The rows that were written, newest first: in that order they are taken back. */
export const listWritten = ({ db, orgId }: Ctx, importId: number): Promise<(WrittenRow & { readonly fate: RowFate })[]> =>
  db.query({
    text: `select row, fate, reasons, entity_id as "entityId", written_version as "writtenVersion", before
             from import_rows where organization_id = $1 and import_id = $2 and written_version is not null order by row desc`,
    values: [orgId, importId],
  });

/** Jobs that imports made for past work. */
export const listImportedJobIds = async ({ db, orgId }: Ctx): Promise<Set<number>> => {
  const rows = await db.query<{ id: number }>({
    text: `select (m.record ->> 'id')::int as id from imports i, jsonb_array_elements(i.made) as m (record)
            where i.organization_id = $1 and i.kind = 'jobEntries' and m.record ->> 'kind' = 'job'`,
    values: [orgId],
  });
  return new Set(rows.map(({ id }) => id));
};
