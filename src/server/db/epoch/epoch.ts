/** Why an epoch began: another database has its rows, or the same one was promoted and may have lost the last that it confirmed. */
export type EpochReason = 'restored' | 'failover';

/** The epoch that holds now. */
export interface Settled {
  readonly epoch: string;
  /** Null: it is the one that held before. */
  readonly began: { readonly reason: EpochReason; readonly warnings: readonly string[] } | null;
}

/** What the server tells of itself; some managed services refuse the one or the other. */
export interface Told {
  readonly timeline: boolean;
  readonly system: boolean;
}

/** What the pools of a process know of the epoch of their database (decision 0042). */
export interface EpochWatch {
  readonly told: Told;
  /** SQL for a hot statement: the epoch of its moment; null where the timeline or the table is not the one that was written down. */
  readonly now: string;
  /** The same for a new connection and the beginning of a transaction, by all that is known of the database. */
  readonly whole: string;
  /** Notes an epoch that the database told. */
  observe(epoch: string): void;
  /** The one that was told last. */
  latest(): string;
  /** Says to the operator that a new one began, if so. */
  tell(settled: Settled): void;
}
