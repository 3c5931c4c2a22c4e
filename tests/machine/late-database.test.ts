import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '#tests/support/free-port.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'dist', 'server', 'main.js');

test('while the program waits for its database it says so, and a SIGTERM ends it at once', async () => {
  const url = `postgresql://headland@127.0.0.1:${await freePort()}/headland`;
  const child = spawn(process.execPath, [PROGRAM], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', DATABASE_URL: url, BACKUP_AT: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const chunks: string[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
    await expect.poll(() => chunks.join('')).toContain('Waiting for the database: connect ECONNREFUSED');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
  } finally {
    child.kill('SIGKILL');
  }
});
