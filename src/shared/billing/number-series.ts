import type { BillingSeries } from '#shared/billing/schemas/record-kinds.ts';

/** A range of numbers, and how a number of it is written. */
export interface NumberSeries {
  readonly id: BillingSeries;
  readonly prefix: string;
  /** Zeros in front up to so many digits. */
  readonly digits: number;
}

/** The number as it is printed: `RE-2026-0147`. */
export const labelOf = ({ prefix, digits }: NumberSeries, year: number, number: number): string =>
  `${prefix}${year}-${String(number).padStart(digits, '0')}`;

/** The range of records of work without any amount: `L-2026-3`. */
export const QUANTITIES: NumberSeries = { id: 'quantities', prefix: 'L-', digits: 0 };
