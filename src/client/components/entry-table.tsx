import { mayChangeEntry, type JobEntry } from '#shared/domain/job-entry.ts';
import { UNIT } from '#shared/domain/job-summary.ts';
import { useEntryDialog } from '#client/components/entry-dialog-context.tsx';
import { syncMark } from '#client/components/row-mark.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { formatDate, formatNumber } from '#client/lib/formats.ts';
import { useIsWide } from '#client/lib/use-media.ts';
import { IconButton } from '#client/ui/button.tsx';
import { EditIcon, ViewIcon } from '#client/ui/icons.tsx';
import { DataTable } from '#client/ui/table.tsx';

interface EntryTableProps {
  readonly entries: readonly JobEntry[];
  readonly onShow: (entry: JobEntry) => void;
  /** All of one job, whose name stands above the list already. */
  readonly isOfOneJob?: boolean;
}

const amounts = ({ totalHours, fuel, loads }: JobEntry): string =>
  [
    [totalHours, UNIT.totalHours],
    [fuel, UNIT.fuel],
    [loads, UNIT.loads],
  ]
    .flatMap(([value, unit]) => (typeof value === 'number' ? [`${formatNumber(value)} ${unit}`] : []))
    .join(' · ');

/** Entries with the columns of specification 2 §2; a press on a row shows the entry. */
export const EntryTable = ({ entries, onShow, isOfOneJob = false }: EntryTableProps) => {
  const { role } = useOrganization();
  const user = useUser();
  const { openEdit } = useEntryDialog();
  const isWide = useIsWide();
  const nameOf = (entry: JobEntry) => `${entry.serviceTypeName}, ${formatDate(entry.date)}`;
  const opener = (entry: JobEntry, text: string) => (
    <button type="button" className="text-left font-[680] hover:underline" onClick={() => onShow(entry)}>
      {text}
    </button>
  );
  return (
    <DataTable
      label="Job entries"
      rows={entries}
      keyOf={({ id }) => id}
      mark={syncMark}
      onRow={onShow}
      columns={[
        { head: 'Customer', cell: (entry) => entry.customerName },
        { head: 'Job', cell: (entry) => opener(entry, entry.jobName) },
        { head: 'Date', cell: (entry) => <span className="whitespace-nowrap tabular-nums">{formatDate(entry.date)}</span> },
        { head: 'Service', cell: (entry) => entry.serviceTypeName },
        { head: 'Equipment', cell: (entry) => entry.equipmentNames.join(', ') },
      ]}
      card={(entry) => ({
        small: isOfOneJob ? undefined : `${entry.customerName}, ${entry.jobName}`,
        title: opener(entry, `${entry.serviceTypeName}${entry.equipmentNames.length > 0 ? `, ${entry.equipmentNames.join(', ')}` : ''}`),
        meta: (
          <>
            <span className="tabular-nums">{formatDate(entry.date)}</span>
            <span className="tabular-nums">{amounts(entry)}</span>
          </>
        ),
      })}
      actions={(entry) => (
        <>
          {isWide && <IconButton label={`View ${nameOf(entry)}`} icon={ViewIcon} onClick={() => onShow(entry)} />}
          {/* Whether the job is still open is the server's to say; here only what can be known of everybody's. */}
          {mayChangeEntry(role, 'open', entry.createdBy === user.id) && (
            <IconButton label={`Edit ${nameOf(entry)}`} icon={EditIcon} onClick={() => openEdit(entry)} />
          )}
        </>
      )}
    />
  );
};
