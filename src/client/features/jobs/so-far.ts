import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { ExpectedWork } from '#shared/domain/season-repeat.ts';
import { exactSum } from '#shared/lib/exact-sum.ts';

const OWN = 'custom:';

/** The name of the organization's own field that is measured; undefined: it is a number that every entry has. */
export const ownField = ({ measure }: Pick<ExpectedWork, 'measure'>): string | undefined =>
  measure.startsWith(OWN) ? measure.slice(OWN.length) : undefined;

type Measured = Pick<JobEntry, 'serviceTypeId' | 'totalHours' | 'loads' | 'fuel' | 'billableHours' | 'customFieldValues'>;

/** What the job's entries have come to of this. */
export const soFar = (expected: ExpectedWork, entries: readonly Measured[]): number => {
  const own = ownField(expected);
  const valueOf = (entry: Measured): unknown => (own === undefined ? Reflect.get(entry, expected.measure) : entry.customFieldValues[own]);
  return exactSum(
    entries
      .filter(({ serviceTypeId }) => serviceTypeId === expected.serviceTypeId)
      .map(valueOf)
      .filter((value) => typeof value === 'number'),
  );
};
