import type { SeasonWork } from '#shared/domain/season-repeat.ts';
import { exactSum } from '#shared/lib/exact-sum.ts';

/** A customer whose work of the earlier season is not there yet, or not all of it. */
export interface NotYetCustomer {
  readonly customerId: number;
  readonly customerName: string;
  readonly phoneNumber: string | null;
  /** Their jobs that are not there. */
  readonly works: readonly SeasonWork[];
  readonly firstDay: string;
  readonly lastDay: string;
  /** What these came to. */
  readonly hours: number;
  readonly entryCount: number;
  /** Null for those who may not see money. */
  readonly revenueCents: number | null;
}

const customerOf = (works: readonly [SeasonWork, ...SeasonWork[]]): NotYetCustomer => {
  const [{ customerId, customerName, phoneNumber }] = works;
  const services = works.flatMap((work) => work.services);
  const days = works.flatMap(({ firstDay, lastDay }) => [firstDay, lastDay]).sort();
  return {
    customerId,
    customerName,
    phoneNumber,
    works,
    firstDay: days[0] ?? '',
    lastDay: days.at(-1) ?? '',
    hours: exactSum(services.map(({ totalHours }) => totalHours ?? 0)),
    entryCount: services.reduce((sum, service) => sum + service.entryCount, 0),
    revenueCents: works.reduce<number | null>(
      (sum, { revenueCents }) => (sum === null || revenueCents === null ? null : sum + revenueCents),
      0,
    ),
  };
};

/** The customers to call, the one whose work came to most first: in money, or in hours for those who may not see it. */
export const notYetOf = (works: readonly SeasonWork[]): NotYetCustomer[] => {
  const byCustomer = new Map<number, [SeasonWork, ...SeasonWork[]]>();
  for (const work of works.filter(({ state }) => state === 'notYet')) {
    const known = byCustomer.get(work.customerId);
    byCustomer.set(work.customerId, known ? [...known, work] : [work]);
  }
  return [...byCustomer.values()]
    .map(customerOf)
    .sort(
      (one, other) => (other.revenueCents ?? 0) - (one.revenueCents ?? 0) || other.hours - one.hours || other.entryCount - one.entryCount,
    );
};
