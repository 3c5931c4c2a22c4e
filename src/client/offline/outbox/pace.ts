import { MOST_WRITES } from '#shared/domain/most-writes.ts';

/**
 * How many changes travel together. A batch that fails as a whole may be too large for the line, or contain one change that the server
 * stumbles over: smaller ones follow, down to single changes, so that one does not hold up the others.
 */
export class Pace {
  most = MOST_WRITES;

  /** A batch of this size was answered. */
  passed(size: number): void {
    if (size >= this.most) {
      this.most = Math.min(MOST_WRITES, this.most * 2);
    }
  }

  /** A batch of this size was not. */
  failed(size: number): void {
    this.most = Math.max(1, Math.min(this.most, Math.floor(size / 4)));
  }
}
