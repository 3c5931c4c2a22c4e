import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { EntryStat } from '#shared/domain/entry-stats.ts';
import type { Hint } from '#shared/domain/hint.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import { fullName } from '#shared/domain/names.ts';
import { isoMoment } from '#shared/lib/dates.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { entryStatsQuery } from '#client/data/entry-stats.ts';
import { asRecords } from '#client/data/local-rows.ts';
import { useOrganization, useUnits } from '#client/data/organization-context.tsx';
import { ENTRY_LIST, orgKey } from '#client/data/overview-queries.ts';
import { useToday } from '#client/data/today.ts';
import { useUser } from '#client/data/user-context.tsx';
import type { HintContext, HintedWork } from '#client/entities/job-entries/hint-words.ts';
import { type EntryForm, formBody } from '#client/features/job-entries/entry-form.ts';
import { hintsAtSave } from '#client/features/job-entries/hints-at-save.ts';
import type { EntryData } from '#client/features/job-entries/use-entry-data.ts';
import type { EntryFormState } from '#client/features/job-entries/use-entry-form.ts';
import { entriesBetween, entriesOfJob } from '#client/offline/public.ts';

const NO_STATS: readonly EntryStat[] = [];
/** Nobody is interrupted in the middle of a number. */
const REST_MS = 600;

/** The entries of a day and of a job on this device, each read by its index. */
const besideQuery = (orgId: number, date: string, jobId: number) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'job-entries', 'beside', date, jobId],
    queryFn: async () => {
      const [{ rows }, ofJob] = await Promise.all([entriesBetween(theEngine(), orgId, date, date), entriesOfJob(theEngine(), jobId)]);
      return { sameDay: asRecords<'jobEntries'>(rows), ofJob: asRecords<'jobEntries'>(ofJob) };
    },
    // The last ones stay until those of another day are read.
    placeholderData: keepPreviousData,
    ...ENTRY_LIST,
  });

/** The form once nothing was changed for a moment. */
const useRested = (form: EntryForm): EntryForm => {
  const [rested, setRested] = useState(form);
  useEffect(() => {
    const timer = window.setTimeout(() => setRested(form), REST_MS);
    return () => window.clearTimeout(timer);
  }, [form]);
  return rested;
};

export interface SavingHintsProps {
  /** Null: a new one. */
  readonly entry: JobEntry | null;
  readonly state: EntryFormState;
  readonly data: EntryData;
}

export interface SavingHintsFound {
  readonly hints: readonly Hint[];
  readonly context: HintContext;
  readonly work: HintedWork;
}

/** What looks like a slip in the form, as far as this device knows; undefined while there is too little in it. */
export const useSavingHints = ({ entry, state, data }: SavingHintsProps): SavingHintsFound | undefined => {
  const organization = useOrganization();
  const units = useUnits();
  const { id: userId } = useUser();
  const today = useToday();
  const form = useRested(state.form);
  const { id: orgId, seasonStartDate } = organization;
  const { fields, service } = state;
  const { customerId, jobId, date } = form;
  const { data: stats = NO_STATS } = useQuery(entryStatsQuery(orgId));
  const { data: beside } = useQuery({ ...besideQuery(orgId, date, jobId ?? NO_JOB), enabled: date !== '' });
  return useMemo(() => {
    if (!beside || !service || customerId === null || jobId === null || form.serviceTypeId !== service.id) {
      return undefined;
    }
    const written = formBody({ ...form, serviceTypeId: service.id }, fields, entry?.customFieldValues);
    const { entry: noted, hints } = hintsAtSave(
      { body: written, entry, jobId, customerId, userId },
      {
        today,
        now: isoMoment(Date.now()),
        seasonStart: seasonStartDate,
        ...beside,
        job: data.openJobs.find(({ id }) => id === jobId),
        stats,
        fields: data.fields,
        fieldIds: service.customDataFieldIds,
      },
    );
    const writerOf = (id: number): string | undefined => {
      const writer = beside.sameDay.find((other) => other.id === id)?.createdBy;
      const colleague = writer === userId ? undefined : data.employees.find((employee) => employee.userId === writer);
      return colleague && fullName(colleague);
    };
    const operator = (id: number): string | undefined => {
      const found = data.employees.find((employee) => employee.id === id);
      return found && fullName(found);
    };
    return {
      hints,
      work: { ...noted, serviceTypeName: service.name },
      context: {
        units,
        machineName: (id) => data.equipment.find((machine) => machine.id === id)?.name,
        operatorName: operator,
        writerOf,
      },
    };
  }, [beside, service, customerId, jobId, form, fields, entry, userId, today, seasonStartDate, data, stats, units]);
};
