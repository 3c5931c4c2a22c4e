import { confirmedUntil } from '#server/auth/confirmed.ts';
import { beginConfirmation, confirmationWaysOf, confirmIdentity } from '#server/commands/confirm-identity.ts';
import { requireSession } from '#server/commands/second-step.ts';
import { confirmedAt } from '#server/data/confirmed-sessions.ts';
import type { Handlers } from '#server/handlers/types.ts';

export const confirmationHandlers: Handlers['confirmations'] = {
  get: async (ctx) => ({ confirmedUntil: confirmedUntil(await confirmedAt(ctx.db, requireSession(ctx))).toISOString() }),
  ways: confirmationWaysOf,
  passkeyOptions: beginConfirmation,
  confirm: (ctx, { body }) => confirmIdentity(ctx, body),
};
