import { isDeepStrictEqual } from 'node:util';
import type { Parting } from '#shared/domain/bill.ts';
import { isAboutSame, partableIn, whyNoParting } from '#shared/billing/partings.ts';
import { invalid } from '#shared/lib/errors.ts';
import { billOfJobs } from '#server/commands/compute-bills.ts';
import type { Context } from '#server/context.ts';

/**
 * The partings as a draft of these jobs keeps them. One that it has already and that does not hold any more, for the entry was changed, is
 * left out; a new one that does not hold is refused.
 */
export const heldPartings = async (
  ctx: Context,
  jobIds: readonly number[],
  partings: readonly Parting[],
  before: readonly Parting[],
): Promise<Parting[]> => {
  if (partings.length === 0) {
    return [];
  }
  const { bill } = await billOfJobs(ctx, jobIds, { lines: [], discounts: [], partings: [] });
  const partable = partableIn(bill);
  return partings.filter((parting, place) => {
    const isTwice = partings.slice(0, place).some((other) => isAboutSame(other, parting));
    const reason = isTwice
      ? 'Split each number of an entry only once.'
      : whyNoParting(
          parting,
          partable.find((each) => isAboutSame(each, parting)),
        );
    if (reason !== undefined && !before.some((each) => isDeepStrictEqual(each, parting))) {
      throw invalid('partings', reason);
    }
    return reason === undefined;
  });
};
