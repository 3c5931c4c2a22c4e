import type { Caller, Said } from './caller.ts';

/** Numbers of the organization that is attacked from within: the season's largest. */
export interface Target {
  readonly organizationId: number;
  readonly serviceId: number;
  readonly customerId: number;
  readonly openJobIds: readonly number[];
  /** A job that can be billed, and the only service in it. */
  readonly billable: { readonly jobId: number; readonly serviceId: number };
  readonly entryId: number;
}

/** `nobody` is not signed in, a `stranger` has an account and no organization; the others are members of the attacked one. */
export type Level = 'nobody' | 'stranger' | 'basic' | 'manager';

/** What a bomb works with. */
export interface Attack extends Target {
  /** A person of this level, from an address of their own; another number is another person. Nobody else's bomb has used them. */
  readonly caller: (level: Level, number?: number) => Promise<Caller>;
  /** The owner of another organization, who has signed in from their own address and with their own browser before. */
  readonly bystander: () => Promise<Caller>;
  /** What that owner sends to sign in, and what the owner of a third organization does. */
  readonly bystandersSignIn: string;
  readonly colleaguesSignIn: string;
  /** Sends, and counts the answer among the bomb's own. */
  readonly strike: (
    caller: Caller,
    method: string,
    path: string,
    body?: Buffer | string,
    headers?: Record<string, string>,
  ) => Promise<Said>;
  /** Counts an answer that came by another way. */
  readonly count: (status: number) => void;
  /** The first number, or with `--quick` the second. */
  readonly scaled: (full: number, quick: number) => number;
  /** Waits, at most until the bomb's time is over. */
  readonly hold: (ms: number) => Promise<void>;
  /** Notes whether somebody who has nothing to do with it got what was due. */
  readonly expect: (what: string, due: number, said: Said) => void;
}

/** One idea to take the server from others. */
export interface Bomb {
  readonly name: string;
  /** Of the findings that made it necessary. */
  readonly finding?: string;
  /** Whether it may be run again while there is time. */
  readonly isOnce?: true;
  readonly run: (attack: Attack) => Promise<void>;
}

/** Does so many pieces, so many at once. */
export const inParallel = async (count: number, width: number, piece: (number: number) => Promise<unknown>): Promise<void> => {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const number = next;
      next += 1;
      await piece(number);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, lane));
};

const repeats = new Map<string, Buffer>();

/** So many bytes of the same words, between two others; kept, for they are made anew each time a bomb goes off. */
export const repeated = (before: string, unit: string, bytes: number, after: string): Buffer => {
  const key = [before, unit, bytes, after].join('\n');
  const known = repeats.get(key);
  if (known) {
    return known;
  }
  const count = Math.max(1, Math.floor(bytes / unit.length));
  const made = Buffer.from(`${before}${unit.repeat(count)}${after}`);
  repeats.clear();
  repeats.set(key, made);
  return made;
};

export const MIB = 1_048_576;
