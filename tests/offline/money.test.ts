import { expect, test } from 'vitest';
import type { AccessLevel } from '#shared/access/roles.ts';
import { dropMoney, findMoney, keepMoney } from '#client/offline/pull/money.ts';
import { rowsOf } from '../sim/memory-storage.ts';
import { setLevel } from '../sim/model-records.ts';
import { OFFICE } from '../sim/scene.ts';
import { modelDevice } from './model-device.ts';

const USER = 1;
const ORG = 1;
const NOW = Date.UTC(2025, 5, 14, 6);

/** A device of a user of this level that has read everything, and was then given rates and a draft to keep. */
const openDevice = async (level: AccessLevel) => {
  const { server, db, engine } = modelDevice(() => NOW);
  const employee = [...server.orgOf(ORG).tables.employees.values()].find(({ row }) => row['userId'] === USER)?.row.id ?? 0;
  const setRole = (role: AccessLevel | null): void => setLevel(server.office(ORG, OFFICE), USER, employee, role);
  setRole(level);
  await engine.signedIn(USER);
  await engine.readOrganizations();
  await engine.pull(ORG);
  const keep = (name: string) => keepMoney(engine.core, ORG, name, { cents: 731_937 });
  await keep('rates');
  await keep('drafts/7');
  const kept = (): string[] =>
    rowsOf(db, 'meta')
      .flatMap(({ key }) => (key.startsWith('money:') ? [key] : []))
      .toSorted();
  const find = () => findMoney(engine.core, ORG, 'rates');
  return { engine, kept, find, keep, setRole, db };
};

test('what a manager was answered is here, with its time', async () => {
  const { engine, kept, find } = await openDevice('manager');
  expect(kept()).toEqual(['money:1:drafts/7', 'money:1:rates']);
  expect(await find()).toEqual({ at: NOW, answer: { cents: 731_937 } });
  await dropMoney(engine.core, ORG, (name, at) => name.startsWith('drafts/') && at === NOW);
  expect(kept()).toEqual(['money:1:rates']);
});

test.each(['basic', 'advanced'] as const)('nothing is kept for a user who is %s, whatever arrives', async (level) => {
  const { kept, find, db } = await openDevice(level);
  expect([kept(), await find()]).toEqual([[], undefined]);
  expect(JSON.stringify(rowsOf(db, 'meta'))).not.toContain('731937');
});

test('it is removed at once when the server lowers the role, and what was still on its way is not kept', async () => {
  const { engine, kept, setRole, keep } = await openDevice('manager');
  setRole('basic');
  await engine.readOrganizations();
  expect(kept()).toEqual([]);
  await keep('rates');
  expect(kept()).toEqual([]);
});

test('and also when a page of changes lowers it', async () => {
  const { engine, kept, setRole } = await openDevice('manager');
  setRole('basic');
  await engine.pull(ORG);
  expect(kept()).toEqual([]);
});

test('it is removed when the user no longer belongs to the organization', async () => {
  const { engine, kept, setRole } = await openDevice('manager');
  setRole(null);
  await engine.pull(ORG);
  expect(kept()).toEqual([]);
});

test('it is removed when they sign out, and when someone else signs in', async () => {
  const first = await openDevice('manager');
  await first.engine.signedOut();
  expect(first.kept()).toEqual([]);
  const second = await openDevice('manager');
  await second.engine.signedIn(2);
  expect([second.kept(), await second.find()]).toEqual([[], undefined]);
  await second.keep('rates');
  expect(second.kept()).toEqual([]);
});
