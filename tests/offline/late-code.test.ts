import { expect, test } from 'vitest';
import { createEngine } from '#client/offline/engine/engine.ts';
import * as exchange from '#client/offline/engine/exchange.ts';
import { keepChange } from '#client/offline/local/own-changes.ts';
import { memoryDatabase, memoryStorage, peek, rowsOf } from '../sim/memory-storage.ts';
import { ModelServer } from '../sim/model-server.ts';
import { furnishServer } from '../sim/scene.ts';
import { onlinePorts } from './device-core.ts';

// The code that talks to the server comes after the first screen, and may not come at all: the network went in between.

const USER = 1;
const ORG = 1;
const NOW = Date.UTC(2025, 5, 14, 6);

const openDevice = (db = memoryDatabase(), userId = USER) => {
  const server = new ModelServer(() => NOW);
  furnishServer(server);
  server.sessions.set('token', userId);
  const way = { isOpen: false, fetches: 0 };
  const ports = onlinePorts(
    memoryStorage(db),
    () => NOW,
    async (request) => server.handle(request, 'token'),
    userId,
  );
  const engine = createEngine(ports, async () => {
    way.fetches += 1;
    if (!way.isOpen) {
      throw new TypeError('Failed to fetch dynamically imported module');
    }
    return exchange;
  });
  return { db, server, way, engine };
};

const customer = { operation: 'create', store: 'customers', orgId: ORG, data: { businessName: 'Mill Farm' } } as const;
const waiting = (db: ReturnType<typeof memoryDatabase>) => rowsOf(db, 'syncQueue').map(({ target }) => target);

test('without the code that talks to the server, everything else works, and the device counts as offline', async () => {
  const { db, way, engine } = openDevice();
  await engine.signedIn(USER);
  const { id } = await keepChange(engine, customer);
  expect(waiting(db)).toEqual([id]);
  expect(peek(db, 'customers', id)).toMatchObject({ businessName: 'Mill Farm', sync: 'waiting' });

  expect(await engine.drain()).toMatchObject({ sent: 0, stopped: 'no-answer' });
  expect(await engine.pull(ORG)).toBe('no-answer');
  expect(await engine.readOrganizations()).toBeNull();
  expect(await engine.sync()).toEqual({ result: 'offline', succeeded: 0, failed: 1, untried: 0 });
  expect(engine.current()).toMatchObject({ connection: 'offline', trouble: null });
  expect(way.fetches).toBe(4);

  way.isOpen = true;
  expect(await engine.drain()).toMatchObject({ sent: 1, stopped: null });
  await engine.pull(ORG);
  expect(waiting(db)).toEqual([]);
  expect(way.fetches).toBe(5);
});

test('a device changes hands only with the code that shows what its next user has waiting', async () => {
  const mine = openDevice();
  await mine.engine.signedIn(USER);
  const { id } = await keepChange(mine.engine, customer);
  const others = openDevice(mine.db, 2);
  await others.engine.signedIn(2);
  expect(rowsOf(mine.db, 'customers')).toEqual([]);

  await expect(mine.engine.signedIn(USER)).rejects.toThrow('Failed to fetch');
  expect(peek(mine.db, 'meta', 'viewOf')?.value).toBe(2);
  mine.way.isOpen = true;
  await mine.engine.signedIn(USER);
  expect(peek(mine.db, 'customers', id)).toMatchObject({ businessName: 'Mill Farm', sync: 'waiting' });
});
