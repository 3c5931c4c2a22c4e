// `npm run bench:web`: install what is missing, build what changed, and measure the app on a slow phone (docs/performance.md, The device).
import { build, install, run } from './lib.mjs';

try {
  await install();
  await build();
  await run(process.execPath, ['--import', 'tsx', 'bench/web/main.ts', ...process.argv.slice(2)]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
