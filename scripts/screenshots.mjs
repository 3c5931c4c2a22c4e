// `npm run screenshots`: builds what changed and takes pictures of every screen of the demo into `screenshots/`; `-- folder jobs`:
// elsewhere, and only some.
import { runTool } from './lib.mjs';

await runTool('tests/screenshots/main.ts');
