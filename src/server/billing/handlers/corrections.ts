import { billDeposit } from '#server/billing/commands/bill-deposit.ts';
import { creditBill } from '#server/billing/commands/credit-bill.ts';
import { reverseRecord } from '#server/billing/commands/reverse-record.ts';
import type { Handlers } from '#server/handlers/types.ts';

export const correctionHandlers: Handlers['corrections'] = {
  credit: (ctx, { params, body }) => creditBill(ctx, params.id, body),
  deposit: (ctx, { body }) => billDeposit(ctx, body),
  reverse: (ctx, { params, body }) => reverseRecord(ctx, params.id, body.payments),
};
