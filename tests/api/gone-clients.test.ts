import { once } from 'node:events';
import { get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchStatements } from '#tests/support/sent-statements.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';

let testApp: TestApp;
let boss: Person & { orgId: number };
let url = '';

beforeAll(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
  url = `${await testApp.app.listen({ port: 0, host: '127.0.0.1' })}/api/organizations/${boss.orgId}/customers`;
});

afterAll(() => testApp.close());

const connections = (): Promise<number> =>
  new Promise((resolve, reject) => {
    testApp.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

/** A request whose client goes away while the server still asks who it is. */
const askAndLeave = async (): Promise<void> => {
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  let isAsked = false;
  const watch = watchStatements(({ text }) => {
    if (!isAsked && text.includes('from sessions s')) {
      isAsked = true;
      return held;
    }
    return undefined;
  });
  // Not `fetch`, after which a connection stays open for four seconds.
  const request = get(url, { headers: { cookie: boss.cookie }, agent: false });
  const gone = once(request, 'error');
  await expect.poll(() => isAsked).toBe(true);
  request.destroy();
  await gone;
  // The server hears of it before it goes on.
  await expect.poll(connections).toBe(0);
  go();
  watch.restore();
};

test('a client that leaves before it is known who they are keeps no turn of their account', async () => {
  for (let times = 0; times < 12; times += 1) {
    await askAndLeave();
  }
  const answer = await fetch(url, { headers: { cookie: boss.cookie }, signal: AbortSignal.timeout(20_000) });
  expect(answer.status).toBe(200);
});
