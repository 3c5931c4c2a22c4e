import { expect, test } from 'vitest';
import { decide } from '#client/offline/outbox/decide.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import type { Answer, WireRequest } from '#client/offline/engine/ports.ts';
import { openSeasonDevice, ORG } from './season-device.ts';

const answerWith = ({ headers }: WireRequest, status: number, json: unknown): Answer => ({
  kind: 'answer',
  status,
  headers: { 'idempotency-key': headers['idempotency-key'] ?? '' },
  json,
  isJson: true,
});

/** Sleeps until someone looks. */
const untilWoken = (_ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
    } else {
      signal?.addEventListener('abort', () => resolve(), { once: true });
    }
  });

const TOO_WEAK = { code: 'second_step_needed', detail: 'Sign in again with a second step.', status: 401 };

/** A device of an admin whose organization begins to require a second step: the list still answers, and says so. */
const openDevice = async () => {
  const state = { isTooWeak: false };
  const instead = (request: WireRequest, ask: () => Answer): Answer | undefined => {
    if (!state.isTooWeak) {
      return undefined;
    }
    const answer = ask();
    const isList = request.path === '/api/organizations' && answer.kind === 'answer';
    return isList
      ? answerWith(
          request,
          200,
          (answer.json as { id: number }[]).map((row) => ({ ...row, needsSecondStep: row.id === ORG })),
        )
      : answerWith(request, 401, TOO_WEAK);
  };
  return { ...(await openSeasonDevice({ instead, sleep: untilWoken })), state };
};

test('a session that is too weak is like one that has ended: what waits keeps waiting, and what is here stays', async () => {
  const { engine, state, log, rows } = await openDevice();
  const before = { jobs: rows('jobs'), organizations: rows('organizations') };
  state.isTooWeak = true;
  await log('before the second step');
  expect((await engine.drain()).stopped).toBe('sign-in');
  expect(engine.current()).toMatchObject({ connection: 'signed-out', pending: 1, attention: 0 });
  expect(rows('syncQueue')).toMatchObject([{ status: 'pending' }]);
  await engine.pull(ORG);
  expect(await engine.readOrganizations()).toBeNull();
  expect(rows('jobs')).toEqual(before.jobs);
  expect(rows('organizations')).toEqual(before.organizations);
  state.isTooWeak = false;
  await engine.drain();
  expect(rows('syncQueue')).toEqual([]);
  expect(engine.current().connection).toBe('online');
});

test('and stays so, look after look, although the list of organizations answers', async () => {
  const { engine, state, log, rows } = await openDevice();
  state.isTooWeak = true;
  await log('one');
  const seen = new Set<string>();
  await engine.drain();
  engine.subscribe(({ connection }) => seen.add(connection));
  engine.start();
  for (let looks = 0; looks < 20; looks += 1) {
    engine.look();
    // Lets the rounds go on: nothing here waits for time to pass.
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(seen.has('online')).toBe(false);
  expect(engine.current()).toMatchObject({ connection: 'signed-out', pending: 1, attention: 0 });
  state.isTooWeak = false;
  engine.look();
  await expect.poll(() => rows('syncQueue')).toEqual([]);
  await engine.stop();
});

test('a transfer of ownership that was saved offline is set aside with its sentence, and nobody is told that their access has ended', () => {
  const error = { status: 403, code: 'confirm_needed', detail: "First confirm that it's you." };
  const item = { id: 'key', method: 'PATCH', store: 'employees', operation: 'update', tried: [] } as unknown as SyncItem;
  const answer: Answer = { kind: 'answer', status: 403, headers: { 'idempotency-key': 'key' }, json: error, isJson: true };
  expect(decide(item, answer, 'unasked')).toMatchObject({ kind: 'set-aside', reason: 'rejected', error: { message: error.detail } });
});
