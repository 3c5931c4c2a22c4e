import type { Caller, Said } from './caller.ts';

/** Figures of the organization that is attacked from within: the largest of the season. */
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

/** What a bomb has to work with. */
export interface Attack extends Target {
  /** A person of this level with an address of their own; another number means another person. No other bomb has used them. */
  readonly caller: (level: Level, number?: number) => Promise<Caller>;
  /** The owner of another organization, already signed in from their own address and browser. */
  readonly bystander: () => Promise<Caller>;
  /** What that owner sends to sign in, and what the owner of a third organization sends. */
  readonly bystandersSignIn: string;
  readonly colleaguesSignIn: string;
  /** Sends a request and counts the answer as one of the bomb's own. */
  readonly strike: (
    caller: Caller,
    method: string,
    path: string,
    body?: Buffer | string,
    headers?: Record<string, string>,
  ) => Promise<Said>;
  /** Counts an answer that arrived some other way. */
  readonly count: (status: number) => void;
  /** The first number, or the second with `--quick`. */
  readonly scaled: (full: number, quick: number) => number;
  /** Waits, but no longer than the bomb's time. */
  readonly hold: (ms: number) => Promise<void>;
  /** Records whether an uninvolved person got what they should have. */
  readonly expect: (what: string, due: number, said: Said) => void;
}

/** One way to deny the server to others. */
export interface Bomb {
  readonly name: string;
  /** The finding that made it necessary. */
  readonly finding?: string;
  /** Whether it may be repeated while there is time. */
  readonly isOnce?: true;
  readonly run: (attack: Attack) => Promise<void>;
}

/** Runs `count` pieces of work, a limited number at a time. */
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

/** That many bytes of repeated words between two others; cached, since they are needed each time a bomb goes off. */
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
