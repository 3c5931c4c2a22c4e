import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NextBill, NumberRange } from '#shared/billing/schemas/billing-record.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useToday } from '#client/data/today.ts';
import { billingQueries } from '#client/features/billing/billing-queries.ts';
import { dayProblem, numberOn, usualDay } from './bill-days.ts';

interface BillDateWish {
  readonly range?: NumberRange;
  /** The first date that it may have, whatever the numbers allow. */
  readonly notBefore?: string;
  /** The date that was chosen when this was asked before. */
  readonly before?: string | undefined;
}

export interface BillDate {
  /** Undefined while it is not known which dates are open. */
  readonly next: NextBill | undefined;
  readonly day: string;
  readonly isChosen: boolean;
  readonly choose: (day: string) => void;
  /** What is wrong with the date; undefined: nothing. */
  readonly problem: string | undefined;
  /** The number that it would get next; undefined while that is not known. */
  readonly number: string | undefined;
  readonly error: Error | null;
}

/** The date of what is to be numbered, today unless another one is chosen, and the number that it would get. */
export const useBillDate = ({ range = 'bill', notBefore = '', before }: BillDateWish = {}): BillDate => {
  const { id: orgId } = useOrganization();
  const today = useToday();
  const { data, error } = useQuery(billingQueries.next(orgId, range));
  const [chosen, choose] = useState(before);
  const next = data && { ...data, from: data.from > notBefore ? data.from : notBefore };
  const day = chosen ?? (next ? usualDay(today, next) : today);
  const problem = next && dayProblem(day, next);
  const number = next && problem === undefined ? numberOn(day, next) : undefined;
  return { next, day, isChosen: chosen !== undefined, choose, problem, number, error };
};
