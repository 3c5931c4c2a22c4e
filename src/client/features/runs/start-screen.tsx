import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Run } from '#shared/domain/run.ts';
import type { Place } from '#shared/domain/run-state.ts';
import { messageOf } from '#client/api/api-error.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useActiveRun } from '#client/data/active-run.ts';
import type { Entry } from '#client/data/covered-entries.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { runQueries } from '#client/data/run-entries.ts';
import { beginRun } from '#client/data/run-steps.ts';
import { useUser } from '#client/data/user-context.tsx';
import { CrewFields } from '#client/features/runs/crew-fields.tsx';
import { placesOf } from '#client/features/runs/places.ts';
import { RunFrame } from '#client/features/runs/run-frame.tsx';
import { beginningOf, type RunStart } from '#client/features/runs/start-form.ts';
import { StopList } from '#client/features/runs/stop-list.tsx';
import { pulse } from '#client/features/runs/use-cab-screen.ts';
import { useRecentEntries } from '#client/features/runs/use-recent.ts';
import { crewWords, customerName, operatorWords, type RunLists, useRunLists } from '#client/features/runs/use-run-lists.ts';
import { useDriver } from '#client/features/runs/use-run-steps.ts';
import { t } from '#client/lib/texts.ts';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { EditIcon } from '#client/ui/icons.tsx';
import { Failed, Loading } from '#client/ui/states.tsx';
import { Link } from 'wouter';

interface StartFormProps {
  readonly lists: RunLists;
  readonly beginning: RunStart;
  readonly recent: readonly Place[];
}

const StartForm = ({ lists, beginning, recent }: StartFormProps) => {
  const driver = useDriver();
  const notices = useNotices();
  const [, navigate] = useLocation();
  const [start, setStart] = useState(beginning);
  const { serviceTypeId, places, ...rest } = start;
  const [isChanging, setChanging] = useState(serviceTypeId === null);
  const [isBusy, setBusy] = useState(false);
  const [first] = places;
  const crew = serviceTypeId === null ? null : { ...rest, serviceTypeId };
  const change = (changes: Partial<RunStart>) => setStart((before) => ({ ...before, ...changes }));
  const begin = async () => {
    if (crew === null) {
      setChanging(true);
      notices.problem(t('Please select a service'));
      return;
    }
    if (first === undefined) {
      notices.problem(t('Choose the first customer.'));
      return;
    }
    setBusy(true);
    pulse();
    try {
      const state = await beginRun(driver, crew, places);
      navigate(state ? `/runs/${state.runId}` : '/runs/new', { replace: true });
    } catch (error) {
      notices.problem(t('Not saved'), messageOf(error));
      setBusy(false);
    }
  };
  return (
    <RunFrame
      title={t('New run')}
      back="/dashboard"
      foot={
        <Button variant="log" className="run-go" busyText={isBusy && t('Saving...')} onClick={() => void begin()}>
          {first ? t('Start at {name}', { name: customerName(lists, first) }) : t('Start run')}
        </Button>
      }
    >
      <section aria-labelledby="run-crew" className="run-card">
        <h2 id="run-crew">{t('The work')}</h2>
        {isChanging || crew === null ? (
          <CrewFields start={start} lists={lists} onChange={change} />
        ) : (
          <div className="run-folded">
            <p>
              <b>{crewWords(crew, lists)}</b>
              <span>{operatorWords(crew, lists)}</span>
            </p>
            <Button icon={EditIcon} onClick={() => setChanging(true)}>
              {t('Edit')}
            </Button>
          </div>
        )}
      </section>
      <section aria-labelledby="run-stops" className="run-card">
        <h2 id="run-stops">{t('Stops')}</h2>
        <StopList places={places} lists={lists} recent={recent} onChange={(next) => change({ places: next })} />
      </section>
    </RunFrame>
  );
};

const NO_ENTRIES: readonly Entry[] = [];

/** The entries of the run that is repeated; undefined while they are read. */
const useEntriesOf = (run: Run | null | undefined): readonly Entry[] | undefined => {
  const { id: orgId } = useOrganization();
  const { data } = useQuery({
    ...runQueries.entries(orgId, run ?? { id: 0, date: '', endedAt: null }),
    enabled: Boolean(run),
  });
  return run === undefined ? undefined : run === null ? NO_ENTRIES : data;
};

/** `/runs/new`: like the last run, ready to go; `crew` in the address names the run whose people and machines do something else now. */
export const RunStartScreen = () => {
  const { id: orgId } = useOrganization();
  const { id: userId } = useUser();
  const lists = useRunLists();
  const active = useActiveRun(orgId);
  const { data: lastOwn } = useQuery(runQueries.lastOwn(orgId, userId));
  const crewId = Number(new URLSearchParams(useSearch()).get('crew') ?? Number.NaN);
  const named = useQuery({ ...runQueries.detail(orgId, crewId), enabled: Number.isSafeInteger(crewId) });
  const run = Number.isSafeInteger(crewId) ? named.data : lastOwn;
  const entries = useEntriesOf(run);
  const recent = useRecentEntries();
  if (lists.error) {
    return <Failed text={messageOf(lists.error)} onRetry={() => location.reload()} />;
  }
  if (!lists.isReady || active === undefined || entries === undefined || recent === undefined) {
    return <Loading text={t('Loading...')} />;
  }
  if (active) {
    return (
      <RunFrame title={t('New run')} back="/dashboard">
        <p className="run-note">
          {t('A run is going on: {words}. End it before you start another.', { words: crewWords(active.crew, lists) })}
        </p>
        <Link href={`/runs/${active.runId}`} className={buttonClass({ variant: 'log', className: 'run-go' })}>
          {t('Go to the run')}
        </Link>
      </RunFrame>
    );
  }
  const isOtherService = Number.isSafeInteger(crewId);
  const like = beginningOf({ run: run ?? null, places: placesOf(entries), entry: recent[0], userId }, lists);
  return (
    <StartForm lists={lists} recent={placesOf(recent)} beginning={isOtherService ? { ...like, serviceTypeId: null, places: [] } : like} />
  );
};
