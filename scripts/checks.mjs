import { spawn } from 'node:child_process';
import { binOf, root } from './lib.mjs';

/** Everything that can be checked without running our code. The slowest come first, because two may run side by side. */
const CHECKS = [
  { what: 'all types fit', command: binOf('tsc'), args: ['-b'] },
  { what: 'the linter finds nothing', command: binOf('oxlint'), args: ['--type-aware', '--deny-warnings'] },
  { what: 'the layers are kept', command: process.execPath, args: ['scripts/layers.mjs'] },
  { what: 'nothing is unused', command: binOf('knip'), args: [] },
  { what: 'the migrations are what the tables say', command: process.execPath, args: ['scripts/migrations.mjs'] },
  { what: 'formatting is what the formatter makes', command: binOf('oxfmt'), args: ['--check', '.'] },
];

/** Runs a check; its output is shown only if it fails. Returns whether it passed. */
const runCheck = ({ what, command, args }) =>
  new Promise((resolve) => {
    const began = performance.now();
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
    const said = [];
    child.stdout.on('data', (chunk) => said.push(chunk));
    child.stderr.on('data', (chunk) => said.push(chunk));
    child.on('error', (error) => said.push(Buffer.from(error.message)));
    child.on('close', (code) => {
      const passed = code === 0;
      const took = `${((performance.now() - began) / 1000).toFixed(1)} s`;
      console.log(passed ? ` ✓ check: ${what} ${took}` : ` × check: ${what} ${took}\n${Buffer.concat(said).toString()}`);
      resolve(passed);
    });
  });

/** Runs all checks, this many side by side; returns how many passed and the names of those that failed. */
export const runChecks = async (atOnce) => {
  const left = [...CHECKS];
  const failed = [];
  const work = async () => {
    for (let check = left.shift(); check; check = left.shift()) {
      if (!(await runCheck(check))) {
        failed.push(`check: ${check.what}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { passed: CHECKS.length - failed.length, failed };
};
