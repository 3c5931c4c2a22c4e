import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { mayChangeEntry, mayDeleteEntry } from '#shared/domain/own-work.ts';
import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import { isAsked } from '#shared/domain/asked.ts';
import type { EntryUnits } from '#shared/domain/units.ts';
import { ActivityList } from '#client/entities/audit-logs/activity-list.tsx';
import { useEntryDialog } from './entry-dialog-context.tsx';
import { DeleteEntryDialog } from './delete-entry-dialog.tsx';
import { Facts } from '#client/components/facts.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { loadRunWords } from '#client/entities/runs/load-run-words.ts';
import { syncMark } from '#client/components/status-badge.tsx';
import { useEntryCheck } from './use-entry-check.ts';
import { useCan, useOrganization, useUnits } from '#client/data/organization-context.tsx';
import { auditLogQueries, customDataFieldQueries, jobQueries } from '#client/data/queries.ts';
import { useUser } from '#client/data/user-context.tsx';
import { formatDate, formatNumber, formatTimestamp } from '#client/lib/formats.ts';
import { later } from '#client/lib/later.tsx';
import { t, withUnit } from '#client/lib/texts.ts';
import { yesNo } from '#client/lib/yes-no.ts';
import { isTempId } from '#client/offline/public.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { CheckIcon, CloseIcon, CopyIcon, DeleteIcon, EditIcon, QuestionIcon } from '#client/ui/icons.tsx';

const EntryQuestion = later(async () => (await import('./load-question-words.ts')).loadEntryQuestion());
const AskDialog = later(async () => (await import('./load-question-words.ts')).loadAskDialog());
const RunLink = later(async () => (await Promise.all([import('#client/entities/runs/run-parts.ts'), loadRunWords()]))[0].RunLink);
const PhotoList = later(async () => (await import('#client/components/photo-list.tsx')).PhotoList);
const PutOnJobDialog = later(async () => (await import('./put-on-job-dialog.tsx')).PutOnJobDialog);

const amountText = (value: number | null, unit: string): string | null => (value === null ? null : withUnit(value, unit));

const customText = (value: unknown): string =>
  typeof value === 'boolean'
    ? yesNo(value)
    : typeof value === 'number'
      ? formatNumber(value)
      : Array.isArray(value)
        ? value.join(', ')
        : String(value);

const checkedWords = ({ checkedAt, checkedByName }: JobEntry): string | null =>
  checkedAt ? [checkedByName, formatTimestamp(checkedAt)].filter(Boolean).join(', ') : null;

/** The office's check of an entry before it is billed: marks it as checked or unchecked. */
const CheckButton = ({ entry, onDone }: { readonly entry: JobEntry; readonly onDone: () => void }) => {
  const { set, isBusy, isOffline } = useEntryCheck();
  const isChecked = Boolean(entry.checkedAt);
  const press = async () => {
    if (await set([entry], !isChecked)) {
      onDone();
    }
  };
  return (
    <Button icon={isChecked ? CloseIcon : CheckIcon} disabled={isOffline} busyText={isBusy && t('Saving...')} onClick={() => void press()}>
      {isChecked ? t('Mark as unchecked') : t('Mark as checked')}
    </Button>
  );
};

const factsOf = (entry: JobEntry, units: EntryUnits): [string, string | null][] => [
  [t('Customer'), entry.customerName],
  [t('Job'), entry.jobName],
  [t('Service'), entry.serviceTypeName],
  [t('Date'), formatDate(entry.date)],
  [t('Equipment'), entry.equipmentNames.join(', ')],
  [t('Operator(s)'), entry.operatorNames.join(', ')],
  [t('Hours'), amountText(entry.totalHours, units.totalHours)],
  [t('Billable Hours'), amountText(entry.billableHours, units.billableHours)],
  [t('Fuel'), amountText(entry.fuel, units.fuel)],
  [t('Loads'), amountText(entry.loads, units.loads)],
  ...Object.entries(entry.customFieldValues)
    .filter(([, value]) => value !== null)
    .map(([name, value]): [string, string] => [name, customText(value)]),
  [t('Notes'), entry.notes],
  [t('Entry checked by'), checkedWords(entry)],
];

/** An entry, read-only, with its history; leads to changing, repeating or deleting it where allowed (specification 5.12). */
export const EntryDetailDialog = ({ entry, onClose }: { readonly entry: JobEntry; readonly onClose: () => void }) => {
  const units = useUnits();
  const { id: orgId, role } = useOrganization();
  const user = useUser();
  const { openEdit, openCopy } = useEntryDialog();
  const mayLog = useCan('jobEntries:write');
  // Before the entry is sent, the id of its 'No job yet' is unknown; that job is always open.
  const isOnJob = entry.jobId !== NO_JOB;
  const job = useQuery({ ...jobQueries.detail(orgId, entry.jobId), enabled: isOnJob });
  const status = isOnJob ? job.data?.status : 'open';
  const fields = useQuery(customDataFieldQueries.list(orgId));
  const isMade = !isTempId(entry.id);
  const history = useQuery({ ...auditLogQueries.ofJobEntry(orgId, entry.id), enabled: isMade });
  const mayPutOnJob = useCan('jobs:write') && entry.awaitsJob;
  const [isAsking, setAsking] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const isOwn = entry.createdBy === user.id;
  const isClosed = status === undefined || status === 'billed';
  const mayCheck = useCan('jobEntries:check') && !isClosed && isMade && syncMark(entry) === undefined;
  const mayDelete = status !== undefined && mayDeleteEntry(role, status, isOwn);
  // An edit rewrites the fields of the service, so it waits until they are known.
  const mayEdit = status !== undefined && fields.data !== undefined && mayChangeEntry(role, status, isOwn, isAsked(entry));
  const [question, setQuestion] = useState<{ readonly isSentBack: boolean } | null>(null);
  return (
    <>
      <Dialog
        title={t('Job Entry')}
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>{t('Close')}</Button>
            {mayEdit && (
              <Button
                variant="primary"
                icon={EditIcon}
                onClick={() => {
                  onClose();
                  openEdit(entry);
                }}
              >
                {t('Edit Entry')}
              </Button>
            )}
          </>
        }
      >
        <div className="grid gap-5 px-4 py-4 md:px-7 md:py-6">
          <Facts facts={factsOf(entry, units)} shape="dialog" />
          {(mayCheck || entry.question) && (
            <EntryQuestion
              entry={entry}
              mayAsk={mayCheck && entry.createdBy !== null}
              onAsk={(isSentBack) => setQuestion({ isSentBack })}
            />
          )}
          {entry.runId !== null && <RunLink entry={entry} />}
          {entry.photos.length > 0 && <PhotoList photos={entry.photos} />}
          {mayCheck && (
            <div className="grid sm:justify-start">
              <CheckButton entry={entry} onDone={onClose} />
            </div>
          )}
          <div className="flex flex-wrap gap-2.5 max-sm:[&>button]:flex-1 max-sm:[&>button]:px-2.5">
            {mayPutOnJob && (
              <Button icon={QuestionIcon} onClick={() => setAsking(true)}>
                {t('Which job was this?')}
              </Button>
            )}
            {mayLog && (
              <Button
                icon={CopyIcon}
                onClick={() => {
                  onClose();
                  openCopy(entry);
                }}
              >
                {t('Log again')}
              </Button>
            )}
            {mayDelete && (
              <Button variant="danger" icon={DeleteIcon} onClick={() => setDeleting(true)}>
                {t('Delete entry')}
              </Button>
            )}
          </div>
          <section aria-labelledby="history" className="border-t border-line">
            <h3 id="history" className="pt-4 pb-1 font-[680]">
              {t('History')}
            </h3>
            <div className="-mx-4.5">
              {isMade ? (
                <QueryView query={history} loading={t('Loading activity...')}>
                  {(items) => <ActivityList items={items} />}
                </QueryView>
              ) : (
                <p className="px-4.5 py-2 text-ink2">{t('History appears once this entry has synced.')}</p>
              )}
            </div>
          </section>
        </div>
      </Dialog>
      {isAsking && <PutOnJobDialog entries={[entry]} onClose={onClose} />}
      {question && <AskDialog entry={entry} isSentBack={question.isSentBack} onClose={() => setQuestion(null)} />}
      {isDeleting && <DeleteEntryDialog entry={entry} onDeleted={onClose} onClose={() => setDeleting(false)} />}
    </>
  );
};
