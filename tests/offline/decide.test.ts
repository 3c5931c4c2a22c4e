import { describe, expect, test } from 'vitest';
import { ERROR_STATUS, type ErrorCode } from '#shared/lib/errors.ts';
import { decide, decideFile, type Decision, type Membership } from '#client/offline/outbox/decide.ts';
import type { Frozen, SyncItem } from '#client/offline/storage/item.ts';
import type { Answer } from '#client/offline/engine/ports.ts';
import { upcast } from '#client/offline/storage/upcast.ts';

const MEMBERSHIPS: readonly Membership[] = ['member', 'stranger', 'unasked'];
const OPERATIONS = ['create', 'update', 'remove'] as const;
const ENDPOINT = { create: '/api/organizations/3/jobs', update: '/api/jobs/5', remove: '/api/jobs/5' };
const METHOD = { create: 'POST', update: 'PATCH', remove: 'DELETE' };
const EXPECTED = { create: [201, 200], update: [200], remove: [204] };

const KEY = '1758200000123-key';
const makeItem = (operation: (typeof OPERATIONS)[number]): SyncItem => {
  const old = { id: KEY, timestamp: 1, endpoint: ENDPOINT[operation], method: METHOD[operation], data: { name: 'North' }, retryCount: 0 };
  const item = upcast(old, { userId: 7, deviceId: 'cab', seq: 1 });
  if (!item) {
    throw new Error('The item of this test cannot be read.');
  }
  return item;
};
const ITEMS = { create: makeItem('create'), update: makeItem('update'), remove: makeItem('remove') };
const itemOf = (operation: (typeof OPERATIONS)[number], tried: readonly Frozen[] = []): SyncItem => ({ ...ITEMS[operation], tried });

const ROW = { id: 5, organizationId: 3, version: 2 };
const CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

type Came = Extract<Answer, { kind: 'answer' }>;
const answer = (status: number, more: Partial<Omit<Came, 'headers'>> & { headers?: Record<string, string> } = {}): Came => ({
  kind: 'answer',
  status,
  json: ROW,
  isJson: true,
  ...more,
  headers: { 'idempotency-key': KEY, ...more.headers },
});

const VARIANTS = [
  [undefined, undefined],
  [ROW, '30'],
  ['nonsense', 'soon'],
] as const;

/** Every possible status, with every body and header that makes a difference. */
const everyAnswer = function* (): Generator<Came> {
  const codes = [null, ...CODES];
  for (let status = 200; status < 600; status += 1) {
    for (const code of status >= 400 ? codes : [null]) {
      for (const [current, after] of VARIANTS) {
        const headers: Record<string, string> = after === undefined ? {} : { 'retry-after': after };
        const json = code === null ? ROW : { code, detail: 'No.', ...(current === undefined ? {} : { current }) };
        yield answer(status, { json, headers });
      }
    }
  }
};

const SETS_ASIDE = new Set(['set-aside', 'ask-membership', 'merge', 'fetch-earlier']);

describe('decide', () => {
  test('an answer without our key, or that is not JSON, means nothing, whatever it says', { timeout: 120_000 }, () => {
    const believed: unknown[] = [];
    for (const operation of OPERATIONS) {
      for (const each of everyAnswer()) {
        const { 'idempotency-key': _key, ...bare } = each.headers;
        const strangers = [
          { ...each, headers: bare },
          { ...each, headers: { ...bare, 'idempotency-key': 'other' } },
          { ...each, isJson: false },
        ];
        for (const membership of MEMBERSHIPS) {
          believed.push(...strangers.filter((strange) => decide(itemOf(operation), strange, membership).kind !== 'no-answer'));
        }
      }
    }
    expect(believed).toEqual([]);
    expect(decide(itemOf('create'), { kind: 'none' }, 'member')).toEqual({ kind: 'no-answer' });
  });

  test('only what was expected counts as done', () => {
    for (const operation of OPERATIONS) {
      for (let status = 200; status < 400; status += 1) {
        const { kind } = decide(itemOf(operation), answer(status), 'member');
        expect({ operation, status, kind }).toEqual({
          operation,
          status,
          kind: EXPECTED[operation].includes(status) ? 'done' : 'no-answer',
        });
      }
      for (const json of [undefined, null, [], 'yes', {}, { id: '5' }]) {
        const { kind } = decide(itemOf(operation), answer(EXPECTED[operation][0] ?? 0, { json }), 'member');
        expect(kind).toBe(operation === 'remove' ? 'done' : 'no-answer');
      }
    }
  });

  test('the answer to a repeated change says so, and how far the copy is', () => {
    const headers = { 'idempotency-replayed': 'true', 'x-org-seq': '42' };
    expect(decide(itemOf('update'), answer(200, { headers }), 'member')).toEqual({ kind: 'done', row: ROW, isReplayed: true, seq: 42 });
    expect(decide(itemOf('update'), answer(200), 'member')).toEqual({ kind: 'done', row: ROW, isReplayed: false, seq: null });
    expect(decide(itemOf('remove'), answer(204, { json: undefined }), 'member')).toMatchObject({ kind: 'done', row: null });
  });

  test('each refusal leads to one and the same decision, whatever else comes with it', { timeout: 120_000 }, () => {
    const kinds = new Map<string, Set<string>>();
    for (const operation of OPERATIONS) {
      for (const membership of MEMBERSHIPS) {
        for (const each of everyAnswer()) {
          if (each.status >= 400) {
            const code = String(Reflect.get(Object(each.json), 'code') ?? '');
            const decision: Decision = decide(itemOf(operation), each, membership);
            const place = `${operation} ${membership} ${each.status} ${each.status === 412 ? typeof Reflect.get(Object(each.json), 'current') : ''} ${code}`;
            const found = kinds.get(place) ?? new Set();
            kinds.set(place, found.add(decision.kind === 'set-aside' ? `set-aside ${decision.reason}` : decision.kind));
          }
        }
      }
    }
    expect([...kinds].filter(([, found]) => found.size !== 1)).toEqual([]);
    expect(kinds.size).toBeGreaterThan(10_000);
  });

  test('nothing but a definite refusal sets a change aside', () => {
    const waits = [401, 408, 425, 426, 429, 500, 501, 502, 503, 504, 507, 511, 599];
    for (const operation of OPERATIONS) {
      for (const status of waits) {
        for (const membership of MEMBERSHIPS) {
          expect(SETS_ASIDE.has(decide(itemOf(operation), answer(status, { json: { code: 'internal' } }), membership).kind)).toBe(false);
        }
      }
    }
    expect(decide(itemOf('create'), answer(401), 'member')).toEqual({ kind: 'sign-in' });
    expect(decide(itemOf('create'), answer(426), 'member')).toEqual({ kind: 'update-app' });
    expect(decide(itemOf('create'), answer(409, { json: { code: 'user_mismatch' } }), 'member')).toEqual({ kind: 'other-user' });
    expect(decide(itemOf('create'), answer(409, { json: { code: 'epoch_changed' } }), 'member')).toEqual({ kind: 'new-epoch' });
    expect(decide(itemOf('create'), answer(429, { headers: { 'retry-after': '30' } }), 'member')).toEqual({
      kind: 'slow-down',
      retryAfterMs: 30_000,
    });
    expect(decide(itemOf('create'), answer(500, { headers: { 'retry-after': 'soon' } }), 'member')).toMatchObject({
      kind: 'failed',
      retryAfterMs: null,
    });
  });

  test('404 means deleted to a member, no access to a stranger, and membership is asked about first', () => {
    for (const status of [404, 410]) {
      const gone = answer(status, { json: { code: 'not_found', detail: 'Job not found' } });
      expect(OPERATIONS.map((operation) => decide(itemOf(operation), gone, 'unasked').kind)).toEqual(Array(3).fill('ask-membership'));
      expect(OPERATIONS.map((operation) => decide(itemOf(operation), gone, 'stranger'))).toEqual(
        Array(3).fill(expect.objectContaining({ kind: 'set-aside', reason: 'no-access' })),
      );
      expect(decide(itemOf('create'), gone, 'member')).toMatchObject({ kind: 'set-aside', reason: 'parent-gone' });
      expect(decide(itemOf('update'), gone, 'member')).toMatchObject({ kind: 'set-aside', reason: 'deleted' });
      expect(decide(itemOf('remove'), gone, 'member')).toMatchObject({ kind: 'done', row: null });
      // The entry is there; the job that it was to move to is not.
      const noJob = answer(status, {
        json: { code: 'not_found', detail: 'Job not found', issues: [{ path: 'jobId', message: 'Job not found' }] },
      });
      expect(decide(itemOf('update'), noJob, 'member')).toMatchObject({ kind: 'set-aside', reason: 'parent-gone' });
    }
    const forbidden = answer(403, { json: { code: 'forbidden', detail: 'No.' } });
    expect(decide(itemOf('update'), forbidden, 'member')).toMatchObject({ kind: 'set-aside', reason: 'no-access' });
  });

  test('a person sees the words of the server', () => {
    const issues = [{ path: 'totalHours', message: 'Hours must be a valid number' }];
    const refused = answer(400, { json: { code: 'invalid_input', detail: 'Hours must be a valid number', issues } });
    expect(decide(itemOf('create'), refused, 'member')).toMatchObject({
      kind: 'set-aside',
      reason: 'rejected',
      error: { status: 400, code: 'invalid_input', message: 'Hours must be a valid number', issues },
    });
    const closed = answer(409, { json: { code: 'job_not_open', detail: 'The job is billed.' } });
    expect(decide(itemOf('create'), closed, 'member')).toMatchObject({ kind: 'set-aside', reason: 'job-closed' });
  });

  test('a version that does not match is merged, and the earlier answer of a key with other content is fetched', () => {
    expect(decide(itemOf('update'), answer(412, { json: { code: 'version_mismatch', current: ROW } }), 'member')).toEqual({
      kind: 'merge',
      current: ROW,
    });
    expect(decide(itemOf('update'), answer(412, { json: { code: 'version_mismatch' } }), 'member').kind).toBe('set-aside');
    const reused = answer(422, { json: { code: 'key_reused' } });
    expect(decide(itemOf('create', [{ path: '/api/jobs', body: '{}', baseVersion: null }]), reused, 'member').kind).toBe('fetch-earlier');
    expect(decide(itemOf('create'), reused, 'member').kind).toBe('set-aside');
  });
});

const WAITS_OR_SET_ASIDE = {
  'no-answer': true,
  'sign-in': true,
  'other-user': true,
  'new-epoch': true,
  'ask-membership': true,
  'set-aside': true,
  failed: true,
  'slow-down': true,
  'update-app': true,
};

describe('decideFile', () => {
  test('a file has arrived only when our server says so; no other answer settles it', { timeout: 120_000 }, () => {
    const kept = { json: { name: 'ab.png' } };
    expect(decideFile(itemOf('create'), answer(200, kept), 'member')).toEqual({ kind: 'kept', name: 'ab.png' });
    expect(decideFile(itemOf('update'), answer(201, kept), 'member')).toEqual({ kind: 'kept', name: 'ab.png' });
    const wrong: unknown[] = [];
    for (const operation of OPERATIONS) {
      for (const each of everyAnswer()) {
        for (const membership of MEMBERSHIPS) {
          const { kind } = decideFile(itemOf(operation), each, membership);
          if (kind === 'kept' || !Object.hasOwn(WAITS_OR_SET_ASIDE, kind)) {
            wrong.push({ operation, each, membership, kind });
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
