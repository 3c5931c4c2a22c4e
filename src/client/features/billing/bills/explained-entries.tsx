import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { measuredBy } from '#shared/billing/measured-by.ts';
import type { BillLine } from '#shared/billing/schemas/bill.ts';
import type { BilledEntry } from '#shared/billing/schemas/billing-record.ts';
import { entryAddress, RETURNING } from '#client/entities/job-entries/entry-address.ts';
import { useOrganization, useUnits } from '#client/data/organization-context.tsx';
import { jobQueries } from '#client/data/queries.ts';
import { keepLineOpen } from './open-line.ts';
import { quantityWords } from './bill-words.ts';
import { formatDate } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';

/** As many as one takes in at a glance; a long job has more. */
const AT_FIRST = 8;

/** Machines by entry: of a bill that was issued as they are on it, else as they are now. */
const useMachines = (jobId: number | null, billed: readonly BilledEntry[] | undefined): ReadonlyMap<number, string> => {
  const { id: orgId } = useOrganization();
  const { data } = useQuery({ ...jobQueries.entries(orgId, jobId ?? 0), enabled: billed === undefined && jobId !== null });
  return new Map((billed ?? data ?? []).map(({ id, equipmentNames }) => [id, equipmentNames.join(', ')]));
};

interface ExplainedEntriesProps {
  readonly line: BillLine;
  /** The entries as a bill that was issued has them. */
  readonly billed?: readonly BilledEntry[] | undefined;
}

/** The entries that a line adds up, each a link to where it can be looked at; closed, it leads back here. */
export const ExplainedEntries = ({ line, billed }: ExplainedEntriesProps) => {
  const units = useUnits();
  const [isWhole, setWhole] = useState(false);
  const { jobId, basis, unit, key } = line;
  const machines = useMachines(jobId, billed);
  const entries = measuredBy(line);
  if (entries.length === 0) {
    return null;
  }
  const shown = isWhole ? entries : entries.slice(0, AT_FIRST);
  return (
    <div className="mt-2 print:hidden">
      <ul aria-label={t('Entries')} className="flex flex-wrap gap-x-5">
        {shown.map(({ id, date, measured }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- An entry may be there twice, and they never change places.
          <li key={`${id} ${index}`}>
            <Link
              href={entryAddress(id, jobId)}
              state={RETURNING}
              onClick={() => keepLineOpen(key)}
              className="inline-flex min-h-11 items-center gap-x-1.5 text-sm text-act tabular-nums"
            >
              {[formatDate(date), machines.get(id), quantityWords({ quantity: measured, basis, unit }, units)].filter(Boolean).join(', ')}
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < entries.length && (
        <Button size="small" onClick={() => setWhole(true)}>
          {t('Show all {count} entries', { count: entries.length })}
        </Button>
      )}
    </div>
  );
};
