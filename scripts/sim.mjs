// `npm run sim -- 1000000 --from 1`: runs this many schedules of the simulation of the offline engine. `-- --trace --from 42` describes one
// of them.
import { runTool } from './lib.mjs';

await runTool('tests/sim/main.ts', { isBuilt: false });
