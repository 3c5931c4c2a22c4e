import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Bomb } from './bomb.ts';
import { ACCOUNT_BOMBS } from './bombs-accounts.ts';
import { ARCHIVE_BOMBS } from './bombs-archives.ts';
import { BODY_BOMBS } from './bombs-bodies.ts';
import { CONNECTION_BOMBS } from './bombs-connections.ts';
import { FILE_BOMBS } from './bombs-files.ts';
import { LIST_BOMBS } from './bombs-lists.ts';
import { attackTable, figuresOf, verdictOf } from './report.ts';
import { type Force, type Outcome, setOff } from './set-off.ts';
import { setStage, type Stage, warmUp } from './stage.ts';
import { startWatcher } from './watch.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** First, as the baseline. */
const IDLE: Bomb = { name: 'nothing', run: ({ hold }) => hold(1_000) };
const BOMBS = [...BODY_BOMBS, ...ARCHIVE_BOMBS, ...LIST_BOMBS, ...FILE_BOMBS, ...ACCOUNT_BOMBS, ...CONNECTION_BOMBS];

const FULL: Force = { isQuick: false, leastMs: 10_000, mostMs: 90_000 };
const QUICK: Force = { isQuick: true, leastMs: 200, mostMs: 20_000 };
const RESULT = join(import.meta.dirname, '..', '..', '.cache', 'attack.json');

const readArguments = (): { readonly isQuick: boolean; readonly bombs: readonly Bomb[] } => {
  try {
    const options = { attack: { type: 'boolean' }, quick: { type: 'boolean' }, only: { type: 'string', default: '' } } as const;
    const { quick = false, only } = parseArgs({ options }).values;
    const bombs = BOMBS.filter(({ name }) => name.includes(only));
    if (bombs.length > 0) {
      return { isQuick: quick, bombs };
    }
  } catch {
    // An unknown option; reported below.
  }
  throw new Error('Usage: npm run bench -- --attack [--quick] [--only "part of a bomb’s name"]');
};

/**
 * Each bomb meets a freshly started program, because memory of the previous one would be counted with it, and a warmed-up one, because the
 * first requests after a start are slow. Where nothing is measured, one program takes them all.
 */
const setOffAll = async (stage: Stage, all: readonly Bomb[], force: Force, hear: (outcome: Outcome) => void): Promise<void> => {
  let program = await stage.folder.start();
  const watcher = startWatcher();
  try {
    for (const [place, bomb] of all.entries()) {
      if (place > 0 && !force.isQuick) {
        await program.stop();
        program = await stage.folder.start();
      }
      await warmUp(program.origin, stage.people, force.isQuick ? 1 : 200);
      hear(await setOff(bomb, place, { stage, program, watcher, force }));
    }
  } finally {
    watcher.end();
    await program.stop();
  }
};

const { isQuick, bombs } = readArguments();
if (process.platform !== 'linux') {
  throw new Error('The bench reads memory from /proc and sends from many addresses of one machine, which only Linux has.');
}
const force = isQuick ? QUICK : FULL;
const all = [IDLE, ...bombs];
const stage = await setStage(isQuick ? 'tiny' : 'small', all.length, say);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stage.folder.remove().finally(() => process.exit(1)));
}
try {
  const outcomes: Outcome[] = [];
  await setOffAll(stage, all, force, (outcome) => {
    outcomes.push(outcome);
    const latest = figuresOf([...outcomes.slice(0, 1), ...outcomes.slice(-1)]).at(-1);
    say(
      `${outcome.bomb.name}: others waited ${latest?.p99.toFixed(0)} ms (p99), ${latest?.mostMb.toFixed(0)} MB. ${latest?.misses.join('; ')}`,
    );
  });
  const figures = figuresOf(outcomes);
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
  await mkdir(join(RESULT, '..'), { recursive: true });
  await writeFile(RESULT, `${JSON.stringify({ machine, isQuick, figures }, null, 2)}\n`);
  say(`\n## Attacked\n\n${machine}.\n\n${attackTable(figures)}\n\n${verdictOf(figures)}`);
} finally {
  await stage.folder.remove();
}
