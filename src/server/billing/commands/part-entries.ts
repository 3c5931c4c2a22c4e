import { isDeepStrictEqual } from 'node:util';
import type { Parting } from '#shared/billing/schemas/bill.ts';
import { isAboutSame, partableIn, whyNoParting } from '#shared/billing/partings.ts';
import { refusalAt } from '#shared/lib/errors.ts';
import { billOfJobs } from './compute-bills.ts';
import type { Context } from '#server/context.ts';
import { checkMessage } from '#shared/messages/issues.ts';

/**
 * The splits as a draft of these jobs keeps them. An existing one that no longer applies, because the entry was changed, is left out; a new
 * one that does not apply is refused.
 */
export const applicablePartings = async (
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
      ? checkMessage('splitOnlyOnce')
      : whyNoParting(
          parting,
          partable.find((each) => isAboutSame(each, parting)),
        );
    if (reason !== undefined && !before.some((each) => isDeepStrictEqual(each, parting))) {
      throw refusalAt('invalid_input', 'partings', reason);
    }
    return reason === undefined;
  });
};
