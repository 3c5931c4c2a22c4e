import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { buildWorld, type Member } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

const withRecord = async (): Promise<{ boss: Member; recordId: number }> => {
  const boss = await testApp.owner();
  const world = await buildWorld(boss);
  return { boss, recordId: await world.fresh.record() };
};

test('a user who asks for twenty PDFs waits for their own: another gets one in the meantime, and readers are not delayed', async () => {
  const [much, little] = [await withRecord(), await withRecord()];
  const pdfOf = ({ boss, recordId }: typeof much) =>
    boss.send('GET', `/api/organizations/${boss.orgId}/billing-records/${recordId}/document`);
  const littleDone = new AbortController();
  // Each asks again as soon as it is answered: someone who would have to wait for all of them would wait forever.
  const twenty = Array.from({ length: 20 }, async () => {
    const statuses = new Set<number>();
    while (!littleDone.signal.aborted) {
      const { status } = await pdfOf(much);
      statuses.add(status);
    }
    return [...statuses];
  });
  expect((await pdfOf(little)).status).toBe(200);
  expect((await little.boss.send('GET', '/api/organizations')).status).toBe(200);
  littleDone.abort();
  expect(await Promise.all(twenty)).toEqual(Array.from({ length: 20 }, () => [200]));
});
