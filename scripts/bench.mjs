// `npm run bench`: install what is missing, build what changed, and measure (docs/performance.md). `-- --small` measures a tenth of the season,
// `-- --attack` what other people notice while somebody does their worst.
import { runTool } from './lib.mjs';

await runTool(process.argv.includes('--attack') ? 'bench/attack/main.ts' : 'bench/main.ts');
