// Checks the layers of docs/ARCHITECTURE.md as defined in .dependency-cruiser.cjs: who may import whom. Part of `npm run check`.
import { createRequire } from 'node:module';
import { cruise } from 'dependency-cruiser';
import { root } from './lib.mjs';

// The tool reads nothing and finds nothing if it cannot parse TypeScript.
const AT_LEAST = 250;

// The configuration is CommonJS, as the tool requires.
const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
const { output } = await cruise(['src', 'packages', 'tests', 'bench'], {
  ...options,
  baseDir: root,
  validate: true,
  ruleSet: { forbidden },
});
const { totalCruised, violations } = output.summary;
for (const { rule, from, to } of violations) {
  console.error(`${rule.name}: ${from} → ${to}`);
}
if (totalCruised < AT_LEAST) {
  console.error(`Only ${totalCruised} files were read.`);
}
process.exitCode = violations.length > 0 || totalCruised < AT_LEAST ? 1 : 0;
