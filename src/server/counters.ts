/** Counters of this process since its start. Labels are closed lists of ours, never user input. */
const COUNTERS = {
  sign_in_failures: { help: 'Sign-ins that were refused, by the code of the refusal', label: 'reason' },
  limits_hit: { help: 'Attempts over a limit, by its name', label: 'limit' },
  refused_writes: { help: 'Writes that were refused or failed, by the code of the refusal', label: 'reason' },
  machine_faults: { help: 'Failures of the disk: `no_room`, or `unreadable` for data that is damaged', label: 'fault' },
  mails_failed: { help: 'Mails that could not be sent: tried again, refused for good, or out of date', label: 'outcome' },
  notices_failed: {
    help: 'Notices that a browser’s service did not take: tried again, refused for good, or the browser is gone',
    label: 'outcome',
  },
  devices_ahead: {
    help: 'Devices that knew of later changes than the database has, and were made to fetch everything anew',
    label: 'answer',
  },
} as const;

export type CounterName = keyof typeof COUNTERS;

const counts = new Map<CounterName, Map<string, number>>();
const moments = new Map<string, number>();

/** Counts events of this process that may be worth an alert; `/metrics` shows them (docs/operations.md). */
export const counters = {
  /** Adds one; `label` must be of a closed list. */
  add: (name: CounterName, label: string): void => {
    const ofName = counts.get(name) ?? new Map<string, number>();
    counts.set(name, ofName.set(label, (ofName.get(label) ?? 0) + 1));
  },
  /** Notes that a recurring task has just succeeded. */
  stamp: (work: 'housekeeping', at: Date): void => void moments.set(work, at.getTime()),
  read: () => Object.entries(COUNTERS).map(([name, words]) => ({ name, ...words, counts: [...(counts.get(name as CounterName) ?? [])] })),
  /** Milliseconds since 1970; undefined: not since the start of this process. */
  lastOf: (work: 'housekeeping'): number | undefined => moments.get(work),
} as const;
