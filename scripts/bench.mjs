// `npm run bench`: install what is missing, build what changed, and measure (docs/performance.md). `-- --small` measures a tenth of the season,
// `-- --attack` what other people notice while somebody does their worst, `-- --backup` what a backup takes and what they notice of it.
import { runTool } from './lib.mjs';

const others = ['attack', 'backup'];
const chosen = others.find((name) => process.argv.includes(`--${name}`));
await runTool(chosen === undefined ? 'bench/main.ts' : `bench/${chosen}/main.ts`);
