import { useEffect, useState } from 'react';
import { currentStop, type Noted, type Place, type RunState, type Stop, takenBack } from '#shared/domain/run-state.ts';
import { momentNow, type Taken } from '#client/data/run-steps.ts';
import { type Counted } from '#client/features/runs/counted.ts';
import { countWords } from '#client/features/runs/run-words.ts';
import { pulse, useBounceless } from '#client/features/runs/use-cab-screen.ts';
import type { Take } from '#client/features/runs/use-run-steps.ts';
import { t } from '#client/lib/texts.ts';
import { sameValue } from '#client/offline/public.ts';

/** How long a switch can be taken back with one tap. */
const UNDO_MS = 8000;

type Move = (state: RunState, at: string) => RunState;

interface Waiting {
  readonly move: Move;
  readonly at: string;
  /** What was asked for and not answered yet. */
  readonly open: readonly Counted[];
}

/** What a switch saved, until it cannot be taken back any more. */
export interface Switched {
  readonly words: string;
  readonly taken: Taken;
}

interface SwitchProps {
  readonly take: Take;
  /** The current stop. */
  readonly stop: Stop;
  /** What the current stop requires and does not have. */
  readonly missing: readonly Counted[];
  readonly counted: readonly Counted[];
  readonly nameOf: (place: Place) => string;
}

/** A photo's name changes when it is sent. */
const isSameNoted = (one: Noted, other: Noted): boolean =>
  sameValue([one.counts, one.notes, one.photos.length], [other.counts, other.notes, other.photos.length]);

/**
 * From stop to stop: what is required and missing is asked for first, the time of the switch is that of the press, and it can be taken back
 * for some seconds.
 */
export const useSwitch = ({ take, stop, missing, counted, nameOf }: SwitchProps) => {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [done, setDone] = useState<Switched | null>(null);
  const unlessBounced = useBounceless();
  useEffect(() => {
    const timer = done && setTimeout(() => setDone(null), UNDO_MS);
    return () => clearTimeout(timer ?? undefined);
  }, [done]);

  const go = async (move: Move, at: string): Promise<void> => {
    const taken = await take((state) => move(state, at));
    const left = taken?.before.stops[taken.before.current];
    const isLeft = taken && left && (taken.after.current !== taken.before.current || taken.after.since !== taken.before.since);
    if (isLeft && taken.before.since !== null) {
      const counts = countWords(counted, left.counts);
      const name = nameOf(left);
      setDone({ words: counts === '' ? t('{name} saved', { name }) : t('{name} saved, {counts}', { name, counts }), taken });
    }
  };
  const ask = (move: Move) =>
    unlessBounced(() => {
      pulse();
      const at = momentNow();
      if (missing.length > 0) {
        setWaiting({ move, at, open: missing });
      } else {
        void go(move, at);
      }
    });
  return {
    /** What the sheet asks for now: the first of these. */
    asked: waiting?.open ?? [],
    // Once something is noted at the new stop, the driver means to be there.
    done: done && isSameNoted(stop, currentStop(done.taken.after)) ? done : null,
    ask,
    /** This one is answered, or left for later. */
    settle: (key: string) => {
      const open = waiting?.open.filter((each) => each.key !== key) ?? [];
      setWaiting(waiting && open.length > 0 ? { ...waiting, open } : null);
      if (waiting && open.length === 0) {
        void go(waiting.move, waiting.at);
      }
    },
    /** Stays at this stop after all. */
    switchTo: setWaiting,
    undo: () => {
      if (done) {
        const { before } = done.taken;
        setDone(null);
        void take((state) => takenBack(before, state));
      }
    },
  };
};
