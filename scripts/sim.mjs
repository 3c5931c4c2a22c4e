// `npm run sim -- 1000000 --from 1`: runs so many schedules of the simulation of the offline engine. `-- --trace --from 42` tells one of them.
import { install, run } from './lib.mjs';

try {
  await install();
  await run(process.execPath, ['--import', 'tsx', 'tests/sim/main.ts', ...process.argv.slice(2)]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
