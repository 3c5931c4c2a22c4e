import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Run } from '#shared/domain/run.ts';
import { lastMoment } from '#shared/domain/run-state.ts';
import { routes } from '#shared/routes.ts';
import { ApiError, messageOf } from '#client/api/api-error.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { changeOfRun } from '#client/data/run-steps.ts';
import { useWriter } from '#client/data/use-write.ts';
import { fieldName } from '#client/entities/custom-data-fields/field-words.ts';
import { CorrectionSheet } from '#client/features/runs/correction-sheet.tsx';
import { type FuelForm, FuelSplit, numberHeld } from '#client/features/runs/fuel-split.tsx';
import { RunFrame } from '#client/features/runs/run-frame.tsx';
import { linesOf, type RunLine } from '#client/features/runs/run-lines.ts';
import { RunPhotos } from '#client/features/runs/run-photos.tsx';
import { formatTime } from '#client/entities/runs/time-words.ts';
import { StopTable } from '#client/features/runs/stop-table.tsx';
import { useCorrection } from '#client/features/runs/use-correction.ts';
import { areaFieldOf, baleFieldOf, type FoundRun, useRun, withoutWeight } from '#client/features/runs/use-run.ts';
import { crewWords } from '#client/features/runs/use-run-lists.ts';
import { useDriver, useRunSteps } from '#client/features/runs/use-run-steps.ts';
import { formatLongDate } from '#client/lib/formats.ts';
import { heldOf } from '#client/lib/typed-number.ts';
import { plural, t, wordsOf } from '#client/lib/texts.ts';
import { useBrowserOnline } from '#client/lib/use-browser-online.ts';
import { Button } from '#client/ui/button.tsx';
import { Field, Textarea } from '#client/ui/field.tsx';
import { PhoneIcon } from '#client/ui/icons.tsx';
import { Failed, Loading } from '#client/ui/states.tsx';

/** When a run was, in words: 'Thursday, October 9, 2025, 7:05 AM to 4:55 PM'. */
export const runTimeWords = ({ date, startedAt, endedAt }: Pick<Run, 'date' | 'startedAt' | 'endedAt'>): string =>
  endedAt === null
    ? t('{date}, since {from}', { date: formatLongDate(date), from: formatTime(startedAt) })
    : t('{date}, {from} to {to}', { date: formatLongDate(date), from: formatTime(startedAt), to: formatTime(endedAt) });

/** The way that is chosen until somebody chooses: by area where it is counted. */
const firstWay = (run: Run, found: FoundRun): Run['shareBy'] => (run.fuel === null && areaFieldOf(found) ? 'area' : run.shareBy);

const EndForm = ({ run, found }: { readonly run: Run; readonly found: FoundRun }) => {
  const { id: orgId } = useOrganization();
  const { active, counted } = found;
  const driver = useDriver();
  const { take } = useRunSteps();
  const update = useWriter(orgId, routes.runs.update);
  const updateEntry = useWriter(orgId, routes.jobEntries.update, false);
  const notices = useNotices();
  const isOnline = useBrowserOnline();
  const [, navigate] = useLocation();
  const [fuel, setFuel] = useState<FuelForm>({
    fuel: run.fuel === null ? '' : heldOf(run.fuel),
    shareBy: firstWay(run, found),
    byHand: {},
  });
  const [notes, setNotes] = useState(run.notes ?? '');
  const [chosen, setChosen] = useState<RunLine | null>(null);
  const [isBusy, setBusy] = useState(false);
  const correct = useCorrection(active);
  const entries = found.entries.data ?? [];
  const total = numberHeld(fuel.fuel);
  const lines = linesOf(entries, { fuel: total, shareBy: fuel.shareBy }, { ...found, fields: found.lists.fields });
  const endedAt = active ? lastMoment(active) : run.endedAt;
  const bales = baleFieldOf(found);
  const area = areaFieldOf(found);

  const save = async () => {
    setBusy(true);
    const data = { fuel: total, shareBy: fuel.shareBy, notes: notes.trim(), ...(endedAt === null ? {} : { endedAt }) };
    const byHand =
      fuel.shareBy === 'hand'
        ? lines.flatMap(({ entry }) => {
            const share = fuel.byHand[entry.id];
            return share === undefined ? [] : [{ entry, fuel: numberHeld(share) }];
          })
        : [];
    try {
      const isKept = active
        ? (await take((state) => state, {
            isLast: true,
            more: [
              changeOfRun(driver, run.id, data),
              ...byHand.map(
                ({ entry, fuel: share }) =>
                  ({ operation: 'update', store: 'jobEntries', orgId, id: entry.id, data: { fuel: share } }) as const,
              ),
            ],
          })) !== null
        : (await update({ params: { id: run.id }, body: data })) !== undefined;
      if (!active) {
        for (const { entry, fuel: share } of byHand) {
          await updateEntry({ params: { id: entry.id }, body: { fuel: share } });
        }
      }
      if (isKept) {
        notices.success(active ? t('Run ended') : t('Run saved'), plural(entries.length, '{count} entry saved', '{count} entries saved'));
        navigate(`/runs/${run.id}`, { replace: true });
        return;
      }
    } catch (error) {
      notices.problem(t('Not saved'), messageOf(error));
    }
    setBusy(false);
  };
  return (
    <RunFrame
      title={t('End of run')}
      back={`/runs/${run.id}`}
      foot={
        <>
          <Button variant="log" className="run-go" busyText={isBusy && t('Saving...')} onClick={() => void save()}>
            {active ? plural(entries.length, 'End run, save {count} entry', 'End run, save {count} entries') : t('Save')}
          </Button>
          {!isOnline && (
            <p className="run-kept">
              <PhoneIcon aria-hidden="true" />
              {t('Kept on this phone and sent later.')}
            </p>
          )}
        </>
      }
    >
      <div className="run-what">
        <p>
          <b>{crewWords(run, found.lists)}</b>
        </p>
        <p>{runTimeWords({ ...run, endedAt })}</p>
      </div>
      <StopTable lines={lines} counted={counted} isUnsent onPress={setChosen} />
      <FuelSplit
        form={fuel}
        lines={lines}
        areaLabel={area ? fieldName(area) : t('Area')}
        loadsLabel={bales ? fieldName(bales) : wordsOf('Loads')}
        withoutWeight={withoutWeight(found, fuel.shareBy)}
        onChange={(change) => setFuel((before) => ({ ...before, ...change }))}
      />
      <Field label={t('Notes for the whole run')}>
        {(control) => <Textarea {...control} value={notes} onChange={({ target }) => setNotes(target.value)} />}
      </Field>
      <RunPhotos run={run} />
      {chosen && (
        <CorrectionSheet
          line={chosen}
          counted={counted}
          onSave={async (spans, counts) => {
            if (await correct(chosen.entry, spans, counts)) {
              setChosen(null);
            }
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </RunFrame>
  );
};

/** The run's record was deleted elsewhere while the run went on here: what was worked stays, and this device can start another. */
const GoneRun = () => {
  const { take } = useRunSteps();
  const [, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    if (await take((state) => state, { isLast: true })) {
      navigate('/dashboard', { replace: true });
      return;
    }
    setBusy(false);
  };
  return (
    <RunFrame
      title={t('End of run')}
      back="/dashboard"
      foot={
        <Button variant="log" className="run-go" busyText={isBusy && t('Saving...')} onClick={() => void end()}>
          {t('End run')}
        </Button>
      }
    >
      <p className="run-note">{t('This run was deleted elsewhere. Its entries stay.')}</p>
    </RunFrame>
  );
};

/** `/runs/:id/end`: the stops of a run with what was missing, its fuel, and the one button that ends it. */
export const RunEndScreen = ({ params }: { readonly params: { readonly id?: string | undefined } }) => {
  const found = useRun(Number(params.id));
  const { run, active, entries, lists, isRead } = found;
  if (active && run.error instanceof ApiError && run.error.status === 404) {
    return <GoneRun />;
  }
  if (run.isError || entries.isError) {
    return <Failed text={messageOf(run.error ?? entries.error)} onRetry={() => void run.refetch()} />;
  }
  if (!run.data || !entries.data || !lists.isReady || !isRead) {
    return <Loading text={t('Loading...')} />;
  }
  return <EndForm run={run.data} found={found} />;
};
