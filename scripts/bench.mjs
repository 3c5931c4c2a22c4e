// `npm run bench`: install what is missing, build what changed, and measure (docs/performance.md). `-- --small` measures a tenth of the season.
import { build, install, run } from './lib.mjs';

try {
  await install();
  await build();
  await run(process.execPath, ['--import', 'tsx', 'bench/main.ts', ...process.argv.slice(2)]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
