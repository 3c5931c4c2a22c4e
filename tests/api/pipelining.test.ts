import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let testApp: TestApp;
let port = 0;

beforeAll(async () => {
  testApp = await createTestApp();
  port = Number(new URL(await testApp.app.listen({ port: 0, host: '127.0.0.1' })).port);
});

afterAll(() => testApp.close());

/** How many answers this many requests get that are sent at once over one connection. */
const answersTo = async (requests: number): Promise<number> => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')));
  const last = requests - 1;
  // What ends in the midst of sending is reset.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  socket.write('GET /api/login/ways HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(last));
  socket.write('GET /api/login/ways HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await closed;
  return text.split('HTTP/1.1 200').length - 1;
};

test('some requests may be sent over one connection without waiting; with many it ends', async () => {
  expect(await answersTo(20)).toBe(20);
  expect(await answersTo(2000)).toBeLessThan(200);
  expect(await answersTo(20)).toBe(20);
});
