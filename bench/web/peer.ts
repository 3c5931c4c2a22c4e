import { PeerMissing } from '#bench/peers/packages.ts';
import { sendWithActual, type Sent } from '#bench/peers/actual.ts';
import { type Drained, measureBareDrain, measureDrain } from './backlog.ts';
import type { Stage } from './stage.ts';

/** Waiting changes as ours and Actual sent them in the same rounds; `missing` says why there is nothing of Actual. */
export interface Beside {
  readonly ours: readonly Drained[];
  /** Seconds of a bare page with the same requests. */
  readonly bare: readonly number[];
  readonly theirs: readonly Sent[];
  readonly missing: string | null;
}

/**
 * That many changes wait, in ours and in Actual, and are sent: one after the other in each round, so that other load on the machine affects
 * both. Ours shows its list of waiting changes meanwhile, on a page that is not slowed down; Actual runs in Node and shows nothing.
 */
export const measureBesideActual = async (
  stage: Stage,
  { items, rounds, say }: { items: number; rounds: number; say: (line: string) => void },
): Promise<Beside> => {
  const ours: Drained[] = [];
  const bare: number[] = [];
  const theirs: Sent[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      theirs.push(await sendWithActual(items, say));
      ours.push(await measureDrain(stage, items, '/sync', 1));
      bare.push(await measureBareDrain(stage, items));
    }
  } catch (error) {
    if (error instanceof PeerMissing) {
      return { ours: [await measureDrain(stage, items, '/sync', 1)], bare, theirs, missing: error.message };
    }
    throw error;
  }
  return { ours, bare, theirs, missing: null };
};
