import { rowsOf } from '#tests/sim/memory-storage.ts';
import type { Device } from '#tests/sim/world-state.ts';

export type Written = 'customers' | 'jobs' | 'jobEntries';
export const NAME_FIELD: Readonly<Record<Written, string>> = { customers: 'businessName', jobs: 'name', jobEntries: 'notes' };
export const isWritten = (store: string): store is Written => Object.hasOwn(NAME_FIELD, store);

/** What a record is called for good, by which the checks know it under every id: everything before the bar in its name or note. */
export const markOf = (store: string, row: Readonly<Record<string, unknown>> | null | undefined): string | null => {
  const text = row && isWritten(store) ? row[NAME_FIELD[store]] : null;
  return typeof text === 'string' && text.includes('|') ? text.slice(0, text.indexOf('|')) : null;
};

/** The mark of every 'No job yet', which have no names of their own. */
export const NO_MARK = '';

/** A change that somebody asked for on a screen. */
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
  /** The id of the row that he changed, as it was shown; absent where a form made a new one. */
  readonly rowId?: number;
  /**
   * Under which ids the record stood on the screen then: two, while a pull has brought what was made here and the answer that makes both
   * one is still to come.
   */
  readonly shownAs: readonly number[];
  /** Hashes of the files that he added to the record, besides those that the form showed. */
  readonly brings?: readonly string[];
  /** Hashes of the files that he took off the record. */
  readonly takes?: readonly string[];
  /** It changed a change that waited, in that one's place of the order. */
  readonly isInPlace?: true;
  /** `kept`: the screen called it saved. */
  state: 'asked' | 'kept' | 'failed';
  /** The waiting change that it became or went into. */
  itemId?: string | null;
  /** The user threw it away, or what it belongs to. */
  isDropped: boolean;
  /** What was asked from this place on, he asked after he had thrown it away. */
  droppedBefore?: number;
  /** Fields in which the user later decided for something else. */
  readonly given: Set<string>;
  /** Fields in which the user, asked which word counts, chose this one. */
  readonly chosen: Set<string>;
  /** His changes of the same record that were not kept yet when he opened the form or asked: he cannot have seen them in it. */
  readonly besides: ReadonlySet<Ask>;
}

/** How far a form knows what its user has asked for. */
export interface FormShows {
  readonly asked: number;
  readonly notKept: ReadonlySet<Ask>;
}

/** Whether two words were said to what stood on the screen as two records: nobody but their user can tell which of both counts. */
export const areSaidApart = (one: Ask, other: Ask): boolean =>
  one.rowId !== other.rowId && (one.index > other.index ? one : other).shownAs.length > 1;

/** Several words as one key of a map. */
export const key = (...parts: unknown[]): string => parts.join('·');

/** Fields whose values are made up to be unlike any other, so that an effect tells which ask it comes from. */
export const TRACED: Readonly<Record<Written, readonly string[]>> = {
  customers: ['businessName', 'address', 'phoneNumber', 'firstName', 'lastName'],
  jobs: ['name'],
  jobEntries: ['notes', 'totalHours', 'billableHours', 'fuel', 'loads'],
};

/** What people asked for and what they have seen. */
export class Asks {
  readonly asks: Ask[] = [];
  /** Marks of jobs that a user chose for an entry when he moved it. */
  readonly movedTo = new Map<string, Set<string>>();

  /** The entry of this mark may be under that job from now on. */
  noteMove(mark: string, jobMark: string | null): void {
    this.movedTo.set(mark, (this.movedTo.get(mark) ?? new Set()).add(jobMark ?? NO_MARK));
  }

  /** How often a record may be made: once, and once more for each time that a user made it anew. */
  readonly mayBeMade = new Map<string, number>();
  /** Who made a record anew after somebody had deleted it, with all that its row shows: `mark·userId`. */
  readonly remade = new Set<string>();
  /** Items about which a person has decided something. */
  readonly decided = new Set<string>();
  protected readonly seen = new Map<string, Set<unknown>>();
  protected readonly bySource = new Map<string, Ask>();

  /** Somebody looks at a record: from now on he knows what stands in it. */
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

  /** What a form that is opened now shows: all that has been asked for, but for what is not kept yet. */
  openForm(): FormShows {
    return { asked: this.asks.length, notKept: new Set(this.asks.filter(({ state }) => state === 'asked')) };
  }

  /** `form`: on which he asks, if that was opened before. */
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
    // Who makes a record knows that all else in it is empty.
    for (const field of ask.operation === 'create' ? TRACED[ask.store] : []) {
      if (!(field in ask.data)) {
        this.know(ask.device, ask.userId, ask.mark, field, null);
      }
    }
    return full;
  }

  /** Asked which of two words counts, he says this one: it is no earlier word any more. */
  choose(mark: string, field: string, word: unknown): void {
    this.bySource.get(key(mark, field, word))?.chosen.add(field);
  }
}
