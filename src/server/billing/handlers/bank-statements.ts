import { bookLines, ignoreLine, undoLine } from '#server/billing/commands/bank/book-lines.ts';
import { importStatement } from '#server/billing/commands/bank/import-statement.ts';
import { withMatches } from '#server/billing/commands/bank/match-lines.ts';
import { listLines, type StoredLine } from '#server/billing/data/bank-lines.ts';
import type { BankLine } from '#shared/billing/schemas/bank-statement.ts';
import type { Context } from '#server/context.ts';
import { type Handlers, listing } from '#server/handlers/types.ts';

const answer = async (ctx: Context, line: StoredLine): Promise<BankLine> => {
  const [matched] = await withMatches(ctx, [line]);
  if (!matched) {
    throw new Error('The payment got lost on its way out.');
  }
  return matched;
};

export const bankStatementHandlers: Handlers['bankStatements'] = {
  read: (ctx, { query, body }) => importStatement(ctx, query, body),
};

export const bankLineHandlers: Handlers['bankLines'] = {
  list: async (ctx, { query }) =>
    listing(
      query,
      async ({ limit, cursor }) => withMatches(ctx, await listLines(ctx, { state: query.state, limit, cursor })),
      ({ id }) => String(id),
    ),
  book: (ctx, { body }) => bookLines(ctx, body),
  ignore: async (ctx, { params }) => answer(ctx, await ignoreLine(ctx, params.id)),
  undo: async (ctx, { params }) => answer(ctx, await undoLine(ctx, params.id)),
};
