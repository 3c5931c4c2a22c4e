import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { jobQueries } from '#client/data/queries.ts';
import { type Saved, useWriter } from '#client/data/use-write.ts';
import { formatDate } from '#client/lib/formats.ts';
import { plural, t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Field, FieldError, TextInput } from '#client/ui/field.tsx';

const NEW = 'new';
type Choice = number | typeof NEW | null;

/** How many entries are shown to help the office remember the work. */
const SHOWN = 4;

const EntryLines = ({ entries }: { readonly entries: readonly JobEntry[] }) => (
  <div>
    <p className="font-[680]">{entries[0]?.customerName}</p>
    <ul className="text-ink2">
      {entries.slice(0, SHOWN).map((entry) => (
        <li key={entry.id} className="wrap-anywhere">
          {[formatDate(entry.date), entry.serviceTypeName, ...entry.equipmentNames, ...entry.operatorNames, entry.notes]
            .filter(Boolean)
            .join(' · ')}
        </li>
      ))}
    </ul>
    {entries.length > SHOWN && <p className="text-ink2">{t('and {count} more', { count: entries.length - SHOWN })}</p>}
  </div>
);

interface RadioProps {
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

const Radio = ({ name, isChosen, onChoose }: RadioProps) => (
  <label className="flex min-h-11 cursor-pointer items-center gap-2.5 wrap-anywhere">
    <input type="radio" name="job" checked={isChosen} onChange={onChoose} className="size-5 shrink-0 accent-act" />
    {name}
  </label>
);

/** The least advanced of several changes: it describes all of them. */
const leastFar = (saved: readonly Saved<JobEntry>[]): Saved<JobEntry> | undefined =>
  saved.find(({ state }) => state === 'attention') ?? saved.find(({ state }) => state === 'waiting') ?? saved[0];

/** Moves entries to a job, each as a separate change: so it works offline, and concurrent changes by others are detected. */
const usePutOnJob = (entries: readonly JobEntry[]) => {
  const { id: orgId } = useOrganization();
  const create = useWriter(orgId, routes.jobs.create);
  const update = useWriter(orgId, routes.jobEntries.update, false);
  return async (to: number | { readonly name: string }): Promise<Saved<JobEntry> | undefined> => {
    const customerId = entries[0]?.customerId ?? 0;
    const jobId = typeof to === 'number' ? to : (await create({ params: { orgId }, body: { name: to.name, customerId } })).record.id;
    return leastFar(await Promise.all(entries.map((entry) => update({ params: { id: entry.id }, body: { jobId }, seen: entry }))));
  };
};

interface PutOnJobDialogProps {
  /** Entries of one customer, as the screen shows them: exactly these are moved, none that came later. */
  readonly entries: readonly JobEntry[];
  readonly onClose: () => void;
}

/** 'Which job was this?': an open job of the customer, or a new one, in one step (specification 5.40). */
export const PutOnJobDialog = ({ entries, onClose }: PutOnJobDialogProps) => {
  const { id: orgId } = useOrganization();
  const notices = useNotices();
  const putOn = usePutOnJob(entries);
  const { data: open = [], isPending } = useQuery(jobQueries.list(orgId, 'open'));
  const jobs = open.filter(({ customerId, isPlaceholder }) => customerId === entries[0]?.customerId && !isPlaceholder);
  const [chosen, setChosen] = useState<Choice>(null);
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isSaving = useRef(false);
  const nothingElse = !isPending && jobs.length === 0 ? NEW : jobs.length === 1 ? (jobs[0]?.id ?? null) : null;
  const choice = chosen ?? nothingElse;

  const choose = (next: Choice) => {
    setChosen(next);
    setError(undefined);
  };
  const submit = async () => {
    if (isSaving.current) {
      return;
    }
    if (choice === null || (choice === NEW && name.trim() === '')) {
      setError(choice === null ? t('Please select a job') : t('Please enter a job name'));
      return;
    }
    isSaving.current = true;
    setBusy(true);
    try {
      const saved = await putOn(choice === NEW ? { name: name.trim() } : choice);
      if (saved) {
        const words = plural(entries.length, '{count} entry moved to its job', '{count} entries moved to their job');
        notices.saved(saved, t('Job entry'), t('Success'), words);
      }
      onClose();
    } catch (failure) {
      notices.failure(t('Failed to update job entry'), failure);
      isSaving.current = false;
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={t('Which job was this?')}
      submitLabel={choice === NEW ? t('Create the job') : t('Move to this job')}
      busyText={isBusy && t('Saving...')}
      onSubmit={submit}
      onClose={onClose}
    >
      <EntryLines entries={entries} />
      <fieldset className="grid gap-1" aria-invalid={error !== undefined && choice !== NEW}>
        <legend className="mb-1 font-[620]">{t('Job')}</legend>
        {jobs.map((job) => (
          <Radio key={job.id} name={job.name} isChosen={choice === job.id} onChoose={() => choose(job.id)} />
        ))}
        <Radio name={t('A new job')} isChosen={choice === NEW} onChoose={() => choose(NEW)} />
        {error !== undefined && choice !== NEW && <FieldError>{error}</FieldError>}
      </fieldset>
      {choice === NEW && (
        <Field label={t('Job Name')} required error={error} hint={t('The field and the work, such as North Quarter silage.')}>
          {(control) => (
            <TextInput
              {...control}
              value={name}
              onChange={(event) => {
                setName(event.target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
      )}
    </FormDialog>
  );
};
