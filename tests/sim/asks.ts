import { rowsOf } from '#tests/sim/memory-storage.ts';
import type { Device } from '#tests/sim/world-state.ts';

export type Written = 'customers' | 'jobs' | 'runs' | 'jobEntries';
export const NAME_FIELD: Readonly<Record<Written, string>> = {
  customers: 'businessName',
  jobs: 'name',
  runs: 'notes',
  jobEntries: 'notes',
};
export const isWritten = (store: string): store is Written => Object.hasOwn(NAME_FIELD, store);

/** The permanent name of a record, by which the checks know it under every id: everything before the bar in its name or note. */
export const markOf = (store: string, row: Readonly<Record<string, unknown>> | null | undefined): string | null => {
  const text = row && isWritten(store) ? row[NAME_FIELD[store]] : null;
  return typeof text === 'string' && text.includes('|') ? text.slice(0, text.indexOf('|')) : null;
};

/** The mark of every 'No job yet', which have no names of their own. */
export const NO_MARK = '';

/** A change that a person asked for on a screen. */
export interface Ask {
  readonly index: number;
  readonly device: Device;
  readonly userId: number;
  readonly store: Written;
  readonly operation: 'create' | 'update' | 'remove';
  readonly mark: string;
  readonly orgId: number;
  readonly data: Readonly<Record<string, unknown>>;
  /** The mark of the job that an entry was meant for, or moved to. */
  readonly jobMark: string | null;
  /** The mark of the run that an entry was logged in. */
  readonly runMark?: string;
  /** The id of the row that they changed, as it was shown; absent where a form made a new one. */
  readonly rowId?: number;
  /**
   * The ids under which the record was on the screen then: two, between the pull that brought a record made here and the answer that shows
   * both to be the same.
   */
  readonly shownAs: readonly number[];
  /** Hashes of the files that they added to the record, beyond those that the form showed. */
  readonly brings?: readonly string[];
  /** Hashes of the files that they removed from the record. */
  readonly takes?: readonly string[];
  /** It edited a waiting change, keeping its place in the order. */
  readonly isInPlace?: true;
  /** `kept`: the screen called it saved. */
  state: 'asked' | 'kept' | 'failed';
  /** The waiting change that it became or was merged into. */
  itemId?: string | null;
  /** The user discarded it, or what it belongs to. */
  isDropped: boolean;
  /** Asks from this index on came after the user had discarded it. */
  droppedBefore?: number;
  /** Fields in which the user later decided on something else. */
  readonly given: Set<string>;
  /** Fields in which the user chose this value when a conflict was shown. */
  readonly chosen: Set<string>;
  /**
   * The user's changes of the same record that were not kept yet when they opened the form or asked, so that they cannot have seen them in
   * it.
   */
  readonly besides: ReadonlySet<Ask>;
}

/** How far a form knows what its user has asked for. */
export interface FormShows {
  readonly asked: number;
  readonly notKept: ReadonlySet<Ask>;
}

/** Whether two values were given for what was on the screen as two records: only their user can tell which of them counts. */
export const areSaidApart = (one: Ask, other: Ask): boolean =>
  one.rowId !== other.rowId && (one.index > other.index ? one : other).shownAs.length > 1;

/** Several words as one key of a map. */
export const key = (...parts: unknown[]): string => parts.join('·');

/** Fields whose values are unique, so that an effect shows which ask it comes from. */
export const TRACED: Readonly<Record<Written, readonly string[]>> = {
  customers: ['businessName', 'address', 'phoneNumber', 'firstName', 'lastName'],
  jobs: ['name'],
  runs: ['notes', 'fuel'],
  jobEntries: ['notes', 'totalHours', 'billableHours', 'fuel', 'loads'],
};

/** What people asked for and what they have seen. */
export class Asks {
  readonly asks: Ask[] = [];
  /** Marks of jobs that a user chose when moving an entry. */
  readonly movedTo = new Map<string, Set<string>>();

  /** From now on, the entry with this mark may be under that job. */
  noteMove(mark: string, jobMark: string | null): void {
    this.movedTo.set(mark, (this.movedTo.get(mark) ?? new Set()).add(jobMark ?? NO_MARK));
  }

  /** How often a record may be made: once, and once more for each time that a user made it again. */
  readonly mayBeMade = new Map<string, number>();
  /** Users who made a record again, with everything its row showed, after someone had deleted it: `mark·userId`. */
  readonly remade = new Set<string>();
  /** Items about which a person has decided something. */
  readonly decided = new Set<string>();
  protected readonly seen = new Map<string, Set<unknown>>();
  protected readonly bySource = new Map<string, Ask>();

  /** A person looks at a record: from now on they know its contents. */
  look(device: Device, userId: number, store: Written, row: Readonly<Record<string, unknown>>): void {
    const mark = markOf(store, row);
    for (const [field, value] of Object.entries(row)) {
      this.know(device, userId, mark, field, value);
    }
  }

  know(device: Device, userId: number, mark: string | null, field: string, value: unknown): void {
    const place = key(device.name, userId, mark, field);
    const values = this.seen.get(place) ?? new Set();
    this.seen.set(place, values.add(typeof value === 'object' ? JSON.stringify(value) : value));
  }

  /** What a form that is opened now shows: everything that was asked for, except what is not kept yet. */
  openForm(): FormShows {
    return { asked: this.asks.length, notKept: new Set(this.asks.filter(({ state }) => state === 'asked')) };
  }

  /** `form`: the form on which the change is made, if it was opened earlier. */
  ask(ask: Omit<Ask, 'index' | 'state' | 'isDropped' | 'given' | 'chosen' | 'besides' | 'shownAs'>, form?: FormShows): Ask {
    const isUnseen = (other: Ask): boolean =>
      other.state === 'asked' || (form !== undefined && (other.index >= form.asked || form.notKept.has(other)));
    const isBeside = (other: Ask): boolean =>
      isUnseen(other) && other.mark === ask.mark && other.device === ask.device && other.userId === ask.userId;
    const besides = new Set(this.asks.filter(isBeside));
    const rows = rowsOf(ask.device.db, ask.store).filter((row) => markOf(ask.store, row) === ask.mark);
    const shownAs = rows.map(({ id }) => id);
    const full: Ask = {
      ...ask,
      index: this.asks.length,
      state: 'asked',
      isDropped: false,
      given: new Set(),
      chosen: new Set(),
      besides,
      shownAs,
    };
    this.asks.push(full);
    for (const [field, value] of Object.entries(ask.data)) {
      this.know(ask.device, ask.userId, ask.mark, field, value);
      if (TRACED[ask.store].includes(field)) {
        this.bySource.set(key(ask.mark, field, value), full);
      }
    }
    // The person who makes a record knows that everything else in it is empty.
    for (const field of ask.operation === 'create' ? TRACED[ask.store] : []) {
      if (!(field in ask.data)) {
        this.know(ask.device, ask.userId, ask.mark, field, null);
      }
    }
    return full;
  }

  /** The user chooses this value in a conflict: it is no longer an earlier one. */
  choose(mark: string, field: string, word: unknown): void {
    this.bySource.get(key(mark, field, word))?.chosen.add(field);
  }
}
