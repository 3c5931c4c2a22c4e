import { contract } from '#shared/contract.ts';
import type { ImportKind } from '#shared/domain/import-kinds.ts';
import type { ImportRecord, ImportRow } from '#shared/domain/import.ts';
import type { Member } from './world.ts';

/** What a person does with a file of records, by calls. */
export const fileOf = (member: Member, kind: ImportKind) => {
  const params = { orgId: member.orgId };
  const read = (content: string | Buffer, fileName = 'list.csv', again = false): Promise<ImportRecord> =>
    member.ok(contract.imports.read, {
      params,
      query: { kind, fileName, ...(again ? { again: 'true' as const } : {}) },
      body: typeof content === 'string' ? Buffer.from(content) : content,
    });
  const rows = async (id: number): Promise<ImportRow[]> => member.ok(contract.imports.rows, { params: { ...params, id } });
  const run = async (id: number): Promise<ImportRecord> => {
    for (;;) {
      const now = await member.ok(contract.imports.run, { params: { ...params, id } });
      if (now.state === 'done') {
        return now;
      }
    }
  };
  return {
    read,
    rows,
    run,
    change: (id: number, body: Parameters<typeof member.ok<typeof contract.imports.readAgain>>[1]['body']) =>
      member.ok(contract.imports.readAgain, { params: { ...params, id }, body }),
    takeBack: (id: number) => member.ok(contract.imports.undo, { params: { ...params, id } }),
    /** Fate and reasons of each row. */
    fates: async (id: number) => (await rows(id)).map(({ fate, reasons }) => [fate, ...reasons.map(({ message }) => message)]),
    /** Reads a file and imports it. */
    bring: async (content: string | Buffer): Promise<ImportRecord> => run((await read(content)).id),
  };
};

/** A table of a CSV file. */
export const csvOf = (rows: readonly (readonly string[])[], delimiter = ','): string =>
  rows.map((row) => row.map((cell) => (/["\n,;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)).join('\n');
