// `npm run bench:web`: install what is missing, build what changed, and measure the app on a slow phone (docs/performance.md, The device).
import { runTool } from './lib.mjs';

await runTool('bench/web/main.ts');
