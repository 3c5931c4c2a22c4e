import { engineWithout } from '../sim/bundle.ts';
import { expect, test } from 'vitest';
import { createEngine, type Engine } from '#client/offline/engine/engine.ts';
import { takenOver } from '#client/offline/view/lacking.ts';
import type { WireRequest } from '#client/offline/engine/ports.ts';
import { memoryDatabase, type MemoryDatabase, memoryStorage, peek, rowsOf } from '../sim/memory-storage.ts';
import { insertRow } from '../sim/model-records.ts';
import { ModelServer } from '../sim/model-server.ts';
import { furnishServer, OFFICE } from '../sim/scene.ts';
import { onlinePorts } from './device-core.ts';

// App and server are not updated at the same moment: what one of them did not know yet is fetched as soon as both do.

const USER = 1;
const ORG = 1;
const NOW = Date.UTC(2025, 5, 14, 6);
const NEW = 'implements';

const serverOf = (isBehind: boolean): ModelServer => {
  const server = new ModelServer(() => NOW);
  furnishServer(server);
  server.sessions.set('token', USER);
  server.unknown = new Set(isBehind ? [NEW] : []);
  return server;
};

const addImplement = (server: ModelServer, name: string): void => void insertRow(server.office(ORG, OFFICE), NEW, { name });

const openApp = async (server: ModelServer, db: MemoryDatabase, create = createEngine): Promise<Engine> => {
  const send = async (request: WireRequest) => server.handle(request, 'token');
  const engine = create(onlinePorts(memoryStorage(db), () => NOW, send));
  await engine.signedIn(USER);
  return engine;
};

const shown = (db: MemoryDatabase) => rowsOf(db, NEW).map((row) => row['name']);
const asked = (server: ModelServer) => {
  const paths: string[] = [];
  const handle = server.handle.bind(server);
  server.handle = (request, token) => {
    paths.push(request.path.split('?')[0]?.split('/').at(-1) ?? '');
    return handle(request, token);
  };
  return paths;
};

const lacks = (db: MemoryDatabase) => peek(db, 'meta', `lacks:${ORG}`)?.value;

test('with a server that is one version behind, the rest is kept up to date, and the new kind comes when the server knows it', async () => {
  const server = serverOf(true);
  const db = memoryDatabase();
  const engine = await openApp(server, db);
  expect(await engine.pull(ORG)).toBe('up-to-date');
  expect(rowsOf(db, 'jobs')).not.toEqual([]);
  expect(lacks(db)).toEqual([NEW]);
  // Another of its processes is newer already, and someone has made a record there.
  addImplement(server, 'Front mower');
  expect(await engine.pull(ORG)).toBe('up-to-date');
  expect(shown(db)).toEqual([]);

  server.unknown = new Set();
  const paths = asked(server);
  expect(await engine.pull(ORG)).toBe('up-to-date');
  expect(shown(db)).toEqual(['Front mower']);
  expect(lacks(db)).toBeUndefined();
  expect(paths).toContain('implements');
  paths.length = 0;
  expect(await engine.pull(ORG)).toBe('up-to-date');
  expect(paths).toEqual(['changes']);
});

test('without the protection the record never comes', async () => {
  const server = serverOf(true);
  const db = memoryDatabase();
  const engine = await openApp(server, db, await engineWithout('lacking-kinds'));
  await engine.pull(ORG);
  addImplement(server, 'Front mower');
  await engine.pull(ORG);
  server.unknown = new Set();
  await engine.pull(ORG);
  expect(shown(db)).toEqual([]);
});

test('kinds that this app does not know, from a server that is ahead, are left out, and fetched by the app that knows them', async () => {
  const server = serverOf(false);
  const db = memoryDatabase();
  const engine = await openApp(server, db);
  const handle = server.handle.bind(server);
  server.handle = (request, token) => {
    const answer = handle(request, token);
    const page = answer.json as { readonly upserts?: object; readonly deletes?: object };
    const { upserts, deletes } = page ?? {};
    return upserts
      ? { ...answer, json: { ...page, upserts: { ...upserts, parcels: [{ id: 1 }] }, deletes: { ...deletes, parcels: [2] } } }
      : answer;
  };
  expect(await engine.pull(ORG)).toBe('up-to-date');
  addImplement(server, 'Front mower');
  expect(await engine.pull(ORG)).toBe('up-to-date');
  expect([shown(db), lacks(db)]).toEqual([['Front mower'], undefined]);
});

test('what an upgrade notes as lacking is fetched at the next pull, and lists stay readable until then', async () => {
  const server = serverOf(false);
  const db = memoryDatabase();
  const engine = await openApp(server, db);
  await engine.pull(ORG);
  addImplement(server, 'Front mower');
  await engine.pull(ORG);
  // The app of that time did not know the kind.
  db.tables[NEW].clear();
  const { puts, removes } = takenOver(rowsOf(db, 'meta'), [NEW]);
  expect(removes).toEqual([]);
  puts.forEach((row) => db.tables.meta.set(row.key, row));
  expect(peek(db, 'meta', `cursor:${ORG}`)).toBeDefined();
  expect(await engine.pull(ORG)).toBe('up-to-date');
  expect([shown(db), lacks(db)]).toEqual([['Front mower'], undefined]);
});

test('a refill that an older app has under way does not complete the copy: the new app fills it', () => {
  const meta = [
    { key: 'cursor:1', value: '7.owner' },
    { key: 'filling:2', value: '9.owner a-word' },
    { key: 'lacks:1', value: ['parcels'] },
    { key: 'entries:2', value: { oldest: null } },
  ];
  expect(takenOver(meta, [NEW])).toEqual({ puts: [{ key: 'lacks:1', value: ['parcels', NEW] }], removes: ['filling:2'] });
});
