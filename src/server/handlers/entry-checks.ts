import { checkEntries } from '#server/commands/check-entries.ts';
import type { Handlers } from '#server/handlers/types.ts';

export const entryCheckHandlers: Handlers['entryChecks'] = {
  set: (ctx, { body }) => checkEntries(ctx, body.entries, body.isChecked),
};
