import { AppError, refusalMessage } from '#shared/lib/errors.ts';
import { SCRATCH_BYTES } from '#server/work/bounds.ts';

/** What one request has written to the scratch folder. */
export interface ScratchShare {
  /** Counts bytes before they are written; 503 where all together would be too many. */
  add(bytes: number): void;
  /** They are gone again. */
  release(): void;
}

let heldByAll = 0;

/** A share of the scratch folder, in which nobody fills a disk by sending much and never ending. */
export const openShare = (): ScratchShare => {
  let held = 0;
  return {
    add: (bytes) => {
      if (heldByAll + bytes > SCRATCH_BYTES) {
        throw new AppError('unavailable', refusalMessage('tooMuchBeingSent'), { retryAfterSeconds: 300 });
      }
      held += bytes;
      heldByAll += bytes;
    },
    release: () => {
      heldByAll -= held;
      held = 0;
    },
  };
};
