/** What the clients counted, for the message of a test that fails. */
export interface Figures {
  rounds: number;
  databaseKills: number;
  acknowledged: number;
  /** Writes whose answer never came, at the first try. */
  unknown: number;
  /** Of those, which had taken effect all the same. */
  unknownInEffect: number;
  replays: number;
  twins: number;
  /** Requests with several writes. */
  batches: number;
}

export const noFigures = (): Figures => ({
  rounds: 0,
  databaseKills: 0,
  acknowledged: 0,
  unknown: 0,
  unknownInEffect: 0,
  replays: 0,
  twins: 0,
  batches: 0,
});

/** What was found wrong; of many alike only the first are reported. */
export class Violations {
  private readonly found = new Map<string, string[]>();

  add(what: string, detail: string): void {
    this.found.set(what, [...(this.found.get(what) ?? []), detail]);
  }

  list(): string[] {
    return [...this.found].map(([what, details]) => `${what} (${details.length}): ${details.slice(0, 3).join('; ')}`);
  }
}
