// `npm run check`: format, lint, types, layers, unused code and migrations. Nothing is built, no test is run.
import { runChecks } from './checks.mjs';
import { install } from './lib.mjs';

await install();
const { failed } = await runChecks(2);
process.exitCode = failed.length > 0 ? 1 : 0;
