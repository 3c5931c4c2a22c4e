import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { named } from './api/garbage.ts';
import { type Operation, operations } from './api/samples.ts';
import { buildLane, foreignMarks, holdings, holdingsOf, type Lane, otherHoldings } from './garbage/lanes.ts';
import { type Plan, planFor } from './garbage/requests.ts';
import { type Made, type Outcome, sendPlan } from './garbage/send.ts';
import { isProof, SEED, sized } from './support/proof-size.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { WIDE_LIMITS } from './support/wide-limits.ts';

const AT_LEAST = sized({ push: 2000, proofs: 20_000 });
const LANES = isProof ? 24 : 8;
const ROUNDS = Math.ceil(AT_LEAST / operations.length / LANES);

let testApp: TestApp;
let lanes: readonly Lane[];

beforeAll(async () => {
  testApp = await createTestApp({ limits: WIDE_LIMITS });
  lanes = await Promise.all(Array.from({ length: LANES }, (_, index) => buildLane(testApp, index)));
});

afterAll(() => testApp.close());

// A request may well have billed the job; then most others about it would be refused for that alone.
afterEach(async () => {
  await Promise.all(
    lanes.map(({ boss, world }) => boss.try(contract.jobs.update, { params: { id: world.jobId }, body: { status: 'open' } })),
  );
});

const DONE = new Set([200, 201, 204, 206, 304]);
const REFUSED = new Set([400, 401, 403, 404, 409, 412, 413, 415, 416, 422, 429]);

/** What is wrong with an answer, if anything. */
const faultOf = ({ endpoint }: Operation, { isHead, who }: Plan, lane: Lane, outcome: Outcome): string | null => {
  const { status, text, contentType } = outcome;
  if (!DONE.has(status) && !REFUSED.has(status)) {
    return 'an answer that nothing specifies';
  }
  const own = who === 'stranger' ? [lane.stranger.email] : who === 'nobody' ? [] : [lane.mark, lane.boss.email];
  const [foreign] = foreignMarks(outcome.whole, own);
  if (foreign !== undefined) {
    return `words of another organization: ${foreign}`;
  }
  if (REFUSED.has(status)) {
    return isHead || contentType.startsWith('application/problem+json') ? null : 'a refusal that is no problem document';
  }
  const { response } = endpoint;
  if (isHead || status === 304 || response === null || typeof response === 'string') {
    return null;
  }
  // The schema drops what it does not list; what remains must be all there was.
  const body: unknown = JSON.parse(text);
  const parsed = response.safeParse(body);
  return parsed.success && JSON.stringify(sorted(parsed.data)) === JSON.stringify(sorted(body))
    ? null
    : 'an answer that the contract does not describe';
};

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, item]) => [key, sorted(item)]),
      )
    : value;
};

const fail = (what: string, { status, text, sent }: Outcome): never => {
  throw new Error(`${what}\nseed ${SEED}: ${sent}\nanswered ${status}: ${text.slice(0, 1000)}`);
};

// A made-up number may well be that of the session that all other requests need, so this comes last.
const inOrder = operations.toSorted((one, other) => Number(one.id === 'account.endSession') - Number(other.id === 'account.endSession'));

// Creating an organization or an account, and leaving another person's organization, leave something outside of all lanes.
const makesMore = ({ id }: Operation): boolean =>
  ['archives.import', 'organizations.create', 'organizations.leave', 'samples.create', 'users.register'].includes(id);

/**
 * Anyone with an invitation's link learns of the organization, and gets in: that is what it is for. So only its own people send it here.
 */
const asInvited = ({ id }: Operation, plan: Plan): Plan =>
  ['invitations.look', 'invitations.accept'].includes(id) && ['stranger', 'nobody'].includes(plan.who) ? { ...plan, who: 'boss' } : plan;

/** The calls that would succeed, each in a lane of its own; some of them make a record to be used up. */
const prepare = (operation: Operation, plans: readonly Plan[]): Promise<Made[]> =>
  Promise.all(
    plans.map(async (plan, index) => {
      const [own, foreign] = [lanes[index], lanes[(index + 1) % LANES]];
      if (!own || !foreign) {
        throw new Error('There are more requests than lanes.');
      }
      return { plan: asInvited(operation, plan), own, foreign, call: await operation.sample(own.world) };
    }),
  );

/** Sends one request in each lane, all at once, and looks at the answers and at what they left. */
const sendRound = async (operation: Operation, plans: readonly Plan[]): Promise<void> => {
  const made = await prepare(operation, plans);
  const before = await holdings(testApp);
  const outcomes = await Promise.all(made.map(async (each) => ({ ...each, outcome: await sendPlan(testApp, operation, each) })));
  const after = await holdings(testApp);
  for (const { own, plan, outcome } of outcomes) {
    const fault = faultOf(operation, plan, own, outcome);
    if (fault !== null) {
      fail(fault, outcome);
    }
    if (REFUSED.has(outcome.status) && holdingsOf(own, before) !== holdingsOf(own, after)) {
      fail('refused, and something was written', outcome);
    }
  }
  const isMore = makesMore(operation) && outcomes.some(({ outcome }) => DONE.has(outcome.status));
  if (!isMore && otherHoldings(lanes, before) !== otherHoldings(lanes, after)) {
    throw new Error(`${operation.id} wrote outside of all organizations that asked. Seed ${SEED}.`);
  }
};

test(`a run sends at least ${AT_LEAST} requests`, async ({ annotate }) => {
  await annotate(`${operations.length * ROUNDS * LANES} random requests, seed ${SEED}`, 'figure');
  expect(operations.length * ROUNDS * LANES).toBeGreaterThanOrEqual(AT_LEAST);
});

describe('whatever is sent, nothing breaks, a refusal leaves nothing behind, and nobody reads a word of others', () => {
  test.each(named(inOrder))('%s', { timeout: 120_000 }, async (_, operation) => {
    let sent = 0;
    const rounds = fc.array(planFor(operation), { minLength: LANES, maxLength: LANES });
    await fc.assert(
      fc.asyncProperty(rounds, async (plans) => {
        await sendRound(operation, plans);
        sent += plans.length;
      }),
      { numRuns: ROUNDS, seed: SEED, endOnFailure: true },
    );
    expect(sent).toBe(ROUNDS * LANES);
  });
});
