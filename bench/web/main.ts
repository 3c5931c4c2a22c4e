import process from 'node:process';
import { table } from '#bench/report.ts';
import { percentile } from '#bench/statistics.ts';
import { measureBacklog } from './backlog.ts';
import { measureList, measurePull, measureSaving, measureStart, type Took } from './screens.ts';
import { measureSize } from './size.ts';
import { load, openStage } from './stage.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const [flag, number] = process.argv.slice(2);
const ITEMS = flag === '--items' && number !== undefined ? Number(number) : 10_000;
if (!Number.isSafeInteger(ITEMS) || ITEMS < 1 || (flag !== undefined && flag !== '--items')) {
  throw new Error('Usage: npm run bench:web [-- --items 2000]');
}
const ENTRIES = 40;
const ROUNDS = 7;
const PULLS = 5;
const CHANGED = 500;

interface Line {
  readonly what: string;
  readonly goal: number | null;
  readonly clock: readonly number[];
  /** Processor time of the page's main thread: hardly touched by what else the machine does. */
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

const { plain, gzipped } = await measureSize();
add({ what: 'Engine with idb, gzipped', goal: 12, clock: [gzipped / 1000], busy: [], unit: 'kB' });
say(`  ${(plain / 1000).toFixed(1)} kB before`);
const stage = await openStage();
try {
  screen(`Submit Entry to 'Saved Offline', ${ENTRIES} entries`, await measureSaving(stage, ENTRIES), 100);
  const pulls = await measurePull(stage, CHANGED, PULLS);
  screen(`${CHANGED} changed rows, asked for and stored`, pulls, 1000);
  add({ what: '– of that after the answer came', goal: null, clock: pulls.map(({ stored }) => stored), busy: [], unit: 'ms' });
  const { countP50, countP95, aSecond, longest, longestOwn, over200, busyMs, drainMs } = await measureBacklog(stage, ITEMS, say);
  add({ what: `Number of ${ITEMS} waiting changes read`, goal: 10, clock: [countP50, countP95], busy: [], unit: 'ms' });
  add({ what: 'Longest task while they go', goal: 200, clock: [longest], busy: [longestOwn], unit: 'ms' });
  add({ what: 'One of them, on the average', goal: null, clock: [drainMs / ITEMS], busy: [busyMs / ITEMS], unit: 'ms' });
  screen('Start of the page to the data of the overview, offline', await measureStart(stage, '/dashboard', 'Hours per day', ROUNDS), 650);
  screen('Start of the page to the list of entries, offline', await measureStart(stage, '/job-entries', 'Planting', ROUNDS), null);
  screen('Tap on Entries to the list', await measureList(stage, ROUNDS), null);
  say(`
${report()}

${ITEMS} changes went in ${(drainMs / 1000).toFixed(0)} s, ${aSecond.toFixed(1)} a second; ${over200} tasks over 200 ms by the clock.
`);
} finally {
  await stage.close();
}
