import { NEEDED_FIELDS, ROWS_AT_ONCE } from '#shared/domain/import.ts';
import { AppError, invalid, refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { createJudge } from '#server/commands/import/create-judge.ts';
import type { PastEntry } from '#server/commands/import/judge-entries.ts';
import { makeNamed } from '#server/commands/import/make-named.ts';
import { requireKind } from '#server/commands/import/read-import.ts';
import { type Judge, refused, type Verdict } from '#server/commands/import/verdict.ts';
import {
  changeRecord,
  type JobsMade,
  makeRecords,
  type RecordKind,
  writePastEntries,
  type Wrote,
} from '#server/commands/import/write-row.ts';
import {
  findImport,
  type ListedRow,
  listUnwritten,
  lockImport,
  noteWritten,
  type StoredImport,
  updateImport,
  type WrittenRow,
} from '#server/data/imports.ts';
import { Journal, writeJournal } from '#server/db/journal.ts';
import { giveWay } from '#server/work/give-way.ts';

/** A call writes for about so long; whoever wants more calls again. */
const GO_MS = 1_000;
const REST = 1;

/** Runs the work in a transaction of its own; what it changed is noted as part of the import. */
export const inImport = <T>(ctx: Context, importId: number, work: (inside: Context) => Promise<T>): Promise<T> =>
  ctx.db.transaction(async (db) => {
    const journal = new Journal(ctx.orgId);
    const result = await work({ ...ctx, db, journal });
    await writeJournal(db, journal, { userId: ctx.user.id, apiKeyId: ctx.apiKey?.id ?? null, importId });
    return result;
  }, ctx.orgId);

const requireColumns = ({ kind, options }: StoredImport): void => {
  const [first] = NEEDED_FIELDS[kind].find((oneOf) => !oneOf.some((field) => options.columns.includes(field))) ?? [];
  if (first !== undefined) {
    throw invalid('columns', 'importColumnsMissing', { fields: first });
  }
};

/** Takes a preview on: from here on its rows are written. What rows name is made first. */
const begin = (ctx: Context, id: number): Promise<void> =>
  inImport(ctx, id, async (inside) => {
    const stored = await lockImport(inside, id);
    requireKind(ctx, stored.kind);
    if (stored.state === 'takenBack') {
      throw refusal('conflict', 'importTakenBack');
    }
    if (stored.state !== 'read') {
      return;
    }
    requireColumns(stored);
    await updateImport(inside, id, { state: 'running' });
    const { names, made } = await makeNamed(inside, stored.unknownNames, stored.options.names);
    await updateImport(inside, id, { options: { ...stored.options, names }, made });
  });

/** What becomes of a row that is not written. */
const outcomeOf = ({ row }: ListedRow, { fate, reasons, entityId }: Verdict): WrittenRow => ({
  row,
  fate,
  reasons,
  entityId,
  writtenVersion: null,
  before: null,
});

interface Judged {
  readonly listed: ListedRow;
  readonly verdict: Verdict;
}

const written = ({ listed: { row }, verdict: { fate } }: Judged, { id, version, before }: Wrote): WrittenRow => ({
  row,
  fate,
  reasons: [],
  entityId: id,
  writtenVersion: version,
  before,
});

/** Rows with what was written for each, in the same order. */
const inPairs = (rows: readonly Judged[], wrote: readonly Wrote[]): WrittenRow[] =>
  rows.flatMap((judged, index) => {
    const own = wrote[index];
    return own ? [written(judged, own)] : [];
  });

/** Writes rows of past work; returns the jobs that were made for them, too. */
const writePast = async (inside: Context, { options }: StoredImport, rows: readonly Judged[], jobs: JobsMade) => {
  const { wrote, made } = await writePastEntries(
    inside,
    rows.map(({ verdict }) => verdict.body as PastEntry),
    options,
    jobs,
  );
  return { done: inPairs(rows, wrote), made };
};

/** Writes rows of records: the new ones at once. */
const writeRecords = async (inside: Context, kind: RecordKind, rows: readonly Judged[]): Promise<WrittenRow[]> => {
  const fresh = rows.filter(({ verdict }) => verdict.entityId === null);
  const made = await makeRecords(
    inside,
    kind,
    fresh.map(({ verdict }) => verdict.body),
  );
  const done = inPairs(fresh, made);
  for (const judged of rows) {
    const { entityId, body } = judged.verdict;
    if (entityId !== null) {
      done.push(written(judged, await changeRecord(inside, kind, entityId, body)));
    }
  }
  return done;
};

/** What one call keeps from batch to batch: the judge, who knows what was there when it began, and the jobs that were made since. */
interface Held {
  judge: Judge | null;
  jobs: JobsMade;
}

const nothingHeld = (): Held => ({ judge: null, jobs: new Map() });

const judgeOf = async (inside: Context, stored: StoredImport, rows: readonly ListedRow[], held: Held): Promise<Judge> => {
  held.judge ??= await createJudge(inside, stored);
  await held.judge.lookUp?.(inside, rows);
  return held.judge;
};

/** Judges rows by what is there, and writes them; nothing of them stays if one fails. */
const writeRows = (ctx: Context, id: number, rowsAtOnce: number, held: Held): Promise<'done' | 'more'> =>
  inImport(ctx, id, async (inside) => {
    const stored = await lockImport(inside, id);
    const rows = stored.state === 'running' ? await listUnwritten(inside, id, rowsAtOnce) : [];
    if (rows.length === 0) {
      if (stored.state === 'running') {
        await updateImport(inside, id, { state: 'done', doneAt: ctx.now().toISOString(), content: null });
      }
      return 'done';
    }
    const judge = await judgeOf(inside, stored, rows, held);
    const judged = rows.map((listed) => ({ listed, verdict: judge.judge(listed) }));
    const good = judged.filter(({ verdict: { body } }) => body !== null);
    const { done, made } =
      stored.kind === 'jobEntries'
        ? await writePast(inside, stored, good, held.jobs)
        : { done: await writeRecords(inside, stored.kind, good), made: [] };
    const rest = judged.filter(({ verdict: { body } }) => body === null).map(({ listed, verdict }) => outcomeOf(listed, verdict));
    await noteWritten(inside, id, [...done, ...rest]);
    if (made.length > 0) {
      await updateImport(inside, id, { made: [...stored.made, ...made] });
    }
    return 'more';
  });

const isRefusal = (error: unknown): error is AppError => error instanceof AppError && error.code !== 'unavailable';

/** The next row, alone: a rule that only writing finds out about refuses it and no other. */
const writeNext = async (ctx: Context, id: number): Promise<'done' | 'more'> => {
  try {
    return await writeRows(ctx, id, 1, nothingHeld());
  } catch (error) {
    if (!isRefusal(error)) {
      throw error;
    }
    const { messageCode, values, message } = error;
    await inImport(ctx, id, async (inside) => {
      await lockImport(inside, id);
      const [listed] = await listUnwritten(inside, id, 1);
      if (listed) {
        await noteWritten(inside, id, [outcomeOf(listed, refused([{ column: null, messageCode, values: { ...values }, message }]))]);
      }
    });
    return 'more';
  }
};

/** A batch; if one of its rows is refused while it is written, its rows one by one. */
const writeBatch = async (ctx: Context, id: number, held: Held): Promise<'done' | 'more'> => {
  try {
    return await writeRows(ctx, id, ROWS_AT_ONCE, held);
  } catch (error) {
    if (!isRefusal(error)) {
      throw error;
    }
    Object.assign(held, nothingHeld());
  }
  for (let row = 0; row < ROWS_AT_ONCE; row += 1) {
    if ((await writeNext(ctx, id)) === 'done') {
      return 'done';
    }
  }
  return 'more';
};

/**
 * Writes the next rows of an import, in batches of one transaction each, for about a second. Every row is written once, whoever calls how
 * often and whatever ends between two calls.
 */
export const runImport = async (ctx: Context, id: number): Promise<StoredImport> => {
  await begin(ctx, id);
  const until = performance.now() + GO_MS;
  const held = nothingHeld();
  const others = giveWay(REST);
  while ((await writeBatch(ctx, id, held)) === 'more' && performance.now() < until) {
    await others();
  }
  return findImport(ctx, id);
};
