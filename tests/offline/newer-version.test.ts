import { engineWithout } from '../sim/bundle.ts';
import { expect, test } from 'vitest';
import { createEngine, type Engine } from '#client/offline/engine/engine.ts';
import type { Answer, WireRequest } from '#client/offline/engine/ports.ts';
import { keepChange } from '#client/offline/local/own-changes.ts';
import { memoryDatabase, memoryStorage, peek, rowsOf } from '../sim/memory-storage.ts';
import { updateCustomer } from '../sim/model-records.ts';
import { ModelServer } from '../sim/model-server.ts';
import { furnishServer, OFFICE } from '../sim/scene.ts';
import { onlinePorts } from './device-core.ts';

const USER = 1;
const ORG = 1;
const NOW = Date.UTC(2025, 5, 14, 6);

/** A device at a server, whose next page of changes can be delayed. */
const openDevice = (create: typeof createEngine) => {
  const server = new ModelServer(() => NOW);
  furnishServer(server);
  server.sessions.set('token', USER);
  const db = memoryDatabase();
  const held: (() => void)[] = [];
  const state = { isHolding: false };
  const send = (request: WireRequest): Promise<Answer> =>
    new Promise((resolve) => {
      const answer = server.handle(request, 'token');
      if (state.isHolding && request.path.includes('/changes')) {
        held.push(() => resolve(answer));
      } else {
        resolve(answer);
      }
    });
  const ports = onlinePorts(memoryStorage(db), () => NOW, send);
  const customer = () => {
    const row = rowsOf(db, 'customers').find(({ organizationId }) => organizationId === ORG);
    if (!row) {
      throw new Error('The device holds no customer.');
    }
    return row;
  };
  const release = (): void => held.splice(0).forEach((goOn) => goOn());
  return { db, server, state, engine: create(ports), customer, release, held };
};

const save = (engine: Engine, id: number) =>
  keepChange(engine, { operation: 'update', store: 'customers', orgId: ORG, id, data: { phoneNumber: '0151 22' } });

/**
 * The office changes a customer, the device asks what is new, and before the answer arrives its own change of the same customer takes
 * effect.
 */
const hearLate = async (create = createEngine) => {
  const device = openDevice(create);
  const { db, server, state, engine, customer, release, held } = device;
  await engine.signedIn(USER);
  expect(await engine.pull(ORG)).toBe('up-to-date');
  const { id } = customer();
  updateCustomer(server.office(ORG, OFFICE), id, { address: 'Mill Road' });

  state.isHolding = true;
  const pulling = engine.pull(ORG);
  await expect.poll(() => held.length).toBe(1);
  await save(engine, id);
  expect(await engine.drain()).toMatchObject({ sent: 1, stopped: null });
  expect(customer()).toMatchObject({ version: 3, address: 'Mill Road', phoneNumber: '0151 22' });

  state.isHolding = false;
  release();
  expect(await pulling).toBe('up-to-date');
  expect(peek(db, 'meta', `cursor:${ORG}`)).toBeDefined();
  return device;
};

test('a page of changes that is older than the own change does not turn the record back', async () => {
  const { customer } = await hearLate();
  expect(customer()).toMatchObject({ version: 3, address: 'Mill Road', phoneNumber: '0151 22' });
});

test('without the protection it does, until the next page', async () => {
  const { engine, customer } = await hearLate(await engineWithout('newer-version-wins'));
  expect(customer()).toMatchObject({ version: 2, phoneNumber: null });
  expect(await engine.pull(ORG)).toBe('up-to-date');
  expect(customer()).toMatchObject({ version: 3, phoneNumber: '0151 22' });
});
