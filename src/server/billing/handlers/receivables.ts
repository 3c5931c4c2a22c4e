import { Readable } from 'node:stream';
import { mailStatement, statementName, takeStatement } from '#server/billing/commands/account-statement.ts';
import { readReceivables } from '#server/billing/commands/read-receivables.ts';
import { remindersDue, sendReminders } from '#server/billing/commands/reminders.ts';
import { noteOnBills, settleBills } from '#server/billing/commands/settle-bills.ts';
import { takeLetters } from '#server/billing/commands/take-letters.ts';
import { DownloadReply, type Handlers } from '#server/handlers/types.ts';

export const receivableHandlers: Handlers['receivables'] = {
  list: (ctx, { query }) => readReceivables(ctx, query.state === 'overdue'),
  pay: async (ctx, { body }) => ({ bills: await settleBills(ctx, body) }),
  note: async (ctx, { body }) => ({ bills: await noteOnBills(ctx, body) }),
};

const letters = (ctx: Parameters<typeof takeLetters>[0], ids: readonly number[]): DownloadReply =>
  new DownloadReply(`reminders-${ids[0] ?? 0}.pdf`, 'application/pdf', async () => Readable.from([await takeLetters(ctx, ids)]));

export const reminderHandlers: Handlers['reminders'] = {
  due: (ctx) => remindersDue(ctx),
  send: async (ctx, { body }) => ({ letters: await sendReminders(ctx, body) }),
  document: (ctx, { params }) => Promise.resolve(letters(ctx, [params.id])),
  print: (ctx, { query }) => Promise.resolve(letters(ctx, query.ids)),
};

const CONTENT_TYPES = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' } as const;

export const accountStatementHandlers: Handlers['accountStatements'] = {
  document: (ctx, { params, query }) => {
    const { format = 'pdf', from, to: until, currency } = query;
    const open = (): Promise<Readable> => takeStatement(ctx, params.id, { from, until, currency }, format);
    return Promise.resolve(new DownloadReply(statementName(ctx, params.id, format), CONTENT_TYPES[format], open));
  },
  mail: async (ctx, { body: { customerId, ...wanted } }) => {
    await mailStatement(ctx, customerId, wanted);
    return undefined;
  },
};
