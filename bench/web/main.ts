import process from 'node:process';
import { parseArgs } from 'node:util';
import { table } from '#bench/report.ts';
import { percentile } from '#bench/statistics.ts';
import { measureCount, measureDrain } from './backlog.ts';
import { measureCab } from './cab.ts';
import { measureDesk } from './desk.ts';
import { measureHints } from './hints.ts';
import { measureBare, measureFirstSaving, measureList, measurePull, measureSaving, measureStart, type Took } from './screens.ts';
import { measureBesideActual } from './peer.ts';
import { measureSize } from './size.ts';
import { load, openDemoPhone, openStage, SLOWER, type Stage } from './stage.ts';
import { measurePalette, measureScroll, measureSearch, NAMES, SCROLLED_PX } from './typing.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const PARTS = ['size', 'hints', 'saving', 'pull', 'backlog', 'peer', 'start', 'typing', 'desk', 'cab'] as const;
type Part = (typeof PARTS)[number];
const isPart = (word: string): word is Part => PARTS.some((part) => part === word);
const USAGE = `Usage: npm run bench:web [-- --items 2000 --only ${PARTS.join(',')}]`;

const readArguments = () => {
  try {
    const { values } = parseArgs({ options: { items: { type: 'string', default: '10000' }, only: { type: 'string' } } });
    const items = Number(values.items);
    const parts = values.only?.split(',') ?? [...PARTS];
    if (Number.isSafeInteger(items) && items > 0 && parts.every(isPart)) {
      return { items, parts: new Set<Part>(parts) };
    }
  } catch {
    // An unknown option; reported below.
  }
  throw new Error(USAGE);
};
const { items: ITEMS, parts } = readArguments();
const ENTRIES = 40;
const STARTS = 15;
const ROUNDS = 7;
const PULLS = 5;
const CHANGED = 500;

interface Line {
  readonly what: string;
  readonly goal: number | null;
  readonly clock: readonly number[];
  /** Processor time of the page's main thread: hardly affected by other load on the machine. */
  readonly busy: readonly number[];
  readonly unit: string;
}

const lines: (Line & { readonly load: string })[] = [];
const figure = (value: number, unit: string): string =>
  Number.isFinite(value) ? `${value >= 20 ? value.toFixed(0) : value.toFixed(1)} ${unit}` : '';
const add = (line: Line): void => {
  lines.push({ ...line, load: load() });
  say(`${line.what}: ${figure(percentile(line.clock, 0.95), line.unit)}, at work ${figure(percentile(line.busy, 0.95), line.unit)}`);
};
const screen = (what: string, times: readonly Took[], goal: number | null): void =>
  add({ what, goal, clock: times.map(({ clock }) => clock), busy: times.map(({ busy }) => busy), unit: 'ms' });

const report = (): string =>
  table(
    ['what', 'p50', 'p95', 'at work p50', 'at work p95', 'goal', '', 'load'],
    lines.map(({ what, goal, clock, busy, unit, load: others }) => {
      const of = (values: readonly number[]): string[] => [0.5, 0.95].map((share) => figure(percentile(values, share), unit));
      const isMet = goal === null ? '' : percentile(clock, 0.95) <= goal ? 'met' : 'NOT met';
      return [what, ...of(clock), ...of(busy), goal === null ? '' : `≤ ${goal} ${unit}`, isMet, others];
    }),
  );

const runSize = async (): Promise<void> => {
  const { plain, gzipped } = await measureSize();
  add({ what: 'Engine, gzipped', goal: 12, clock: [gzipped / 1000], busy: [], unit: 'kB' });
  say(`  ${(plain / 1000).toFixed(1)} kB before`);
};

const runHints = (): void => {
  add({ what: 'Hints of an entry among 3,000, in Node, times four', goal: 2, clock: measureHints(), busy: [], unit: 'ms' });
};

const runSaving = async (stage: Stage): Promise<void> => {
  screen(`Submit Entry to 'Saved Offline', ${ENTRIES} entries`, await measureSaving(stage, ENTRIES), 80);
  screen(`– the first after a start, ${STARTS} starts`, await measureFirstSaving(stage, STARTS), 120);
  screen('– the same on a bare page with one button and one row', await measureBare(stage, ENTRIES), null);
};

const runPull = async (stage: Stage): Promise<void> => {
  const pulls = await measurePull(stage, CHANGED, PULLS);
  screen(`${CHANGED} changed rows, asked for and stored`, pulls, 1000);
  add({ what: '– of that after the answer came', goal: null, clock: pulls.map(({ stored }) => stored), busy: [], unit: 'ms' });
};

const BACKLOG = 1000;
const SCREENS = ['/sync', '/job-entries', '/dashboard'];
/** Seconds for a thousand changes, on this machine and on the phone. */
const GOALS: readonly (readonly [slower: number, seconds: number])[] = [
  [1, 3],
  [SLOWER, 10],
];

const drained = async (stage: Stage, items: number, path: string, slower: number, goal: number): Promise<void> => {
  const { seconds, requests, longest, over100, busyMs } = await measureDrain(stage, items, path, slower);
  const what = `${items} changes sent, ${path}${slower === 1 ? ', not slowed down' : ''}`;
  add({ what, goal, clock: [seconds], busy: [busyMs / 1000], unit: 's' });
  say(`  ${requests} requests, longest task ${longest.toFixed(0)} ms, ${over100} over 100 ms`);
};

const runBacklog = async (stage: Stage): Promise<void> => {
  for (const [slower, goal] of GOALS) {
    for (const path of SCREENS) {
      await drained(stage, BACKLOG, path, slower, goal);
    }
  }
  await drained(stage, ITEMS, '/sync', SLOWER, ITEMS / 100);
  add({ what: `Number of ${ITEMS} waiting changes read`, goal: 10, clock: await measureCount(stage, ITEMS), busy: [], unit: 'ms' });
};

/** Of ours beside Actual, each. */
const PEER_ROUNDS = 3;

const runPeer = async (stage: Stage): Promise<void> => {
  const { ours, bare, theirs, missing } = await measureBesideActual(stage, { items: BACKLOG, rounds: PEER_ROUNDS, say });
  const clock = (what: string, times: readonly number[], busy: readonly number[], unit = 's'): void =>
    add({ what, goal: null, clock: times, busy, unit });
  const busySeconds = (all: readonly { busyMs: number }[]): number[] => all.map(({ busyMs }) => busyMs / 1000);
  clock(
    `${BACKLOG} changes sent, /sync, not slowed down, in turns with Actual`,
    ours.map(({ seconds }) => seconds),
    busySeconds(ours),
  );
  if (missing !== null) {
    say(`  ${missing}`);
    return;
  }
  clock('– the same requests sent by a bare page that keeps the answers', bare, []);
  clock(
    `– ${BACKLOG} transactions sent by Actual`,
    theirs.map(({ seconds }) => seconds),
    busySeconds(theirs),
  );
  clock(
    '– the same with making them on the device, one by one',
    theirs.map(({ seconds, makingSeconds }) => seconds + makingSeconds),
    [],
  );
  clock(
    "– ours ÷ Actual's, sending only",
    ours.map(({ seconds }, round) => seconds / (theirs[round]?.seconds ?? Number.NaN)),
    [],
    '×',
  );
};

const runStart = async (stage: Stage): Promise<void> => {
  screen('Start of the page to the data of the overview, offline', await measureStart(stage, '/dashboard', 'Hours per day', STARTS), 600);
  screen('Start of the page to the list of entries, offline', await measureStart(stage, '/job-entries', 'Planting', ROUNDS), null);
  screen('Tap on Entries to the list', await measureList(stage, ROUNDS), null);
};

const runCab = async (stage: Stage): Promise<void> => {
  const { next, more } = await measureCab(stage);
  screen('Next in the cab, press to paint, the entry kept before', next, 100);
  screen('One load more in the cab, press to paint', more, 100);
  screen('– a bare page that keeps one row and says so, in the same run', await measureBare(stage, next.length), null);
};

/** In a company of the size that issue 5 names: the demo's. */
const runTyping = async (): Promise<void> => {
  const phone = await openDemoPhone();
  try {
    screen("A letter in the search of the demo's entries", await measureSearch(phone), 60);
    const { frames, longestOwn } = await measureScroll(phone);
    add({ what: `From frame to frame, ${SCROLLED_PX} px of them scrolled`, goal: null, clock: frames, busy: [], unit: 'ms' });
    add({ what: '– the longest; of its tasks', goal: null, clock: [Math.max(...frames)], busy: [longestOwn], unit: 'ms' });
    screen(`A letter in the palette, ${NAMES} names`, await measurePalette(phone, phone.orgId), 60);
  } finally {
    await phone.close();
  }
};

/** The office's desk over ten thousand entries, on a machine as slow as the phone. */
const runDesk = async (): Promise<void> => {
  const phone = await openDemoPhone();
  try {
    screen('An order or a filter of the desk, 10,000 entries, press to paint', await measureDesk(phone), 100);
  } finally {
    await phone.close();
  }
};

const withStage = async (): Promise<void> => {
  const stage = await openStage();
  try {
    await (parts.has('saving') && runSaving(stage));
    await (parts.has('pull') && runPull(stage));
    await (parts.has('start') && runStart(stage));
    await (parts.has('backlog') && runBacklog(stage));
    await (parts.has('peer') && runPeer(stage));
    await (parts.has('cab') && runCab(stage));
  } finally {
    await stage.close();
  }
};

await (parts.has('size') && runSize());
if (parts.has('hints')) {
  runHints();
}
await (['saving', 'pull', 'backlog', 'peer', 'start', 'cab'].some((part) => isPart(part) && parts.has(part)) && withStage());
await (parts.has('typing') && runTyping());
await (parts.has('desk') && runDesk());
say(`\n${report()}`);
