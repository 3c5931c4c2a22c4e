import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 90_000;

/** A program with all that it starts. */
export interface Group {
  readonly child: ChildProcess;
  /** What it said last: for an error's words. */
  words(): string;
  /** Ends all of it at once. */
  end(): Promise<void>;
}

/** Starts a program in a process group of its own, so that nothing of it is left behind. `extra`: file descriptor 3 can be read. */
export const startGroup = (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Group => {
  const child = spawn(command, args, {
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  let said = '';
  const hear = (chunk: Buffer): void => {
    said = (said + chunk.toString()).slice(-4_000);
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  let failure: Error | undefined;
  child.on('error', (error) => (failure = error));
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null || failure !== undefined;
  return {
    child,
    words: () => (failure ? `${failure.message}\n${said}` : said),
    end: async () => {
      const ended = hasEnded() ? undefined : once(child, 'exit');
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL');
      } catch {
        // It has gone already.
      }
      await ended;
    },
  };
};

/** Asks until there is an answer; throws with the program's own words if none comes. */
export const until = async <T>(what: string, group: Group, ask: () => Promise<T | undefined>): Promise<T> => {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50)) {
    const answer = await ask();
    if (answer !== undefined) {
      return answer;
    }
    if (group.child.exitCode !== null) {
      break;
    }
  }
  await group.end();
  throw new Error(`${what} did not start:\n${group.words()}`);
};
