import { expect, test } from 'vitest';
import { SET_ASIDE_AFTER, SET_ASIDE_MS } from '#client/offline/outbox/backoff.ts';
import type { Answer, WireRequest } from '#client/offline/engine/ports.ts';
import { updateJob } from '../sim/model-records.ts';
import { OFFICE } from '../sim/scene.ts';
import { openSeasonDevice, ORG } from './season-device.ts';

const failure = ({ headers }: WireRequest): Answer => ({
  kind: 'answer',
  status: 500,
  headers: { 'idempotency-key': headers['idempotency-key'] ?? '' },
  json: { title: 'Internal error' },
  isJson: true,
});

/** A device that has read everything; `fails` says on which changes the server fails, by their notes. */
const openDevice = async () => {
  const state = { fails: (_notes: string): boolean => false, tried: [] as string[] };
  const instead = (request: WireRequest): Answer | undefined => {
    const isCreate = request.method === 'POST' && typeof request.body === 'string';
    const notes = isCreate ? String((JSON.parse(request.body) as { notes?: string }).notes) : null;
    if (notes !== null) {
      state.tried.push(notes);
    }
    return notes !== null && state.fails(notes) ? failure(request) : undefined;
  };
  return { ...(await openSeasonDevice({ instead })), state };
};

test('a sync that a person asks for sends changes that are backing off', async () => {
  const { engine, state, log, queue } = await openDevice();
  state.fails = () => true;
  await log('one');
  await log('two');
  await engine.drain();
  state.fails = () => false;
  state.tried = [];

  // By itself it keeps to its pauses.
  expect(await engine.drain()).toMatchObject({ sent: 0 });
  expect(state.tried).toEqual([]);
  expect(await engine.sync()).toEqual({ result: 'done', succeeded: 2, failed: 0, untried: 0 });
  expect(queue()).toEqual([]);
});

test('what was set aside is sent, too', async () => {
  const { engine, state, clock, log, queue } = await openDevice();
  state.fails = (notes) => notes === 'poison';
  await log('poison');
  for (let round = 0; round < 2 * SET_ASIDE_AFTER; round += 1) {
    await log(`passes ${round}`);
    await engine.drain();
    clock.now += 600_000;
  }
  expect(queue()).toMatchObject([{ status: 'attention', reason: 'server-bug' }]);
  expect(queue()[0]?.nextAttemptAt).toBeGreaterThan(clock.now + SET_ASIDE_MS / 2);

  expect(await engine.sync()).toEqual({ result: 'done', succeeded: 0, failed: 1, untried: 0 });
  state.fails = () => false;
  expect(await engine.sync()).toEqual({ result: 'done', succeeded: 1, failed: 0, untried: 0 });
});

test('each change is tried once, however many fail, and asking again and again puts nothing off', async () => {
  const { engine, state, log, queue } = await openDevice();
  state.fails = () => true;
  const all = ['1', '2', '3', '4', '5', '6', '7', '8'];
  for (const notes of all) {
    await log(notes);
  }
  expect(await engine.sync()).toEqual({ result: 'done', succeeded: 0, failed: 8, untried: 0 });
  expect(state.tried.toSorted()).toEqual(all);
  for (let press = 0; press < 3 * SET_ASIDE_AFTER; press += 1) {
    await engine.sync();
  }
  expect(queue().map(({ status, retryCount }) => ({ status, retryCount }))).toEqual(all.map(() => ({ status: 'pending', retryCount: 1 })));
});

test('what waits for a decision of its user is not tried and not reported as failed', async () => {
  const { engine, server, state, log } = await openDevice();
  updateJob(server.office(ORG, OFFICE), 9, { status: 'completed' });
  await log('refused', 9);
  expect(await engine.sync()).toEqual({ result: 'done', succeeded: 0, failed: 1, untried: 0 });

  state.tried = [];
  expect(await engine.sync()).toEqual({ result: 'nothing', succeeded: 0, failed: 0, untried: 1 });
  expect(state.tried).toEqual([]);
  await log('goes');
  expect(await engine.sync()).toEqual({ result: 'done', succeeded: 1, failed: 0, untried: 1 });
});
