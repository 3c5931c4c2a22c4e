import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { Job } from '#shared/domain/job.ts';
import type { ExpectedWork } from '#shared/domain/season-repeat.ts';
import { useOrganization, useUnits } from '#client/data/organization-context.tsx';
import { serviceTypeQueries } from '#client/data/queries.ts';
import { ownField, soFar } from '#client/features/jobs/so-far.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { t, withUnit } from '#client/lib/texts.ts';

/** What one asks about a job: how much there is to do. How much fuel it took is another question. */
const SHOWN: readonly string[] = ['totalHours', 'loads'];

const isShown = (expected: ExpectedWork): boolean => ownField(expected) !== undefined || SHOWN.includes(expected.measure);

interface ExpectedProps {
  readonly job: Job;
  readonly entries: readonly JobEntry[];
}

/** How far a job has come that does an earlier one again, in the numbers of that one; nothing for other jobs. */
export const Expected = ({ job, entries }: ExpectedProps) => {
  const units = useUnits();
  // A copy from before jobs were repeated has nothing.
  const shown = (job.expected ?? []).filter(isShown);
  const { data: services } = useQuery({ ...serviceTypeQueries.list(useOrganization().id), enabled: shown.length > 0 });
  if (shown.length === 0 || services === undefined) {
    return null;
  }
  const words = (expected: ExpectedWork): string => {
    const own = ownField(expected);
    return own === undefined
      ? withUnit(expected.value, expected.measure === 'loads' ? units.loads : units.totalHours)
      : `${formatNumber(expected.value)} ${own}`;
  };
  return (
    <section aria-labelledby="expected" className="mb-4 rounded-card border border-line bg-surface px-4.5 py-3 shadow-1">
      <h2 id="expected" className="text-sm font-semibold text-ink2">
        <Link href={`/jobs/${job.repeatsJobId}/entries`} className="-my-2 inline-flex min-h-11 items-center text-act">
          {t('Expected, as last time')}
        </Link>
      </h2>
      <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((expected) => {
          const done = soFar(expected, entries);
          return (
            <li key={`${expected.serviceTypeId} ${expected.measure}`} className="tabular-nums">
              {t('{service}: expected {expected}, so far {soFar}', {
                service: services.find(({ id }) => id === expected.serviceTypeId)?.name ?? t('Service'),
                expected: words(expected),
                soFar: formatNumber(done),
              })}
              <span className="mt-1 block h-1.5 overflow-hidden rounded-chip bg-sunk" aria-hidden="true">
                <span className="block h-full bg-act" style={{ width: `${Math.min(100, (100 * done) / expected.value)}%` }} />
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
