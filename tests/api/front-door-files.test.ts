import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeFolders } from '#server/private-files.ts';
import { photoFolder } from '#server/photo-folder.ts';
import { BUILT_CLIENT } from '#tests/support/offline-app.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

// P3 of the findings: odd addresses of files, modes of files, headers.

let testApp: TestApp;
let port = 0;
const lines: string[] = [];

beforeAll(async () => {
  testApp = await createTestApp({ clientFolder: BUILT_CLIENT, logLevel: 'info', logStream: { write: (line) => void lines.push(line) } });
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = testApp.app.server.address() as AddressInfo);
});
afterAll(() => testApp.close());

/** Sends the address literally, which neither `fetch` nor `inject` does. */
const statusOf = (path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\nConnection: close\r\n\r\n`);
    });
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1])));
  });

test.each([
  '/assets/',
  '/assets',
  '/icons/',
  '/../package.json',
  '/..%2f..%2fpackage.json',
  '//etc/passwd',
  '/sign-in.html%00',
  '/%00',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/%2e%2e%2f%2e%2e%2fetc/passwd',
  '/assets/..%5c..%5cpackage.json',
  '/./index.html',
  '/assets/../index.html',
  '/.git/config',
  '/%zz',
])('an odd address of a file is no fault of ours: %s', async (path) => {
  lines.length = 0;
  expect([400, 404]).toContain(await statusOf(path));
  expect(lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual([]);
});

describe('on disk', () => {
  test.skipIf(process.platform === 'win32')('what people attach, and the folders around it, are the program’s own', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headland-modes-'));
    const below = join(folder, 'photos');
    try {
      await closeFolders([below]);
      const received = await photoFolder(below).receive(7, [Buffer.from('a picture')], 100);
      const arriving = join(below, '7', 'arriving');
      const [draft = ''] = await readdir(arriving);
      const name = `${received.sha256}.jpg`;
      const modes = async (paths: readonly string[]) =>
        Promise.all(paths.map(async (path) => ((await stat(path)).mode & 0o777).toString(8)));
      expect(await modes([below, join(below, '7'), arriving, join(arriving, draft)])).toEqual(['700', '700', '700', '600']);
      await received.keep(name);
      const kept = join(below, '7', name.slice(0, 2));
      expect(await modes([kept, join(kept, name)])).toEqual(['700', '600']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test.skipIf(process.platform === 'win32')('a folder of before is closed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headland-modes-'));
    try {
      const { chmod } = await import('node:fs/promises');
      await chmod(folder, 0o755);
      await closeFolders([folder]);
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('headers', () => {
  const headersOf = async (deps: Parameters<typeof createTestApp>[0]) => {
    const own = await createTestApp(deps);
    try {
      return (await own.app.inject({ method: 'GET', url: '/api/health' })).headers;
    } finally {
      await own.close();
    }
  };

  test('let nobody frame a page, and no text become code', async () => {
    expect(await headersOf({})).toMatchObject({
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringMatching(/frame-ancestors 'none'.*require-trusted-types-for 'script';trusted-types headland/),
    });
  });

  test('speak for the host of the public address, and for its subdomains only when that is set', async () => {
    const publicUrl = 'https://farm.example';
    expect((await headersOf({ publicUrl }))['strict-transport-security']).toMatch(/^max-age=\d+$/);
    expect((await headersOf({ publicUrl, hstsSubdomains: true }))['strict-transport-security']).toMatch(/; includeSubDomains$/);
    expect(await headersOf({})).not.toHaveProperty('strict-transport-security');
  });
});
