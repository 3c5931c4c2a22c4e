import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { listsOf } from '#bench/lists.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

test('the benchmark runs from the empty database to the report', { tags: ['proof'], timeout: 240_000 }, async () => {
  const { stdout } = await run(process.execPath, ['--import', 'tsx', 'bench/main.ts', '--tiny'], { cwd: ROOT, timeout: 220_000 });
  for (const call of ["A job's entries", 'Newest page, largest organization', 'Text search', 'Create an entry with a key', 'Sign-in']) {
    expect(stdout).toMatch(new RegExp(`^\\| ${call}.*(\\| [\\d.]+ ){8}\\|$`, 'm'));
  }
  expect(stdout).toContain('Memory of the server');
  expect(stdout).toMatch(/^The largest organization as a zip of [\d.]+ MB: exported in .*; imported again in .*$/m);
  expect(stdout).toContain('| one customer by id |');
  expect(stdout).toMatch(/From the start of the server to ready.*: [\d.]+ s/);
  expect(stdout).toMatch(/^\| ours, 100 in a batch (\| [\d.]+ ){4}/m);
  // Without a network there is nothing to compare with, and it says so.
  expect(stdout).toMatch(/^\| The 130 entries of a job \(130\) \| ours|^postgrest cannot be installed here: /m);
  for (const list of listsOf()) {
    expect(stdout).toMatch(new RegExp(`^\\| ${list.name} (\\| [\\d.]+ ){6}`, 'm'));
  }
  // Every limit was found: a statement that can no longer be played again, or a question that SQLite does not understand, shows here.
  expect(stdout).not.toContain('without driver alone');
});

test.each([[['--huge']], [['--only', 'everything']], [['--small', '--tiny']]])('%s is refused with how to call it', async (args) => {
  const failure = run(process.execPath, ['--import', 'tsx', 'bench/main.ts', ...args], { cwd: ROOT });
  await expect(failure).rejects.toMatchObject({ stderr: expect.stringContaining('Usage: npm run bench') as string });
});
