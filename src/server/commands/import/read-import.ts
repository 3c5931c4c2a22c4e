import { createHash } from 'node:crypto';
import { can } from '#shared/access/capabilities.ts';
import { IMPORT_CAPABILITY, type ImportKind } from '#shared/domain/import-kinds.ts';
import { type ImportOptions, type ImportPatch, MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '#shared/domain/import.ts';
import { invalid, refusal, refusalMessage } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { createJudge } from '#server/commands/import/create-judge.ts';
import { understand } from '#server/commands/import/guess-options.ts';
import { type FileRead, readFileJob } from '#server/commands/import/read-file-job.ts';
import { customDataFieldData } from '#server/data/custom-data-fields.ts';
import {
  findImport,
  findSameFile,
  forgetPreviews,
  insertImport,
  lockImport,
  readContent,
  type RowToStore,
  type StoredImport,
  storeRows,
  updateImport,
} from '#server/data/imports.ts';
import { MAX_SECONDS, TURNS } from '#server/work/bounds.ts';
import { giveWay } from '#server/work/give-way.ts';
import { threads } from '#server/work/threads.ts';
import { createTurns } from '#server/work/turns.ts';

/** Previews that an organization keeps. */
const PREVIEWS = 10;
/** Rows that are judged without a pause for others. */
const ROWS_IN_A_GO = 50;
const REST = 1;

const reading = createTurns(TURNS.tables);

/** Refuses a kind that the caller may not write. */
export const requireKind = ({ level }: Pick<Context, 'level'>, kind: ImportKind): void => {
  if (!can(level, IMPORT_CAPABILITY[kind])) {
    throw refusal('forbidden', 'accessLevelTooLow');
  }
};

/** An import of a kind that the caller may write; 404 if there is none. */
export const findOwnImport = async (ctx: Context, id: number): Promise<StoredImport> => {
  const found = await findImport(ctx, id);
  requireKind(ctx, found.kind);
  return found;
};

const receive = async (bytes: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  for await (const chunk of bytes) {
    byteLength += chunk.length;
    if (byteLength > MAX_IMPORT_BYTES) {
      throw refusal('too_large', 'importTooLarge', { most: MAX_IMPORT_BYTES / 1_048_576 });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Opens the file in a thread: it is untrusted. */
const open = ({ orgId }: Context, bytes: Uint8Array, options: ImportPatch): Promise<FileRead> =>
  threads.run(
    readFileJob,
    { bytes: new Uint8Array(bytes), options },
    { party: `organization ${orgId}`, seconds: MAX_SECONDS.table, tooMuch: () => invalid('', 'importTooMuch') },
  );

/** What the file says, and what would become of its rows now. */
const judgeFile = async (ctx: Context, kind: ImportKind, file: FileRead, given: ImportPatch) => {
  const { rows, ...understood } = understand(kind, file, given, await customDataFieldData.list(ctx, []));
  if (rows.length === 0) {
    throw invalid('', 'importEmpty');
  }
  if (rows.length > MAX_IMPORT_ROWS) {
    throw invalid('', 'importTooManyRows', { most: MAX_IMPORT_ROWS });
  }
  const judge = await createJudge(ctx, { kind, options: understood.options });
  await judge.lookUp?.(ctx, rows);
  const judged: RowToStore[] = [];
  const others = giveWay(REST);
  for (const row of rows) {
    const { fate, reasons, changes, entityId } = judge.judge(row);
    judged.push({ ...row, fate, reasons: [...reasons], changes: [...changes], entityId });
    if (judged.length % ROWS_IN_A_GO === 0) {
      await others();
    }
  }
  return { judged, values: { ...understood, rows: rows.length, sheets: [...file.sheets], unknownNames: judge.unknownNames() } };
};

/**
 * Reads a file and keeps it with what would become of each row. A file that was read before, and was not taken back, is answered as it
 * stands unless `isAgain`.
 */
export const readImport = async (
  ctx: Context,
  { kind, fileName, isAgain }: { readonly kind: ImportKind; readonly fileName: string; readonly isAgain: boolean },
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ readonly stored: StoredImport; readonly isNew: boolean }> => {
  requireKind(ctx, kind);
  return reading.run(String(ctx.user.id), async () => {
    const content = await receive(bytes);
    const sha256 = createHash('sha256').update(content).digest();
    const same = isAgain ? undefined : await findSameFile(ctx, kind, sha256);
    if (same && same.state !== 'read') {
      return { stored: same, isNew: false };
    }
    await ctx.limits.take(['tableOfOrganization', String(ctx.orgId)], refusalMessage('importsOfDayFull'));
    const file = await open(ctx, content, {});
    const { judged, values } = await judgeFile(ctx, kind, file, {});
    const stored = await ctx.db.transaction(async (db) => {
      const inside = { ...ctx, db };
      const made = await insertImport(inside, { kind, fileName, sha256, content, ...values });
      await storeRows(inside, made.id, judged, giveWay(REST));
      await forgetPreviews(inside, PREVIEWS);
      return made;
    }, ctx.orgId);
    return { stored, isNew: true };
  });
};

/** What was found out about another table, or other columns, says nothing of these. */
const optionsAfter = ({ headRow, columns, decimal, dateOrder, ...before }: ImportOptions, patch: ImportPatch): ImportPatch => {
  const isOtherTable = ['sheet', 'delimiter', 'encoding'].some((name) => name in patch);
  const isOtherHead = patch.headRow !== undefined && patch.headRow !== headRow;
  return {
    ...before,
    ...(isOtherTable ? {} : { headRow }),
    ...(isOtherTable || isOtherHead ? {} : { columns, ...(patch.columns === undefined ? { decimal, dateOrder } : {}) }),
    ...patch,
  };
};

/** Reads the file of a preview again with other options. */
export const readImportAgain = async (ctx: Context, id: number, patch: ImportPatch): Promise<StoredImport> => {
  const before = await findOwnImport(ctx, id);
  if (Object.keys(patch).length === 0) {
    return before;
  }
  if (before.state !== 'read') {
    throw refusal('conflict', 'importRunning');
  }
  const content = await readContent(ctx, id);
  if (content === null) {
    throw refusal('conflict', 'importContentGone');
  }
  return reading.run(String(ctx.user.id), async () => {
    const given = optionsAfter(before.options, patch);
    const file = await open(ctx, content, given);
    const { judged, values } = await judgeFile(ctx, before.kind, file, given);
    return ctx.db.transaction(async (db) => {
      const inside = { ...ctx, db };
      if ((await lockImport(inside, id)).state !== 'read') {
        throw refusal('conflict', 'importRunning');
      }
      await storeRows(inside, id, judged, giveWay(REST));
      return updateImport(inside, id, values);
    }, ctx.orgId);
  });
};
