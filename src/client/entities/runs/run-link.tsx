import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { Run } from '#shared/domain/run.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { runQueries } from '#client/data/run-entries.ts';
import { spanWords } from '#client/entities/runs/time-words.ts';
import { formatDay } from '#client/lib/formats.ts';
import { plural, t } from '#client/lib/texts.ts';

const RunOf = ({ run }: { readonly run: Run }) => {
  const { id: orgId } = useOrganization();
  const { data: entries } = useQuery(runQueries.entries(orgId, run));
  const count = new Set(entries?.map(({ customerId }) => customerId)).size;
  return (
    <Link href={`/runs/${run.id}`} className="inline-flex min-h-12 items-center font-[620] text-act underline">
      {plural(count, 'Run of {date}, {count} customer', 'Run of {date}, {count} customers', { date: formatDay(run.date) })}
    </Link>
  );
};

/** When an entry of a run was worked, and the way to its run. */
export const RunLink = ({ entry }: { readonly entry: Pick<JobEntry, 'runId' | 'spans'> }) => {
  const { id: orgId } = useOrganization();
  const { data: run } = useQuery({ ...runQueries.detail(orgId, entry.runId ?? 0), enabled: entry.runId !== null });
  return (
    <div>
      {entry.spans.length > 0 && (
        <p>
          {t('Time worked')}: {spanWords(entry.spans)}
        </p>
      )}
      {run && <RunOf run={run} />}
    </div>
  );
};
