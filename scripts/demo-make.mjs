// `npm run demo:make`: rebuilds the archives of the demo, `demo/*.zip`; the same sources produce the same rows.
import { runTool } from './lib.mjs';

await runTool('scripts/demo/main.ts', { isBuilt: false });
