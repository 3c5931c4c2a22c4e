import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ENGINES } from '../../support/engines/app.ts';
import { PATIENCE } from '../../support/engines/user.ts';
import type { RunCases } from './storage-page.ts';

// The cases for every kind of storage, on the IndexedDB of each engine.

vi.setConfig({ testTimeout: 300_000 });

const buildPage = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, '..', '..', '..'),
    resolve: { alias: { vitest: join(import.meta.dirname, 'page-vitest.ts') } },
    define: { 'process.env.NODE_ENV': '"test"' },
    build: { write: false, minify: false, lib: { entry: join(import.meta.dirname, 'storage-page.ts'), formats: ['es'] } },
  });
  const [first] = Array.isArray(built) ? built : [];
  return first?.output.find((part) => part.type === 'chunk')?.code ?? '';
};

let server: Server;
let url: string;

beforeAll(async () => {
  const script = await buildPage();
  server = createServer(({ url: path }, answer) => {
    const isScript = path === '/page.js';
    answer.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    answer.end(isScript ? script : '<!doctype html><script type="module" src="/page.js"></script>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server?.closeAllConnections();
  server?.close();
});

declare const runCases: RunCases;

test.each(ENGINES)('%s does what every storage has to do', async (_, openEngine) => {
  const driver = await openEngine();
  try {
    await driver.open(url);
    await expect.poll(() => driver.run(() => typeof runCases), PATIENCE).toBe('function');
    const { count, failed } = await driver.run(() => runCases());
    expect(failed).toEqual([]);
    expect(count).toBeGreaterThan(14);
  } finally {
    await driver.close();
  }
});
