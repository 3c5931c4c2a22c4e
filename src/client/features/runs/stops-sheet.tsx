import { useState } from 'react';
import { isAhead, type Place, type RunState, type Stop } from '#shared/domain/run-state.ts';
import { onlyOrLastJob } from '#client/features/runs/places.ts';
import { PlaceSearch } from '#client/features/runs/place-search.tsx';
import { spanWords } from '#client/entities/runs/time-words.ts';
import { customerName, jobName, type RunLists } from '#client/features/runs/use-run-lists.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { PlusIcon } from '#client/ui/icons.tsx';

interface StopsSheetProps {
  readonly state: RunState;
  readonly lists: RunLists;
  /** Jobs this person worked on lately, the latest first. */
  readonly recent: readonly Place[];
  readonly onGoTo: (index: number) => void;
  readonly onGoToPlace: (place: Place) => void;
  readonly onClose: () => void;
}

/** Where the run was and where it goes: back to a stop, on to a planned one, or to another customer. */
export const StopsSheet = ({ state, lists, recent, onGoTo, onGoToPlace, onClose }: StopsSheetProps) => {
  const [isSearching, setSearching] = useState(false);
  const stops = state.stops.map((stop, index) => ({ stop, index }));
  const ahead = stops.filter(({ stop, index }) => isAhead(state, stop, index));
  const been = stops.filter(({ index }) => !ahead.some((each) => each.index === index));
  const row = ({ stop, index }: { readonly stop: Stop; readonly index: number }) => (
    <li key={index}>
      <button type="button" className="run-row" aria-current={index === state.current || undefined} onClick={() => onGoTo(index)}>
        <b>{customerName(lists, stop)}</b>
        <span>{[jobName(lists, stop), spanWords(stop.spans)].filter(Boolean).join(' · ')}</span>
      </button>
    </li>
  );
  if (isSearching) {
    return (
      <PlaceSearch
        lists={lists}
        recent={recent}
        chosen={[]}
        onPick={(customerId) => onGoToPlace(onlyOrLastJob(customerId, lists.jobs, recent))}
        onClose={() => setSearching(false)}
      />
    );
  }
  return (
    <Dialog title={t('Stops')} opensInBody onClose={onClose} footer={<Button onClick={onClose}>{t('Close')}</Button>}>
      <div className="run-sheet">
        <Button icon={PlusIcon} className="run-other" onClick={() => setSearching(true)}>
          {t('Other customer')}
        </Button>
        {been.length > 0 && (
          <section aria-label={t('So far')}>
            <h3>{t('So far')}</h3>
            <ol>{been.map(row)}</ol>
          </section>
        )}
        {ahead.length > 0 && (
          <section aria-label={t('Planned')}>
            <h3>{t('Planned')}</h3>
            <ol>{ahead.map(row)}</ol>
          </section>
        )}
      </div>
    </Dialog>
  );
};
