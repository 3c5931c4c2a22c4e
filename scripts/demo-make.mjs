// `npm run demo:make`: makes the archives of the demo anew, `demo/*.zip`; the same sources make the same rows.
import { runTool } from './lib.mjs';

await runTool('scripts/demo/main.ts', { isBuilt: false });
