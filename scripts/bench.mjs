// `npm run bench`: install what is missing, build what changed, and measure (docs/performance.md). `-- --small` measures a tenth of the season.
import { runTool } from './lib.mjs';

await runTool('bench/main.ts');
