import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import { joinRun } from '#shared/domain/run-state.ts';
import type { Run } from '#shared/domain/run.ts';
import { messageOf } from '#client/api/api-error.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useCan } from '#client/data/organization-context.tsx';
import { takeUpRun } from '#client/data/run-steps.ts';
import { useUser } from '#client/data/user-context.tsx';
import { Cab } from '#client/features/runs/cab.tsx';
import { runTimeWords } from '#client/features/runs/end-screen.tsx';
import { RunFrame } from '#client/features/runs/run-frame.tsx';
import { PhotoList } from '#client/components/photo-list.tsx';
import { linesOf } from '#client/features/runs/run-lines.ts';
import { StopTable } from '#client/features/runs/stop-table.tsx';
import { type FoundRun, useRun } from '#client/features/runs/use-run.ts';
import { crewWords, operatorWords } from '#client/features/runs/use-run-lists.ts';
import { useDriver } from '#client/features/runs/use-run-steps.ts';
import { t } from '#client/lib/texts.ts';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { EditIcon, PlusIcon, SelectIcon } from '#client/ui/icons.tsx';
import { Failed, Loading } from '#client/ui/states.tsx';

/** A run that does not go on on this device: its stops, and what can still be done. */
const RunView = ({ run, found }: { readonly run: Run & { readonly sync?: unknown }; readonly found: FoundRun }) => {
  const { counted, lists, hasOther } = found;
  const { id: userId } = useUser();
  const driver = useDriver();
  const notices = useNotices();
  const [, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const mayWriteOfOthers = useCan('jobEntries:writeOfOthers');
  const mayChange = run.createdBy === userId || mayWriteOfOthers;
  const mayLog = useCan('jobEntries:write');
  const entries = found.entries.data ?? [];
  const isUnsent = run.sync !== undefined;
  const lines = linesOf(entries, isUnsent ? run : { fuel: null, shareBy: run.shareBy }, { ...found, fields: lists.fields });
  const join = async () => {
    setBusy(true);
    try {
      await takeUpRun(driver, joinRun(run, entries, userId, NO_JOB));
    } catch (error) {
      notices.problem(t('Not saved'), messageOf(error));
    }
    setBusy(false);
  };
  return (
    <RunFrame
      title={t('Run')}
      back="/dashboard"
      foot={
        mayLog &&
        run.endedAt === null &&
        !hasOther && (
          <Button variant="log" className="run-go" busyText={isBusy && t('Saving...')} onClick={() => void join()}>
            {t('Continue this run')}
          </Button>
        )
      }
    >
      <div className="run-what">
        <p>
          <b>{crewWords(run, lists)}</b>
        </p>
        <p>{runTimeWords(run)}</p>
        <p>{operatorWords(run, lists)}</p>
      </div>
      <StopTable lines={lines} counted={counted} isUnsent={isUnsent} />
      {run.notes && <p className="run-note">{run.notes}</p>}
      {run.photos.length > 0 && <PhotoList photos={run.photos} />}
      <div className="run-picks">
        {mayChange && (
          <Button icon={EditIcon} onClick={() => navigate(`/runs/${run.id}/end`)}>
            {run.endedAt === null ? t('End run') : t('Edit')}
          </Button>
        )}
        <Link href={`/job-entries?runId=${run.id}`} className={buttonClass()}>
          <SelectIcon aria-hidden="true" />
          {t('Job Entries')}
        </Link>
        {mayLog && !hasOther && (
          <Link href={`/runs/new?crew=${run.id}`} className={buttonClass()}>
            <PlusIcon aria-hidden="true" />
            {t('Same crew, other service')}
          </Link>
        )}
      </div>
    </RunFrame>
  );
};

/** `/runs/:id`: the cab while the run goes on on this device, else what came of it. */
export const RunScreen = ({ params }: { readonly params: { readonly id?: string | undefined } }) => {
  const found = useRun(Number(params.id));
  const { run, active, entries, lists, isRead } = found;
  if (active && lists.isReady) {
    return <Cab state={active} lists={lists} />;
  }
  if (run.isError || entries.isError) {
    return <Failed text={messageOf(run.error ?? entries.error)} onRetry={() => void run.refetch()} />;
  }
  if (!run.data || !entries.data || !lists.isReady || !isRead) {
    return <Loading text={t('Loading...')} />;
  }
  return <RunView run={run.data} found={found} />;
};
