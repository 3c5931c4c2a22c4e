import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, inject, test } from 'vitest';
import type { OpenDatabase } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open.ts';
import { waitForDatabase } from '#server/db/wait-for-database.ts';
import { freePort } from '#tests/support/free-port.ts';

// A database that comes up later than the program: a port nobody listens at, behind which the real one appears.

const QUICK = { forMs: 60_000, sayEveryMs: 60_000, tryEveryMs: 20 };
const quiet = (): void => undefined;

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) {
    await each.close();
  }
});

const pool = (url: string): OpenDatabase => {
  const opened = openDatabase(url, quiet);
  open.push(opened);
  return opened;
};

/** The address of the tests' server by this port, and what it is behind it. */
const behind = (port: number) => {
  const real = new URL(inject('serverUrl'));
  const folder = real.searchParams.get('host');
  const to =
    folder === null
      ? { host: real.hostname, port: Number(real.port || 5432) }
      : { path: `${folder}/.s.PGSQL.${real.searchParams.get('port')}` };
  const url = new URL(real);
  url.searchParams.delete('host');
  url.searchParams.delete('port');
  url.host = `127.0.0.1:${port}`;
  return { url: url.href, to };
};

const listen = async (port: number, serve: (socket: Socket) => void): Promise<Server> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', quiet);
    serve(socket);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  open.push({ close: () => (sockets.forEach((socket) => socket.destroy()), server.close()) });
  return server;
};

test('it waits until there is one, through refused connections and a server that is starting', async () => {
  const port = await freePort();
  const { url, to } = behind(port);
  const said: string[] = [];
  const waiting = waitForDatabase(pool(url), (line) => said.push(line), QUICK);
  await expect.poll(() => said).toHaveLength(1);
  expect(said[0]).toContain('ECONNREFUSED');

  let isStarting = true;
  await listen(port, (socket) => {
    if (isStarting) {
      // What PostgreSQL says then: FATAL, 57P03.
      const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is starting up'].map((field) => `${field}\0`).join('');
      const message = Buffer.alloc(5 + fields.length + 1);
      message.write('E');
      message.writeInt32BE(4 + fields.length + 1, 1);
      message.write(fields, 5);
      socket.once('data', () => socket.end(message));
      isStarting = false;
      return;
    }
    const real = connect(to).on('error', quiet);
    socket.on('close', () => real.destroy());
    socket.pipe(real).pipe(socket);
  });
  await expect(waiting).resolves.toBeUndefined();
  expect(isStarting).toBe(false);
});

test('it gives up with the reason after a time', async () => {
  const { url } = behind(await freePort());
  await expect(waitForDatabase(pool(url), quiet, { ...QUICK, forMs: 100 })).rejects.toThrow(
    /^The database did not answer for \d s: .*ECONNREFUSED/,
  );
});

test('it says so now and then', async () => {
  const { url } = behind(await freePort());
  const said: string[] = [];
  await expect(waitForDatabase(pool(url), (line) => said.push(line), { forMs: 300, sayEveryMs: 50, tryEveryMs: 10 })).rejects.toThrow(
    /did not answer/,
  );
  expect(said.length).toBeGreaterThan(1);
});

test('what no waiting mends is told at once', async () => {
  const said: string[] = [];
  const url = new URL(inject('serverUrl'));
  url.pathname = '/there-is-none-of-this-name';
  await expect(waitForDatabase(pool(url.href), (line) => said.push(line), QUICK)).rejects.toMatchObject({ code: '3D000' });
  expect(said).toEqual([]);
});
