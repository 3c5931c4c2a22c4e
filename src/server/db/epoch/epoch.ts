/** Why an epoch began: another database has its rows, or the same one was promoted and may have lost the latest confirmed writes. */
export type EpochReason = 'restored' | 'failover';

/** The current epoch. */
export interface Settled {
  readonly epoch: string;
  /** Null: unchanged. */
  readonly began: { readonly reason: EpochReason; readonly warnings: readonly string[] } | null;
}

/** What the server reports about itself; some managed services refuse one or the other. */
export interface ReportedIdentity {
  readonly timeline: boolean;
  readonly system: boolean;
}

/** What the pools of a process know about the epoch of their database (decision 0042). */
export interface EpochWatch {
  readonly reported: ReportedIdentity;
  /** SQL for a hot statement: the current epoch; null if the timeline or the table is not the one on record. */
  readonly now: string;
  /** The same for a new connection and the beginning of a transaction, by everything known about the database. */
  readonly whole: string;
  /** Notes an epoch that the database reported. */
  observe(epoch: string): void;
  /** The last reported epoch. */
  latest(): string;
  /** Informs the operator of a new epoch, if there is one. */
  tell(settled: Settled): void;
}
