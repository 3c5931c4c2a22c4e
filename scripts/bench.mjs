// `npm run bench`: install what is missing, build what changed, and measure (docs/performance.md). `-- --small` measures a tenth of the
// season, `-- --only peers` a part of it, `-- --attack` what other users notice during attacks, `-- --backup` what a backup costs and what users notice.
import { runTool } from './lib.mjs';

const others = ['attack', 'backup'];
const chosen = others.find((name) => process.argv.includes(`--${name}`));
await runTool(chosen === undefined ? 'bench/main.ts' : `bench/${chosen}/main.ts`);
