import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { holdsMeasure } from '#shared/domain/work-measures.ts';
import { weightsOf } from '#shared/domain/run-fuel.ts';
import type { ShareWay } from '#shared/domain/run.ts';
import { useActiveRun } from '#client/data/active-run.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { runQueries } from '#client/data/run-entries.ts';
import { countedBy } from '#client/features/runs/counted.ts';
import { useRunLists } from '#client/features/runs/use-run-lists.ts';

/** A run with its stops, and whether it goes on on this device. */
export const useRun = (id: number) => {
  const { id: orgId } = useOrganization();
  const lists = useRunLists();
  const run = useQuery(runQueries.detail(orgId, id));
  const active = useActiveRun(orgId);
  const entries = useQuery({
    ...runQueries.entries(orgId, run.data ?? { id: 0, date: '', endedAt: null }),
    enabled: run.data !== undefined,
  });
  const service = lists.services.find((each) => each.id === run.data?.serviceTypeId);
  const counted = useMemo(() => countedBy(service, lists.fields), [service, lists.fields]);
  const billed = useMemo(() => {
    const jobs = new Set(lists.jobs.filter(({ status }) => status === 'billed').map((job) => job.id));
    return new Set((entries.data ?? []).filter(({ jobId }) => jobs.has(jobId)).map((entry) => entry.id));
  }, [lists.jobs, entries.data]);
  // The real id of a run that was made here is known to the address and to the record before it is known to the state: the cab stays as it
  // is meanwhile, with whatever is open in it.
  const [shown, setShown] = useState<string | null>(null);
  const isSame = run.data
    ? Date.parse(run.data.startedAt) === Date.parse(active?.startedAt ?? '')
    : run.isPending && active?.startedAt === shown;
  const isHere = active !== null && active !== undefined && (active.runId === id || isSame);
  if (isHere && shown !== active.startedAt) {
    setShown(active.startedAt);
  }
  return {
    lists,
    run,
    active: isHere ? active : null,
    hasOther: Boolean(active) && !isHere,
    isRead: active !== undefined,
    entries,
    service,
    counted,
    billed,
  };
};

export type FoundRun = ReturnType<typeof useRun>;

/** How many entries do not say what this way shares by. */
export const withoutWeight = ({ entries, lists }: FoundRun, way: ShareWay): number =>
  way === 'hand' ? 0 : [...weightsOf(entries.data ?? [], way, lists.fields).values()].filter((weight) => !weight).length;

/** What the area of a service's entries is called, if it is counted. */
export const areaFieldOf = ({ service, lists }: FoundRun) =>
  lists.fields.find((field) => service?.customDataFieldIds.includes(field.id) && holdsMeasure(field, 'area'));

/** The same for bales, the loads of a baler. */
export const baleFieldOf = ({ service, lists }: FoundRun) =>
  lists.fields.find((field) => service?.customDataFieldIds.includes(field.id) && holdsMeasure(field, 'bales'));
