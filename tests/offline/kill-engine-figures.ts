/** What was counted, for the summary of a run. */
export interface EngineFigures {
  kills: number;
  databaseKills: number;
  /** Tabs that ended right after a commit. */
  deaths: number;
  lostAnswers: number;
  /** Writes that the engine has acknowledged. */
  acknowledged: number;
  /** Writes in progress when the tab ended. */
  unsure: number;
  /** Writes in batches whose success a device heard of. */
  sent: number;
  /** Of those, answers to what had taken effect before. */
  replayed: number;
  photos: number;
  /** Entries that runs tell of. */
  stops: number;
  /** Rows compared between devices and server. */
  compared: number;
}

export const noEngineFigures = (): EngineFigures => ({
  kills: 0,
  databaseKills: 0,
  deaths: 0,
  lostAnswers: 0,
  acknowledged: 0,
  unsure: 0,
  sent: 0,
  replayed: 0,
  photos: 0,
  stops: 0,
  compared: 0,
});

export const isHit = (share: number): boolean => Math.random() < share;
export const pickFrom = <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.random() * items.length)];
