import { can } from '#shared/access/capabilities.ts';
import { IMPORT_CAPABILITY, IMPORT_KINDS } from '#shared/domain/import-kinds.ts';
import type { ImportRecord, ImportRow } from '#shared/domain/import.ts';
import { findOwnImport, readImport, readImportAgain } from '#server/commands/import/read-import.ts';
import { textOfCell } from '#server/commands/import/row-cells.ts';
import { runImport } from '#server/commands/import/run-import.ts';
import { takeBackImport } from '#server/commands/import/take-back.ts';
import type { Context } from '#server/context.ts';
import { countRows, type ListedRow, listImports, listRows, type StoredImport } from '#server/data/imports.ts';
import { Existing, type Handlers, listing } from '#server/handlers/types.ts';
import { invalid } from '#shared/lib/errors.ts';

const NO_ROWS = { new: 0, changes: 0, same: 0, twice: 0, refused: 0 };

const answers = async (ctx: Context, all: readonly StoredImport[]): Promise<ImportRecord[]> => {
  const counted = await countRows(
    ctx,
    all.map(({ id }) => id),
  );
  return all.map(({ sha256: _sha256, made: _made, heads, unknownNames, ...stored }) => {
    const { counts = {}, written = 0 } = counted.get(stored.id) ?? {};
    return { ...stored, heads: [...heads], unknownNames: [...unknownNames], counts: { ...NO_ROWS, ...counts }, written };
  });
};

const answer = async (ctx: Context, stored: StoredImport): Promise<ImportRecord> => {
  const [record] = await answers(ctx, [stored]);
  if (!record) {
    throw new Error('The import got lost on its way out.');
  }
  return record;
};

/** Fields of a record that columns of other names hold. */
const COLUMN_OF: Readonly<Record<string, string>> = {
  serviceTypeIds: 'services',
  customDataFieldIds: 'fields',
  requiredFieldIds: 'requiredFields',
};

const rowAnswer = ({ options }: StoredImport, { row: id, cells, changes, reasons, ...row }: ListedRow): ImportRow => ({
  id,
  ...row,
  reasons: [...reasons],
  cells: cells.map(textOfCell),
  changed: changes
    .flatMap((field) => {
      const column = options.columns.indexOf(COLUMN_OF[field] ?? field);
      return column === -1 ? [] : [column];
    })
    .toSorted((one, other) => one - other),
});

/** Cursors are the numbers of rows and imports. */
const numberOf = (cursor: string | undefined): number | undefined => {
  if (cursor !== undefined && !/^[1-9]\d{0,8}$/.test(cursor)) {
    throw invalid('cursor', 'mustBeEarlierCursor');
  }
  return cursor === undefined ? undefined : Number(cursor);
};

export const importHandlers: Handlers['imports'] = {
  list: async (ctx, { query }) => {
    const kinds = IMPORT_KINDS.filter((kind) => can(ctx.level, IMPORT_CAPABILITY[kind]));
    return listing(
      query,
      async ({ limit, cursor }) => answers(ctx, await listImports(ctx, kinds, { before: numberOf(cursor), limit })),
      ({ id }) => String(id),
    );
  },
  read: async (ctx, { query: { kind, fileName, again }, body }) => {
    const { stored, isNew } = await readImport(ctx, { kind, fileName, isAgain: again !== undefined }, body);
    const record = await answer(ctx, stored);
    return isNew ? record : new Existing(record);
  },
  get: async (ctx, { params }) => answer(ctx, await findOwnImport(ctx, params.id)),
  readAgain: async (ctx, { params, body }) => answer(ctx, await readImportAgain(ctx, params.id, body)),
  rows: async (ctx, { params, query }) => {
    const stored = await findOwnImport(ctx, params.id);
    return listing(
      query,
      async ({ limit, cursor }) => {
        const rows = await listRows(ctx, params.id, { fate: query.fate, after: numberOf(cursor) ?? 0, limit });
        return rows.map((row) => rowAnswer(stored, row));
      },
      ({ id }) => String(id),
    );
  },
  run: async (ctx, { params }) => answer(ctx, await runImport(ctx, params.id)),
  undo: (ctx, { params }) => takeBackImport(ctx, params.id),
};
