import { setMaxListeners } from 'node:events';
import { loadavg } from 'node:os';
import type { RunningProgram } from '#bench/program.ts';
import type { Attack, Bomb, Level } from './bomb.ts';
import { type Caller, callerFrom } from './caller.ts';
import { BYSTANDER, COLLEAGUE, emailOfAttacker, ownersSignIn, signInOf, type Stage } from './stage.ts';
import type { Watched, Watcher } from './watch.ts';

/** How long, and how hard. */
export interface Force {
  readonly isQuick: boolean;
  /** A bomb that finishes sooner goes off again. */
  readonly leastMs: number;
  /** After that it is called off. */
  readonly mostMs: number;
}

/** The outcome of a bomb. */
export interface Outcome extends Watched {
  readonly bomb: Bomb;
  /** How often its own requests got which status; 0 is no answer. */
  readonly own: Readonly<Record<number, number>>;
  /** What uninvolved people did not get. */
  readonly refused: readonly string[];
  readonly isServerAlive: boolean;
  readonly seconds: number;
  /** What else the machine did. */
  readonly load: number;
}

const LEVELS = ['nobody', 'stranger', 'basic', 'manager'];
/** The address range of each bomb's callers: 127.20.… for the first. */
const FIRST_RANGE = 20;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Finds people by their address and signs each in once. */
const callersOf = (origin: string, place: number, signal: AbortSignal) => {
  const known = new Map<string, Promise<Caller>>();
  const signedIn = async (address: string, body: string): Promise<Caller> => {
    const caller = callerFrom(origin, address, signal);
    const { status, cookies, text } = await caller.send('POST', '/api/login', body);
    if (status !== 200 && !signal.aborted) {
      throw new Error(`Signing in from ${address} answered ${status}: ${text}`);
    }
    return caller.as(cookies);
  };
  const once = (address: string, make: () => Promise<Caller>): Promise<Caller> => {
    const caller = known.get(address) ?? make();
    known.set(address, caller);
    return caller;
  };
  return {
    caller: (level: Level, number = 0) => {
      const address = `127.${FIRST_RANGE + place}.${LEVELS.indexOf(level) * 20 + Math.floor(number / 250)}.${1 + (number % 250)}`;
      return once(address, () =>
        level === 'nobody'
          ? Promise.resolve(callerFrom(origin, address, signal))
          : signedIn(address, signInOf(emailOfAttacker(level, place, number))),
      );
    },
    bystander: () => once('127.0.2.1', () => signedIn('127.0.2.1', ownersSignIn(BYSTANDER))),
  };
};

/** Sets off a bomb against the program, repeatedly until its minimum time is over, and returns what it did to the others. */
export const setOff = async (
  bomb: Bomb,
  place: number,
  { stage, program, watcher, force }: { stage: Stage; program: RunningProgram; watcher: Watcher; force: Force },
): Promise<Outcome> => {
  const stop = new AbortController();
  // Every open connection listens to it.
  setMaxListeners(0, stop.signal);
  const timer = setTimeout(() => stop.abort(), force.mostMs);
  const own: Record<number, number> = {};
  const refused: string[] = [];
  const count = (status: number): void => {
    own[status] = (own[status] ?? 0) + 1;
  };
  const attack: Attack = {
    ...stage.target,
    ...callersOf(program.origin, place, stop.signal),
    bystandersSignIn: ownersSignIn(BYSTANDER),
    colleaguesSignIn: ownersSignIn(COLLEAGUE),
    count,
    strike: async (caller, ...call) => {
      const said = await caller.send(...call);
      count(said.status);
      return said;
    },
    scaled: (full, quick) => (force.isQuick ? quick : full),
    hold: (ms) =>
      new Promise((resolve) => {
        const waiting = setTimeout(resolve, force.isQuick ? Math.min(ms, force.leastMs) : ms);
        const early = () => {
          clearTimeout(waiting);
          resolve();
        };
        stop.signal.addEventListener('abort', early, { once: true });
      }),
    expect: (what, due, { status }) => {
      if (status !== due && !stop.signal.aborted) {
        refused.push(`${what}: ${status}`);
      }
    },
  };
  const began = performance.now();
  const passed = (): number => performance.now() - began;
  const orders = { origin: program.origin, pid: program.pid, people: stage.people };
  const watched = await watcher.during(orders, async () => {
    do {
      try {
        await bomb.run(attack);
      } catch (error) {
        // Such as a refused sign-in: reported among the misses, and the other bombs go on.
        refused.push(`the bomb gave up: ${error instanceof Error ? error.message : String(error)}`);
        break;
      }
    } while (bomb.isOnce !== true && passed() < force.leastMs && !stop.signal.aborted && isAlive(program.pid));
    await attack.hold(force.leastMs - passed());
  });
  clearTimeout(timer);
  stop.abort();
  const [load = 0] = loadavg();
  return { bomb, own, refused, isServerAlive: isAlive(program.pid), seconds: passed() / 1_000, load, ...watched };
};
