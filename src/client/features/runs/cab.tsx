import { useState } from 'react';
import { useLocation } from 'wouter';
import {
  type Counts,
  currentStop,
  goTo,
  goToPlace,
  nextIndex,
  pauseRun,
  type Place,
  type RunState,
  withPhoto,
  withStop,
} from '#shared/domain/run-state.ts';
import { momentNow } from '#client/data/run-steps.ts';
import { CabClock } from '#client/features/runs/cab-clock.tsx';
import { CountField } from '#client/features/runs/count-field.tsx';
import { type Counted, countedBy, missingCounts } from '#client/features/runs/counted.ts';
import { NextKey, UsualKeys } from '#client/features/runs/next-key.tsx';
import { NoteSheet } from '#client/features/runs/note-sheet.tsx';
import { NumberSheet } from '#client/features/runs/number-sheet.tsx';
import { PhotoButton } from '#client/features/runs/photo-button.tsx';
import { onlyOrLastJob, placesOf, usualNext } from '#client/features/runs/places.ts';
import { CabFrame } from '#client/features/runs/run-frame.tsx';
import { EndIcon, GoOnIcon } from '#client/features/runs/run-icons.ts';
import { SavedStop } from '#client/features/runs/saved-stop.tsx';
import { StopsSheet } from '#client/features/runs/stops-sheet.tsx';
import { pulse, useBounceless, useCabTheme, useWakeLock } from '#client/features/runs/use-cab-screen.ts';
import { useRecentEntries } from '#client/features/runs/use-recent.ts';
import { crewWords, customerName, jobName, type RunLists } from '#client/features/runs/use-run-lists.ts';
import { useRunSteps } from '#client/features/runs/use-run-steps.ts';
import { useSwitch } from '#client/features/runs/use-switch.ts';
import { t } from '#client/lib/texts.ts';
import { NoteIcon, PausedIcon, SelectIcon } from '#client/ui/icons.tsx';

type Sheet = { readonly kind: 'type'; readonly field: Counted } | { readonly kind: 'stops' | 'note' };

/** The run that goes on, as its driver sees it: where, since when, what was counted, and one tap to the next customer. */
export const Cab = ({ state, lists }: { readonly state: RunState; readonly lists: RunLists }) => {
  const [, navigate] = useLocation();
  const { take } = useRunSteps();
  const theme = useCabTheme();
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const recent = placesOf(useRecentEntries() ?? []);
  const isPaused = state.since === null;
  const isAwake = useWakeLock(!isPaused);
  const stop = currentStop(state);
  const counted = countedBy(
    lists.services.find(({ id }) => id === state.crew.serviceTypeId),
    lists.fields,
  );
  const missing = isPaused ? [] : missingCounts(counted, stop.counts);
  const { asked, ask, settle, done, undo, switchTo } = useSwitch({
    take,
    stop,
    missing,
    counted,
    nameOf: (place) => customerName(lists, place),
  });
  const unlessBounced = useBounceless();
  const close = () => setSheet(null);

  const count = (key: string, of: (value: number) => number) => {
    pulse();
    void take((now) => {
      const { counts } = currentStop(now);
      return withStop(now, now.current, { counts: { ...counts, [key]: of(counts[key] ?? 0) } });
    });
  };
  const put = (counts: Counts) => take((now) => withStop(now, now.current, { counts: { ...currentStop(now).counts, ...counts } }));
  const go = (index: number) => ask((now, at) => goTo(now, index, at));
  const goToOther = (place: Place) => ask((now, at) => goToPlace(now, place, at));
  // What was shown is what was meant, and a bounce of a glove does not take it back.
  const pause = () =>
    unlessBounced(() => {
      const at = momentNow();
      pulse();
      void take((now) => (isPaused ? goTo(now, now.current, at) : pauseRun(now, at)));
    });
  const end = async () => {
    const at = momentNow();
    pulse();
    if (await take((now) => pauseRun(now, at))) {
      navigate(`/runs/${state.runId}/end`);
    }
  };
  const next = nextIndex(state);
  const usual = isPaused || next !== null ? [] : usualNext(state, lists.customers, recent);
  const [first] = asked;
  return (
    <CabFrame
      theme={theme}
      title={crewWords(state.crew, lists)}
      sub={t('Stop {number} of {count}', { number: state.current + 1, count: state.stops.length })}
    >
      <div className="cab-stop">
        <div className="cab-place">
          <h1>{customerName(lists, stop)}</h1>
          <p>{jobName(lists, stop)}</p>
        </div>
        <CabClock state={state} isAwake={isAwake}>
          <SavedStop done={done} onUndo={undo} />
        </CabClock>
      </div>
      <div className="cab-counts">
        {counted.map((field) => (
          <CountField
            key={field.key}
            label={field.label}
            value={stop.counts[field.key] ?? null}
            onStep={(by) => count(field.key, (value) => Math.max(0, value + by))}
            onType={() => setSheet({ kind: 'type', field })}
          />
        ))}
      </div>
      <div className="cab-keys">
        <PhotoButton
          count={stop.photos.length}
          onPhoto={(photo, file) =>
            void take((now) => withPhoto(now, state.current, photo), { files: [file], also: () => [state.current] })
          }
        />
        <button type="button" className="cab-key" onClick={() => setSheet({ kind: 'note' })}>
          <NoteIcon aria-hidden="true" />
          <span>{t('Notes')}</span>
        </button>
        <button type="button" className="cab-key" onClick={pause}>
          {isPaused ? <GoOnIcon aria-hidden="true" /> : <PausedIcon aria-hidden="true" />}
          <span>{isPaused ? t('Go on') : t('Pause')}</span>
        </button>
        <button type="button" className="cab-key" onClick={() => setSheet({ kind: 'stops' })}>
          <SelectIcon aria-hidden="true" />
          <span>{t('Stops')}</span>
        </button>
        <button type="button" className="cab-key" onClick={() => void end()}>
          <EndIcon aria-hidden="true" />
          <span>{t('End run')}</span>
        </button>
      </div>
      {usual.length > 0 ? (
        <UsualKeys
          usual={usual}
          onPick={(customerId) => goToOther(onlyOrLastJob(customerId, lists.jobs, recent))}
          onOther={() => setSheet({ kind: 'stops' })}
        />
      ) : (
        <NextKey
          label={isPaused || next === null ? null : t('Next stop')}
          name={isPaused ? t('Go on') : next === null ? t('Choose next customer') : customerName(lists, state.stops[next] ?? stop)}
          onPress={() => (isPaused ? pause() : next === null ? setSheet({ kind: 'stops' }) : go(next))}
        />
      )}
      {sheet?.kind === 'stops' && (
        <StopsSheet
          state={state}
          lists={lists}
          recent={recent}
          onGoTo={(index) => {
            close();
            go(index);
          }}
          onGoToPlace={(place) => {
            close();
            goToOther(place);
          }}
          onClose={close}
        />
      )}
      {sheet?.kind === 'note' && (
        <NoteSheet
          value={stop.notes}
          onSave={(notes) => {
            close();
            void take((now) => withStop(now, now.current, { notes }));
          }}
          onClose={close}
        />
      )}
      {sheet?.kind === 'type' && (
        <NumberSheet
          title={sheet.field.label}
          label={sheet.field.label}
          value={stop.counts[sheet.field.key] ?? null}
          saveLabel={t('Done')}
          onSave={(value) => {
            close();
            void put({ [sheet.field.key]: value });
          }}
          onClose={close}
        />
      )}
      {first && (
        <NumberSheet
          key={first.key}
          title={t('{name}?', { name: first.label })}
          label={first.label}
          value={null}
          saveLabel={t('Go on')}
          onSave={(value) => {
            void put({ [first.key]: value });
            settle(first.key);
          }}
          onLater={() => settle(first.key)}
          onClose={() => switchTo(null)}
        />
      )}
    </CabFrame>
  );
};
