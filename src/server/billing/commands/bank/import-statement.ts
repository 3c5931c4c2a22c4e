import { type BankStatement, type CsvMapping, csvMapping, MOST_STATEMENT_BYTES } from '#shared/billing/schemas/bank-statement.ts';
import { invalid, refusal, refusalMessage } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { correctLines, insertLines, insertStatement } from '#server/billing/data/bank-lines.ts';
import { findBankFormat, keepBankFormat } from '#server/billing/data/billing-settings.ts';
import { type BankFileRead, readBankFileJob } from './read-bank-file-job.ts';
import { Journal, writeJournal } from '#server/db/journal.ts';
import { MAX_SECONDS, TURNS } from '#server/work/bounds.ts';
import { threads } from '#server/work/threads.ts';
import { createTurns } from '#server/work/turns.ts';

const reading = createTurns(TURNS.tables);

/** Rows that are shown to whoever says which column is what. */
const ROWS_SHOWN = 5;

const receive = async (bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  for await (const chunk of bytes) {
    byteLength += chunk.length;
    if (byteLength > MOST_STATEMENT_BYTES) {
      throw refusal('too_large', 'bankFileTooLarge', { most: MOST_STATEMENT_BYTES / 1_048_576 });
    }
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
};

const mappingIn = (text: string | undefined): CsvMapping | null => {
  if (text === undefined) {
    return null;
  }
  try {
    return csvMapping.parse(JSON.parse(text));
  } catch {
    throw invalid('csv', 'bankCsvUnread');
  }
};

const shownOf = ({ lines, table }: BankFileRead): BankStatement['csv'] =>
  table && {
    mapping: table.mapping,
    headings: [...table.headings],
    unclear: { rows: table.unclear.rows, words: [...table.unclear.words] },
    rows: lines
      .slice(0, ROWS_SHOWN)
      .map(({ bookedOn, amountCents, currency, payerName, text }) => ({ bookedOn, amountCents, currency, payerName, text })),
  };

interface Kept {
  readonly id: number;
  readonly added: number;
  readonly corrected: number;
}

/** Keeps the lines that no earlier file had, and how the columns were read; lines of a table that an earlier one had are read anew. */
const keep = (ctx: Context, fileName: string, { lines, table }: BankFileRead): Promise<Kept> =>
  ctx.db.transaction(async (db) => {
    const journal = new Journal(ctx.orgId);
    const inside = { ...ctx, db, journal };
    if (table !== null) {
      await keepBankFormat(inside, table.mapping);
    }
    const id = await insertStatement(inside, fileName);
    const added = await insertLines(inside, id, lines);
    const corrected = table === null || added === lines.length ? 0 : await correctLines(inside, lines);
    const noted = { payments: added, ...(corrected > 0 ? { corrected } : {}) };
    journal.record({ entityType: 'bank_statement', entityId: id, action: 'create', subject: fileName, old: null, new: noted });
    await writeJournal(db, journal, { userId: ctx.user.id, apiKeyId: ctx.apiKey?.id ?? null });
    return { id, added, corrected };
  }, ctx.orgId);

/**
 * Reads a file of the bank in a thread, for it is untrusted, and keeps its payments. Of a table whose columns nobody has named yet nothing
 * is kept, and of a trial neither: the answer says how they would be read.
 */
export const importStatement = async (
  ctx: Context,
  { fileName, csv, trial }: { readonly fileName: string; readonly csv?: string | undefined; readonly trial?: 'true' | undefined },
  body: AsyncIterable<Uint8Array>,
): Promise<BankStatement> =>
  reading.run(String(ctx.user.id), async () => {
    const given = mappingIn(csv);
    const bytes = await receive(body);
    await ctx.limits.take(['tableOfOrganization', String(ctx.orgId)], refusalMessage('importsOfDayFull'));
    const { currency, usual } = await findBankFormat(ctx);
    const file = await threads.run(
      readBankFileJob,
      { bytes, currency, given, usual },
      { party: `organization ${ctx.orgId}`, seconds: MAX_SECONDS.table, tooMuch: () => invalid('', 'bankFileTooMuch') },
    );
    const isAsked = trial !== undefined || file.table?.isGuessed === true;
    const { id, added, corrected } = isAsked ? { id: null, added: 0, corrected: 0 } : await keep(ctx, fileName, file);
    const read = file.lines.length;
    const known = isAsked ? 0 : read - added;
    return { id, fileName, read, added, known, corrected, ignored: file.ignored, undated: file.undated, csv: shownOf(file) };
  });
