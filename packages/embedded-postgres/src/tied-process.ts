import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.ts';
import { reasonOf } from './embedded-error.ts';
import type { ServerLog } from './server-log.ts';

/*
 * Node killed by SIGKILL cannot end its children, so a shell stands between: it reads commands (names of signals) from a pipe that Node holds, and
 * when the pipe ends, in whatever way, it interrupts the program until it is gone. Details that each cost an orphan or a lost server:
 * - The interrupt is repeated: between fork and the program's own handlers it would be lost.
 * - The shell ignores signals meant for everybody (Ctrl-C, a service manager's SIGTERM to the whole group): Node decides when the server stops. So
 *   does the program until it sets its own handlers, which postgres and initdb do.
 * - The reader must not hold on to the program's output, or its end would never be seen.
 */
const TIE = `
trap '' HUP INT TERM PIPE
exec 3<&0 0</dev/null
"$0" "$@" 3<&- &
pid=$!
{
  while read -r name; do kill -s "$name" $pid; done
  while kill -s INT $pid; do sleep 1; done
} <&3 >/dev/null 2>&1 &
reader=$!
exec 3<&-
wait $pid
code=$?
kill -s KILL $reader
exit $code
`;

interface Ending {
  readonly ok: boolean;
  /** `exit code 1`, `signal SIGKILL`, or why it could not be started. */
  readonly how: string;
}

/** A program that ends with us, however we end. */
export interface TiedProcess {
  /** Settles when the program has ended and its output is written; never rejects. */
  readonly ended: Promise<Ending>;
  /** True once `ended` has settled. */
  isOver(): boolean;
  signal(name: 'INT' | 'QUIT' | 'KILL'): void;
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly account: Account | undefined;
  readonly log: ServerLog;
  /** Needed only on Windows, to send signals. */
  readonly pgCtl: string;
}

// Nothing of ours: it contains secrets, the account is shared, and PG… variables would change what the server does.
const cleanEnvironment = (): NodeJS.ProcessEnv => {
  if (process.platform === 'win32') {
    return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^PG|SECRET|PASSWORD|TOKEN|KEY|_URL$/i.test(name)));
  }
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' };
};

const spawnTied = ({ file, args, account }: Command): ChildProcess => {
  const [command, ...rest] = process.platform === 'win32' ? [file] : ['/bin/sh', '-c', TIE, file];
  return spawn(command, [...rest, ...args], {
    ...account,
    // Ours may be closed to the account.
    cwd: process.platform === 'win32' ? undefined : '/',
    env: cleanEnvironment(),
    // A session of its own, out of reach of the terminal. On Windows it stays in ours, which is what ends it there.
    detached: process.platform !== 'win32',
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
};

const endingOf = (code: number | null, signal: NodeJS.Signals | null): Ending => {
  const number = code !== null && code > 128 ? code - 128 : undefined;
  const name = signal ?? Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
  return { ok: code === 0, how: name === undefined ? `exit code ${code}` : `signal ${name}` };
};

/** Starts a program tied to this process; its output goes to the log. */
export const startTied = (program: Command): TiedProcess => {
  const child = spawnTied(program);
  let over = false;
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  const ended = new Promise<Ending>((resolve) => {
    child.once('error', (error) => resolve({ ok: false, how: `it could not be started: ${reasonOf(error)}` }));
    child.once('exit', (code, signal) => {
      // Its own children may hold the output open for a little longer; the last words are worth waiting for, but not for ever.
      void Promise.race([closed, sleep(500, undefined, { ref: false })]).then(() => resolve(endingOf(code, signal)));
    });
  }).then((ending) => {
    over = true;
    child.stdin?.destroy();
    return ending;
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => program.log.write(text));
  }
  // Ended in between: see `ended`.
  child.stdin?.on('error', () => undefined);
  return {
    ended,
    isOver: () => over,
    signal: (name) => {
      if (process.platform !== 'win32') {
        child.stdin?.write(`${name}\n`);
      } else if (name === 'KILL') {
        child.kill();
      } else {
        spawn(program.pgCtl, ['kill', name, String(child.pid)], { stdio: 'ignore', windowsHide: true }).once('error', () => child.kill());
      }
    },
  };
};
