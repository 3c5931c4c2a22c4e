import { expect, test } from 'vitest';
import { SET_ASIDE_AFTER } from '#client/offline/outbox/backoff.ts';
import type { Answer, WireRequest } from '#client/offline/engine/ports.ts';
import { openSeasonDevice } from './season-device.ts';

// What a device makes of the limits of a server: it waits, loses nothing, and reports no refusal.

const answer = ({ headers }: WireRequest, status: number, code: string, seconds: number): Answer => ({
  kind: 'answer',
  status,
  headers: { 'idempotency-key': headers['idempotency-key'] ?? '', 'retry-after': String(seconds) },
  json: { code, detail: 'There is no room left.' },
  isJson: true,
});

const openDevice = async () => {
  const state = { refuse: (_request: WireRequest): Answer | undefined => undefined };
  return { ...(await openSeasonDevice({ instead: (request) => state.refuse(request) })), state };
};

test('an answer 429 stops the sending for as long as it says, and does not count against any change', async () => {
  const { engine, state, clock, log, queue } = await openDevice();
  let asked = 0;
  state.refuse = (request) => {
    asked += request.method === 'POST' ? 1 : 0;
    return request.method === 'POST' ? answer(request, 429, 'too_many', 60) : undefined;
  };
  const names = Array.from({ length: 12 }, (_, index) => `entry ${index}`);
  for (const name of names) {
    await log(name);
  }
  for (let round = 0; round < 2 * SET_ASIDE_AFTER; round += 1) {
    await engine.drain();
    clock.now += 61_000;
  }
  expect(asked).toBeLessThanOrEqual(names.length * 2 * SET_ASIDE_AFTER);
  expect(queue()).toHaveLength(names.length);
  expect(queue().every(({ status, retryCount, reason }) => status === 'pending' && retryCount === 0 && reason === null)).toBe(true);
  state.refuse = () => undefined;
  clock.now += 61_000;
  expect(await engine.drain()).toMatchObject({ sent: names.length });
});

test('what lacks room waits with its reason, however often, while others pass, and is sent when there is some', async () => {
  const { engine, state, clock, log, queue } = await openDevice();
  const isBig = ({ body }: WireRequest): boolean => typeof body === 'string' && body.includes('big');
  state.refuse = (request) => (isBig(request) ? answer(request, 507, 'no_room', 900) : undefined);
  await log('big');
  for (let round = 0; round < 3 * SET_ASIDE_AFTER; round += 1) {
    await log(`small ${round}`);
    expect(await engine.drain()).toMatchObject({ sent: 1 });
    clock.now += 901_000;
  }
  expect(queue()).toMatchObject([{ status: 'pending', reason: null, lastError: { code: 'no_room', message: 'There is no room left.' } }]);
  state.refuse = () => undefined;
  expect(await engine.drain()).toMatchObject({ sent: 1 });
  expect(queue()).toEqual([]);
});

test('a server whose disk is full takes nothing for a day, and gets everything when it has room again', async () => {
  const { engine, state, clock, log, queue } = await openDevice();
  state.refuse = (request) => (request.method === 'GET' ? undefined : answer(request, 507, 'no_room', 60));
  for (const name of ['north', 'south', 'east']) {
    await log(name);
  }
  for (let round = 0; round < 24; round += 1) {
    await engine.drain();
    clock.now += 3_600_000;
  }
  expect(queue()).toHaveLength(3);
  expect(queue().every(({ status, reason }) => status === 'pending' && reason === null)).toBe(true);
  state.refuse = () => undefined;
  expect(await engine.drain()).toMatchObject({ sent: 3 });
  expect(queue()).toEqual([]);
});
