// `npm run sim -- 1000000 --from 1`: runs so many schedules of the simulation of the offline engine. `-- --trace --from 42` tells one of them.
import { runTool } from './lib.mjs';

await runTool('tests/sim/main.ts', { isBuilt: false });
