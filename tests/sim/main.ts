import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { openSimulation } from '#tests/sim/run-many.ts';

/** How many failing schedules are reported in full. */
const SHOWN = 3;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string', default: '1' }, trace: { type: 'boolean', default: false } },
});
const count = Number(positionals[0] ?? 50_000);
const from = Number(values.from);
if (!Number.isSafeInteger(count) || !Number.isSafeInteger(from) || count < 1) {
  throw new Error('How many schedules? For example: npm run sim -- 100000 --from 1');
}
const say = (text: string): boolean => process.stdout.write(`${text}\n`);

const simulation = await openSimulation();
if (values.trace) {
  say(await simulation.trace(from));
} else {
  const began = performance.now();
  const rate = (run: number): string => (run / ((performance.now() - began) / 1000)).toFixed(0);
  let reported = 0;
  const named = new Set<number>();
  const tally = await simulation.run({
    from,
    count,
    most: 20,
    threads: availableParallelism(),
    onPiece: ({ run, failures }) => {
      // At once: a long run may be interrupted.
      for (const { seed, message } of failures.filter((failure) => !named.has(failure.seed))) {
        named.add(seed);
        say(`seed ${seed}: ${message}`);
      }
      if (run - reported >= 10_000) {
        reported = run;
        say(`${run} schedules, ${rate(run)} a second, ${failures.length} broken`);
      }
    },
  });
  for (const { seed } of tally.failures.slice(0, SHOWN)) {
    say(`\n${(await simulation.trace(seed)).replaceAll(/^(.{400}).*$/gm, '$1')}`);
  }
  say(
    `${tally.run} schedules from seed ${from}: ${tally.failures.length} broken; ${tally.kept} saved changes, ${tally.steps} steps, ${rate(tally.run)} schedules a second`,
  );
  process.exitCode = tally.failures.length === 0 ? 0 : 1;
}
await simulation.close();
