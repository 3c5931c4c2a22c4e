import { AppError, refusalMessage } from '#shared/lib/errors.ts';
import { SCRATCH_BYTES } from '#server/work/bounds.ts';

/** What one request has written to the scratch folder. */
export interface ScratchShare {
  /** Counts bytes before they are written; 503 if the total would be too much. */
  add(bytes: number): void;
  /** The bytes are gone again. */
  release(): void;
}

let heldByAll = 0;

/** A share of the scratch folder, so that nobody fills the disk by sending much and never finishing. */
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
