import { useQuery } from '@tanstack/react-query';
import { mayChangeEntry, type JobEntry } from '#shared/domain/job-entry.ts';
import { UNIT } from '#shared/domain/job-summary.ts';
import { ActivityList } from '#client/components/activity-list.tsx';
import { useEntryDialog } from '#client/components/entry-dialog-context.tsx';
import { Picture } from '#client/components/picture.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { auditLogQueries, customDataFieldQueries, jobQueries } from '#client/data/queries.ts';
import { useUser } from '#client/data/user-context.tsx';
import { formatDate, formatNumber } from '#client/lib/formats.ts';
import { blobOf, isTempId } from '#client/offline/item.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { EditIcon } from '#client/ui/icons.tsx';

const withUnit = (value: number | null, unit: string): string | null => (value === null ? null : `${formatNumber(value)} ${unit}`);

const customText = (value: unknown): string =>
  typeof value === 'boolean'
    ? value
      ? 'Yes'
      : 'No'
    : typeof value === 'number'
      ? formatNumber(value)
      : Array.isArray(value)
        ? value.join(', ')
        : String(value);

const factsOf = (entry: JobEntry): [string, string | null][] => [
  ['Customer', entry.customerName],
  ['Job', entry.jobName],
  ['Service', entry.serviceTypeName],
  ['Date', formatDate(entry.date)],
  ['Equipment', entry.equipmentNames.join(', ')],
  ['Operator(s)', entry.operatorNames.join(', ')],
  ['Hours', withUnit(entry.totalHours, UNIT.totalHours)],
  ['Billable Hours', withUnit(entry.billableHours, UNIT.billableHours)],
  ['Fuel', withUnit(entry.fuel, UNIT.fuel)],
  ['Loads', withUnit(entry.loads, UNIT.loads)],
  ...Object.entries(entry.customFieldValues)
    .filter(([, value]) => value !== null)
    .map(([name, value]): [string, string] => [name, customText(value)]),
  ['Notes', entry.notes],
];

const Photos = ({ names }: { readonly names: readonly string[] }) => (
  <ul className="flex flex-wrap gap-2.5">
    {names.map((name, index) => (
      <li key={name}>
        {blobOf(name) !== null ? (
          <span className="relative grid size-28 place-items-center overflow-hidden rounded-ctl bg-sunk">
            <Picture name={name} label={`Attachment ${index + 1}, waits to be sent`} />
            <span className="swath absolute inset-y-0 left-0 w-2" aria-hidden="true" />
          </span>
        ) : (
          <a
            href={`/api/photos/${name}`}
            target="_blank"
            rel="noreferrer"
            className="grid size-28 place-items-center overflow-hidden rounded-ctl bg-sunk"
          >
            <Picture name={name} label={`Attachment ${index + 1}`} />
          </a>
        )}
      </li>
    ))}
  </ul>
);

/** An entry to read, with its history; who may change it gets there from here (specification 2 §2). */
export const EntryDetailDialog = ({ entry, onClose }: { readonly entry: JobEntry; readonly onClose: () => void }) => {
  const { id: orgId, role } = useOrganization();
  const user = useUser();
  const { openEdit } = useEntryDialog();
  const job = useQuery(jobQueries.detail(orgId, entry.jobId));
  const fields = useQuery(customDataFieldQueries.list(orgId));
  const isMade = !isTempId(entry.id);
  const history = useQuery({ ...auditLogQueries.ofJobEntry(orgId, entry.id), enabled: isMade });
  // An edit rewrites the fields of the service, so it waits until they are known.
  const mayEdit = job.data !== undefined && fields.data !== undefined && mayChangeEntry(role, job.data.status, entry.createdBy === user.id);
  return (
    <Dialog
      title="Job Entry"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {mayEdit && (
            <Button
              variant="primary"
              icon={EditIcon}
              onClick={() => {
                onClose();
                openEdit(entry);
              }}
            >
              Edit Entry
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5 px-4 py-4 md:px-7 md:py-6">
        <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-5 gap-y-2.5">
          {factsOf(entry)
            .filter(([, value]) => value)
            .map(([label, value]) => (
              <div key={label} className="contents">
                <dt className="text-ink2">{label}</dt>
                <dd className="font-[560] wrap-anywhere whitespace-pre-line">{value}</dd>
              </div>
            ))}
        </dl>
        {entry.photos.length > 0 && <Photos names={entry.photos} />}
        <section aria-labelledby="history" className="border-t border-line">
          <h3 id="history" className="pt-4 pb-1 font-[680]">
            History
          </h3>
          <div className="-mx-4.5">
            {isMade ? (
              <QueryView query={history} loading="Loading activity...">
                {(items) => <ActivityList items={items} />}
              </QueryView>
            ) : (
              <p className="px-4.5 py-2 text-ink2">Its history begins when it has been sent.</p>
            )}
          </div>
        </section>
      </div>
    </Dialog>
  );
};
