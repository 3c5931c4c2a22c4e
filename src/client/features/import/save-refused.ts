import type { ImportRecord, ImportRow } from '#shared/domain/import.ts';
import type { SaidMessage } from '#shared/messages/message.ts';
import { importsRoutes } from '#shared/routes/imports.ts';
import { csvLine } from '#shared/lib/csv.ts';
import { callPage } from '#client/api/other-calls.ts';
import { csvFile, download } from '#client/lib/download.ts';
import { say } from '#client/lib/messages.ts';
import { t } from '#client/lib/texts.ts';

/** Why a row cannot be imported, in one sentence after the other, each with the head of its column. */
export const reasonsOf = ({ heads }: Pick<ImportRecord, 'heads'>, { reasons }: Pick<ImportRow, 'reasons'>): string =>
  reasons
    .map(({ column, ...message }) => {
      // The server writes values that a message takes.
      const sentence = say(message as SaidMessage);
      return column === null ? sentence : `${heads[column] ?? ''}: ${sentence}`;
    })
    .join('. ');

/** Saves the rows that cannot be imported, with the reason of each, to be mended and imported again. */
export const saveRefused = async (record: ImportRecord): Promise<void> => {
  const { id, organizationId: orgId, heads, fileName } = record;
  const lines = [csvLine([...heads, t('Reason')])];
  let cursor: string | undefined;
  do {
    const query = { fate: 'refused' as const, limit: '1000', ...(cursor === undefined ? {} : { cursor }) };
    const page = await callPage(importsRoutes.rows, { params: { orgId, id }, query });
    lines.push(...page.items.map((row) => csvLine([...heads.map((_, column) => row.cells[column] ?? ''), reasonsOf(record, row)])));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  download(csvFile(lines), `${fileName.replace(/\.[^.]*$/, '')}-${t('Reason').toLowerCase()}.csv`);
};
