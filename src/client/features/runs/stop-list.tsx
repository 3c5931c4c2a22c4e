import { lazy, Suspense, useState } from 'react';
import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import type { Place } from '#shared/domain/run-state.ts';
import { useCan } from '#client/data/organization-context.tsx';
import { onlyOrLastJob, openJobsOf } from '#client/features/runs/places.ts';
import { PlaceSearch } from '#client/features/runs/place-search.tsx';
import { customerName, type RunLists } from '#client/features/runs/use-run-lists.ts';
import { quickChoices } from '#client/lib/quick-choices.ts';
import { t } from '#client/lib/texts.ts';
import { Button, IconButton } from '#client/ui/button.tsx';
import { Select } from '#client/ui/field.tsx';
import { CloseIcon, PlusIcon, SearchIcon } from '#client/ui/icons.tsx';

const NewJobDialog = lazy(async () => ({ default: (await import('#client/entities/jobs/new-job-dialog.tsx')).NewJobDialog }));

/** The value of the choice that makes a job. */
const MAKE = 'make';

interface JobChoiceProps {
  readonly place: Place;
  readonly lists: RunLists;
  readonly onChoose: (jobId: number) => void;
  readonly onMake: () => void;
}

/** The job of a stop, where there is something to choose. */
const JobChoice = ({ place, lists, onChoose, onMake }: JobChoiceProps) => {
  const mayMake = useCan('jobs:write');
  const open = openJobsOf(lists.jobs, place.customerId);
  const [only] = open;
  if (open.length === 1 && only && only.id === place.jobId) {
    return <span className="text-ink2">{only.name}</span>;
  }
  return (
    <Select
      aria-label={t('Job for {name}', { name: customerName(lists, place) })}
      value={place.jobId}
      onChange={({ target }) => (target.value === MAKE ? onMake() : onChoose(Number(target.value)))}
    >
      {open.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      <option value={NO_JOB}>{t('No job yet')}</option>
      {mayMake && <option value={MAKE}>{t('Make a job')}</option>}
    </Select>
  );
};

interface StopListProps {
  readonly places: readonly Place[];
  readonly lists: RunLists;
  /** Where this person worked lately. */
  readonly recent: readonly Place[];
  readonly onChange: (places: readonly Place[]) => void;
}

/** The customers of a run in their order, to be picked by one press each, those first who were lately worked for. */
export const StopList = ({ places, lists, recent, onChange }: StopListProps) => {
  const [isSearching, setSearching] = useState(false);
  const [making, setMaking] = useState<Place | null>(null);
  const chosen = places.map(({ customerId }) => customerId);
  const add = (customerId: number) => onChange([...places, onlyOrLastJob(customerId, lists.jobs, recent)]);
  const remove = (customerId: number) => onChange(places.filter((place) => place.customerId !== customerId));
  const choose = (place: Place, jobId: number) => onChange(places.map((each) => (each === place ? { ...place, jobId } : each)));
  const choices = lists.customers.map(({ id, businessName }) => ({ id, name: businessName }));
  const quick = quickChoices(
    choices,
    recent.map(({ customerId }) => customerId),
  ).filter(({ id }) => !chosen.includes(id));
  return (
    <div className="grid gap-3">
      <ol className="run-stops" aria-label={t('Stops')}>
        {places.map((place, index) => (
          <li key={place.customerId}>
            <span className="run-number">{index + 1}</span>
            <span className="run-stop-words">
              <b>{customerName(lists, place)}</b>
              <JobChoice place={place} lists={lists} onChoose={(jobId) => choose(place, jobId)} onMake={() => setMaking(place)} />
            </span>
            <IconButton
              label={t('Remove {name}', { name: customerName(lists, place) })}
              icon={CloseIcon}
              onClick={() => remove(place.customerId)}
            />
          </li>
        ))}
      </ol>
      <div className="run-picks">
        <Button icon={SearchIcon} onClick={() => setSearching(true)}>
          {t('Add a customer')}
        </Button>
        {quick.map(({ id, name }) => (
          <Button key={id} icon={PlusIcon} onClick={() => add(id)}>
            {name}
          </Button>
        ))}
      </div>
      {isSearching && (
        <PlaceSearch
          lists={lists}
          recent={recent}
          chosen={chosen}
          onPick={(id) => {
            setSearching(false);
            if (!chosen.includes(id)) {
              add(id);
            }
          }}
          onClose={() => setSearching(false)}
        />
      )}
      {making && (
        <Suspense>
          <NewJobDialog
            customerId={making.customerId}
            onClose={() => setMaking(null)}
            onCreated={(job) => {
              choose(making, job.id);
              setMaking(null);
            }}
          />
        </Suspense>
      )}
    </div>
  );
};
