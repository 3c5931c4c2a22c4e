import { expect, test } from 'vitest';
import { createEngine } from '#client/offline/engine/engine.ts';
import { askOrganizations } from '#client/offline/engine/memberships.ts';
import { keepMoney } from '#client/offline/pull/money.ts';
import type { Answer, WireRequest } from '#client/offline/engine/ports.ts';
import { findAnswer, keepAnswer } from '#client/offline/local/kept-answers.ts';
import { keepChange } from '#client/offline/local/own-changes.ts';
import { RECORD_STORES } from '#client/offline/storage/record-stores.ts';
import { memoryDatabase, memoryStorage, rowsOf } from '../sim/memory-storage.ts';
import { setLevel } from '../sim/model-records.ts';
import { ModelServer } from '../sim/model-server.ts';
import { furnishServer, OFFICE } from '../sim/scene.ts';
import { onlinePorts } from './device-core.ts';

// What a device keeps of an organization is removed when its user no longer belongs to it; their own waiting work stays.

const USER = 1;
const ORG = 1;

const openDevice = async () => {
  const now = Date.UTC(2025, 5, 14, 6);
  const server = new ModelServer(() => now);
  furnishServer(server);
  server.sessions.set('token', USER);
  const db = memoryDatabase();
  const way = { deliver: async (request: WireRequest): Promise<Answer> => server.handle(request, 'token') };
  const engine = createEngine(
    onlinePorts(
      memoryStorage(db),
      () => now,
      (request) => way.deliver(request),
    ),
  );
  await engine.signedIn(USER);
  await engine.pull(ORG);
  const employee = [...server.orgOf(ORG).tables.employees.values()].find(({ row }) => row['userId'] === USER)?.row.id ?? 0;
  const setRole = (level: 'basic' | 'manager' | null): void => setLevel(server.office(ORG, OFFICE), USER, employee, level);
  const ofOrganization = () =>
    RECORD_STORES.flatMap((store) => rowsOf(db, store).filter((row) => row.organizationId === ORG && row.sync === undefined));
  const metaKeys = () => rowsOf(db, 'meta').map(({ key }) => key);
  return { db, way, engine, setRole, ofOrganization, metaKeys };
};

const make = (engine: Awaited<ReturnType<typeof openDevice>>['engine'], businessName: string) =>
  keepChange(engine, { operation: 'create', store: 'customers', orgId: ORG, data: { businessName, address: null } });

test('the records, prices and cursors of an organization are removed as soon as its user is no longer a member', async () => {
  const { engine, setRole, ofOrganization, metaKeys } = await openDevice();
  setRole('manager');
  await askOrganizations(engine.core, USER);
  await keepMoney(engine.core, ORG, 'rates', [{ price: '95.00' }]);
  await keepAnswer(engine, ORG, 'entry-views', [{ name: 'Silage' }]);
  await keepAnswer(engine, ORG, 'entry-stats', []);
  expect(await findAnswer(engine, ORG, 'entry-views')).toEqual([{ name: 'Silage' }]);
  expect(metaKeys()).toContain(`answers:${ORG}`);
  expect(ofOrganization().length).toBeGreaterThan(3);
  expect(metaKeys()).toContain(`money:${ORG}:rates`);
  setRole(null);
  expect(await engine.pull(ORG)).toBe('stranger');
  expect(ofOrganization()).toEqual([]);
  expect(metaKeys().filter((key) => key.includes(`:${ORG}`) && !key.startsWith('lastSync') && !key.startsWith('epoch'))).toEqual([]);
});

test('what waits for it stays with its reason, and is applied again when the membership comes back', async () => {
  const { db, engine, setRole } = await openDevice();
  const customer = rowsOf(db, 'customers').find((row) => row.organizationId === ORG);
  await make(engine, 'Mill Farm');
  await keepChange(engine, { operation: 'update', store: 'customers', orgId: ORG, id: customer?.id ?? 0, data: { address: 'Long Lane' } });
  setRole(null);
  await engine.pull(ORG);
  await engine.drain();
  expect(rowsOf(db, 'syncQueue').map(({ reason }) => reason)).toEqual(['no-access', 'no-access']);
  expect(rowsOf(db, 'customers').map((row) => row['businessName'])).toEqual(['Mill Farm']);
  setRole('manager');
  await askOrganizations(engine.core, USER);
  expect(await engine.pull(ORG)).toBe('up-to-date');
  const now = rowsOf(db, 'customers');
  expect(now.find(({ id }) => id === customer?.id)).toMatchObject({ address: 'Long Lane', sync: 'attention' });
  expect(now.map((row) => row['businessName'])).toContain('Mill Farm');
});

test('an answer that comes after the sign-out does not bring an organization back', async () => {
  const { db, way, engine } = await openDevice();
  const { deliver } = way;
  way.deliver = async (request) => {
    const answer = await deliver(request);
    await engine.signedOut();
    return answer;
  };
  await askOrganizations(engine.core, USER);
  expect(rowsOf(db, 'organizations')).toEqual([]);
});

test('a late sign-out removes nothing if someone has signed in since', async () => {
  const { db, engine } = await openDevice();
  const before = rowsOf(db, 'customers').length;
  await engine.signedOut(() => false);
  expect(rowsOf(db, 'customers')).toHaveLength(before);
  await engine.signedOut(() => true);
  expect(rowsOf(db, 'customers')).toEqual([]);
});
