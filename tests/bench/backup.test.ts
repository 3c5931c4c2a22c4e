import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

test(
  'a season is backed up, twice, and restored, while others are served, and the report has a line for each',
  { tags: ['proof'], timeout: 300_000 },
  async () => {
    const args = ['--import', 'tsx', 'bench/backup/main.ts', '--backup', '--quick'];
    const { stdout } = await run(process.execPath, args, { cwd: ROOT, timeout: 280_000, maxBuffer: 16 * 1_048_576 });
    const lines = stdout.split('\n').filter((line) => line.startsWith('| '));
    expect(lines.slice(2).map((line) => line.split(' | ')[0]?.slice(2))).toEqual([
      'nothing',
      'first backup',
      'the log copied every minute',
      'second backup',
      'restore',
    ]);
    // How long anything took says nothing here, but nobody was refused.
    expect(lines.slice(2, -1).map((line) => line.split(' | ').at(-1))).toEqual(['0 |', '0 |', '0 |', '0 |']);
  },
);

test('an argument that it does not know is refused with how to call it', async () => {
  const failure = run(process.execPath, ['--import', 'tsx', 'bench/backup/main.ts', '--backup', '--loud'], { cwd: ROOT });
  await expect(failure).rejects.toMatchObject({ stderr: expect.stringContaining('Usage: npm run bench') as string });
});
