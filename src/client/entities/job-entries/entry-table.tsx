import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useMemo } from 'react';
import { isAsked } from '#shared/domain/asked.ts';
import type { Job } from '#shared/domain/job.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { mayChangeEntry, mayDeleteEntry } from '#shared/domain/own-work.ts';
import type { EntryUnits } from '#shared/domain/units.ts';
import { useEntryDialog } from './entry-dialog-context.tsx';
import { useDayOf } from './entry-days.ts';
import { usePeopleOf } from './use-people-of.ts';
import { CheckedBadge, SyncBadge, syncMark } from '#client/components/status-badge.tsx';
import { useCan, useOrganization, useUnits } from '#client/data/organization-context.tsx';
import { jobQueries } from '#client/data/queries.ts';
import { useUser } from '#client/data/user-context.tsx';
import { formatDate } from '#client/lib/formats.ts';
import { later } from '#client/lib/later.tsx';
import { t, withUnit } from '#client/lib/texts.ts';
import { useMedia } from '#client/lib/use-media.ts';
import { IconButton, iconButtonClass } from '#client/ui/button.tsx';
import { CopyIcon, DeleteIcon, EditIcon, MoreIcon, ViewIcon } from '#client/ui/icons.tsx';
import { Menu } from '#client/ui/menu.tsx';
import { inOrder } from '#client/ui/sorted-rows.ts';
import { type Column, DataTable, type TableOrder } from '#client/ui/table.tsx';

interface EntryTableProps {
  readonly entries: readonly JobEntry[];
  readonly onShow: (entry: JobEntry) => void;
  readonly onDelete: (entry: JobEntry) => void;
  /** All entries are of this job, whose name is above the list: they can be sorted, because all of them are loaded. */
  readonly job?: Job;
  readonly order?: TableOrder;
}

const amounts = ({ totalHours, fuel, loads }: JobEntry, units: EntryUnits): string =>
  (
    [
      [totalHours, units.totalHours],
      [fuel, units.fuel],
      [loads, units.loads],
    ] as const
  )
    .flatMap(([value, unit]) => (value === null ? [] : [withUnit(value, unit)]))
    .join(' · ');

const machines = ({ equipmentNames }: JobEntry): string => equipmentNames.join(', ');

const keyOf = ({ id }: JobEntry): number => id;

const Opener = ({
  entry,
  text,
  onShow,
}: {
  readonly entry: JobEntry;
  readonly text: string;
  readonly onShow: (entry: JobEntry) => void;
}) => (
  <button type="button" className="min-h-6 text-left font-[680] hover:underline" onClick={() => onShow(entry)}>
    {text}
  </button>
);

// Few entries have one: what shows it comes when the first does.
const QuestionBadge = later(async () => (await import('./load-question-words.ts')).loadQuestionBadge());

interface ActionsProps {
  readonly entry: JobEntry;
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
  readonly onShow: (entry: JobEntry) => void;
  readonly onDelete: (entry: JobEntry) => void;
}

/** The actions of an entry: buttons where there is room, otherwise one menu. */
const EntryActions = ({ entry, mayEdit, mayDelete, onShow, onDelete }: ActionsProps) => {
  const { openEdit, openCopy } = useEntryDialog();
  const mayLog = useCan('jobEntries:write');
  const hasRoom = useMedia('(min-width: 64rem)');
  const name = `${entry.serviceTypeName}, ${formatDate(entry.date)}`;
  const actions = [
    { label: t('View'), icon: ViewIcon, isThere: true, onSelect: () => onShow(entry) },
    { label: t('Log again'), icon: CopyIcon, isThere: mayLog, onSelect: () => openCopy(entry) },
    { label: t('Edit'), icon: EditIcon, isThere: mayEdit, onSelect: () => openEdit(entry) },
    { label: t('Delete'), icon: DeleteIcon, isThere: mayDelete, isDanger: true, onSelect: () => onDelete(entry) },
  ].filter(({ isThere }) => isThere);
  return hasRoom ? (
    actions.map(({ label, icon, onSelect }) => <IconButton key={label} label={`${label} ${name}`} icon={icon} onClick={onSelect} />)
  ) : (
    <Menu label={t('More actions for {name}', { name })} buttonClassName={iconButtonClass} items={actions}>
      <MoreIcon className="size-5" aria-hidden="true" />
    </Menu>
  );
};

const columnsFor = (onShow: (entry: JobEntry) => void, isSortable: boolean): Column<JobEntry>[] => {
  const sortBy = (valueOf: (entry: JobEntry) => string) => (isSortable ? { sortBy: valueOf } : {});
  return [
    { head: t('Customer'), cell: ({ customerName }) => customerName },
    { head: t('Job'), cell: (entry) => <Opener entry={entry} text={entry.jobName} onShow={onShow} /> },
    {
      head: t('Date'),
      cell: ({ date }) => <span className="whitespace-nowrap tabular-nums">{formatDate(date)}</span>,
      ...sortBy(({ date }) => date),
    },
    { head: t('Service'), cell: ({ serviceTypeName }) => serviceTypeName, ...sortBy(({ serviceTypeName }) => serviceTypeName) },
    {
      head: t('Equipment'),
      cell: (entry) => (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {machines(entry)}
          <SyncBadge record={entry} />
          <CheckedBadge entry={entry} />
          {entry.question && <QuestionBadge entry={entry} />}
        </span>
      ),
      ...sortBy(machines),
    },
  ];
};

/** A job's entries in the order that the user chose in their table. */
export const entriesInOrder = (entries: readonly JobEntry[], { chosen }: TableOrder): readonly JobEntry[] =>
  inOrder(
    entries,
    columnsFor(() => undefined, true),
    chosen,
  );

/** Which actions on entries the user may take, depending on their level and the job's status (specification 5.36, 7.12). */
const useMayOfEntry = (job: Job | undefined) => {
  const { id: orgId, role } = useOrganization();
  const { id: userId } = useUser();
  const { data: jobs } = useQuery({ ...jobQueries.list(orgId), enabled: job === undefined });
  const statuses = useMemo(() => new Map((job ? [job] : jobs)?.map(({ id, status }) => [id, status])), [job, jobs]);
  return useCallback(
    (entry: JobEntry) => {
      const [status, isOwn] = [statuses.get(entry.jobId) ?? 'open', entry.createdBy === userId];
      return { mayEdit: mayChangeEntry(role, status, isOwn, isAsked(entry)), mayDelete: mayDeleteEntry(role, status, isOwn) };
    },
    [statuses, role, userId],
  );
};

/** Entries with the columns of specification 5.11; a press on a row shows the entry. Memoized. */
export const EntryTable = memo(({ entries, onShow, onDelete, job, order }: EntryTableProps) => {
  const units = useUnits();
  const mayOf = useMayOfEntry(job);
  const isOfOneJob = job !== undefined;
  const peopleOf = usePeopleOf();
  const dayOf = useDayOf();
  const group = useCallback((entry: JobEntry) => dayOf(entry.date), [dayOf]);
  const isByDay = order?.chosen === undefined;
  const columns = useMemo(() => columnsFor(onShow, isOfOneJob), [onShow, isOfOneJob]);
  const card = useCallback(
    (entry: JobEntry) => ({
      small: isOfOneJob ? undefined : `${entry.customerName}, ${entry.jobName}`,
      title: <Opener entry={entry} text={[entry.serviceTypeName, ...entry.equipmentNames].join(', ')} onShow={onShow} />,
      meta: (
        <>
          <SyncBadge record={entry} />
          <CheckedBadge entry={entry} />
          {entry.question && <QuestionBadge entry={entry} />}
          {!isByDay && <span className="tabular-nums">{formatDate(entry.date)}</span>}
          <span className="tabular-nums empty:hidden">{amounts(entry, units)}</span>
          <span className="empty:hidden">{peopleOf(entry)}</span>
        </>
      ),
    }),
    [onShow, isOfOneJob, units, isByDay, peopleOf],
  );
  const actions = useCallback(
    (entry: JobEntry) => <EntryActions entry={entry} {...mayOf(entry)} onShow={onShow} onDelete={onDelete} />,
    [mayOf, onShow, onDelete],
  );
  return (
    <DataTable
      label={t('Job entries')}
      rows={entries}
      keyOf={keyOf}
      mark={syncMark}
      onRow={onShow}
      columns={columns}
      columnsFrom="lg"
      sorted={{ head: t('Date'), isDescending: true }}
      card={card}
      {...(isByDay ? { group } : {})}
      actions={actions}
      {...(order ? { order } : {})}
    />
  );
});
EntryTable.displayName = 'EntryTable';
