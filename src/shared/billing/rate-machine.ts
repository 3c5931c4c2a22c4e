import type { BillLine } from '#shared/billing/schemas/bill.ts';

/** The machine that the line's rate is for, by its name at the time; null for other rates, and where it was not kept. */
export const rateMachineOf = ({ explanation }: Pick<BillLine, 'explanation'>): string | null =>
  'rate' in explanation ? (explanation.rate.scope.equipmentName ?? null) : null;
