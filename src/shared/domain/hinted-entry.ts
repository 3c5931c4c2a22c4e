import type { JobEntry } from '#shared/domain/job-entry.ts';

export type HintedEntry = Pick<
  JobEntry,
  | 'id'
  | 'date'
  | 'season'
  | 'createdAt'
  | 'createdBy'
  | 'customerId'
  | 'serviceTypeId'
  | 'equipmentIds'
  | 'operatorIds'
  | 'totalHours'
  | 'fuel'
  | 'loads'
  | 'customFieldValues'
> &
  // Copies from before an entry had them have none.
  Partial<Pick<JobEntry, 'spans'>>;

/** A hint without its kind and value. */
export const plain = { measure: null, usual: null, count: null, isOfService: false, suggestion: null, aboutId: null, others: [] } as const;

/** Of two entries of one day the later one is hinted at, by when it was made: never both. */
export const isLater = (entry: HintedEntry, than: HintedEntry): boolean =>
  entry.createdAt === than.createdAt ? entry.id > than.id : entry.createdAt > than.createdAt;

/** In one order, however the entries came. */
export const idsOf = (entries: readonly HintedEntry[]): number[] => entries.map(({ id }) => id).sort((one, other) => one - other);
