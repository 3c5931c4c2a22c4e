import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { startClockWatch } from '#server/clock/clock-watch.ts';
import { counters } from '#server/counters.ts';
import { createHealth, type Health } from '#server/health.ts';
import { startHousekeeping } from '#server/housekeeping.ts';
import { photoFolder } from '#server/photo-folder.ts';
import { createTestApp, type Person, type TestApp } from './support/test-app.ts';

// The real housekeeping on a real database, on a machine whose clock is ours.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let clock: { at: number; ticks: number };
let testApp: TestApp;
let boss: Person & { orgId: number };
let leaving: Person & { orgId: number };
let folder: string;
let health: Health;

const pass = (ms: number): void => {
  clock.at += ms;
  clock.ticks += ms;
};

/** What goes by age. */
const countAll = async (): Promise<Record<string, number>> => {
  const [row] = await testApp.db.query<Record<string, number>>({
    text: `select (select count(*) from sessions)::int as sessions, (select count(*) from changes)::int as changes,
                  (select count(*) from sync_ops where answer is not null)::int as answers,
                  (select count(*) from one_time_tokens)::int as tokens, (select count(*) from devices)::int as devices,
                  (select count(*) from organizations)::int as organizations`,
    values: [],
  });
  return row ?? {};
};

const write = (who: Person & { orgId: number }, key: string) =>
  who.send('POST', `/api/organizations/${who.orgId}/customers`, { businessName: key }, { 'idempotency-key': key });

/** Starts the program, and runs this many rounds of housekeeping; between two rounds `meanwhile` happens. */
const runProgram = async (rounds: number, meanwhile: () => void = () => undefined): Promise<string[]> => {
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  // Whole: the proof of one test is over to the millisecond, which sums of fractions may fall short of.
  clock.ticks = Math.floor(Math.random() * DAY);
  health = createHealth();
  const watch = startClockWatch({ db: testApp.db.app, health, say, now: () => new Date(clock.at), ticks: () => clock.ticks });
  for (let round = 0; round < rounds; round += 1) {
    const done = counters.lastOf('housekeeping');
    let judged: { readonly moment: Date | undefined } | undefined;
    const work = startHousekeeping({
      db: testApp.db.app,
      photos: photoFolder(folder),
      scratchFolder: join(folder, 'scratch'),
      say,
      believed: async () => {
        judged = { moment: await watch.believed() };
        return judged.moment;
      },
    });
    vi.advanceTimersByTime(MINUTE);
    // To its end, if it begins: stopping would leave off.
    await vi.waitUntil(() => judged && (!judged.moment || counters.lastOf('housekeeping') !== done), { timeout: 20_000 });
    await work.stop();
    meanwhile();
  }
  await watch.stop();
  vi.useRealTimers();
  return said;
};

beforeEach(async () => {
  clock = { at: Date.UTC(2026, 5, 14), ticks: 0 };
  folder = await mkdtemp(join(tmpdir(), 'headland-clock-'));
  testApp = await createTestApp({ now: () => new Date(clock.at) });
  boss = await testApp.owner();
  leaving = await testApp.owner('Leaving');
  await write(boss, 'before');
  // The database dates these by its own clock, which no test sets.
  await testApp.db.query({ text: 'update changes set at = $1', values: [new Date(clock.at)] });
  await testApp.db.query({ text: 'update sync_ops set created_at = $1', values: [new Date(clock.at)] });
  await testApp.db.query({
    text: `insert into one_time_tokens (token_hash, purpose, data, expires_at) values ('\\x01', 'reset', '{}', $1)`,
    values: [new Date(clock.at + HOUR)],
  });
  await testApp.db.query({
    text: `insert into devices (organization_id, user_id, device_id, name, pending, attention, seen_at) values ($1, $2, 'a', 'A', 0, 0, $3)`,
    values: [boss.orgId, boss.userId, new Date(clock.at)],
  });
  await leaving.ok(contract.archives.requestDeletion, { params: leaving, body: { name: 'Leaving' } });
  await runProgram(1);
  pass(10 * MINUTE);
});
afterEach(async () => {
  vi.useRealTimers();
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

test('400 days ahead for 75 seconds deletes nothing, though a person signs in, writes, and restarts the program in that time', async () => {
  const before = await countAll();
  expect(before).toMatchObject({ sessions: 2, organizations: 2, tokens: 1, devices: 1 });
  const said = await runProgram(2, () => {
    clock.at += clock.at < Date.UTC(2027, 0, 1) ? 400 * DAY : 0;
  });
  expect(said).toEqual([
    expect.stringMatching(/^The clock of this machine says 2027-07-19 .* 400 days after the last moment that is certain \(2026-06-14/),
  ]);
  expect(health.concerns()).toMatchObject([{ kind: 'clock', level: 'warning', code: 'clock_ahead', values: { days: 400 } }]);

  const early = await testApp.person();
  await early.ok(contract.organizations.create, { body: { name: 'Made too early' } });
  pass(75_000);
  await runProgram(3);
  const during = await countAll();
  expect(during).toMatchObject({ organizations: 3, sessions: 3, tokens: 1, devices: 1, answers: before['answers'] });
  expect(during['changes']).toBeGreaterThanOrEqual(before['changes'] ?? 0);

  clock.at -= 400 * DAY;
  await runProgram(2);
  expect(await countAll()).toEqual({ ...during, tokens: 1 });
  expect(health.concerns()).toEqual([]);
  expect((await write(boss, 'after')).status).toBe(201);
});

test('a clock that fell back to 1970 deletes nothing, neither then nor when it is right again', async () => {
  const before = await countAll();
  const right = clock.at;
  clock.at = 5 * HOUR;
  const said = await runProgram(3, () => pass(6 * HOUR));
  expect(said).toEqual([
    expect.stringMatching(/^The clock of this machine says 1970-01-01 .* days before the last moment that is certain/),
  ]);
  const other = await testApp.owner('Asked to go in 1970');
  await other.ok(contract.archives.requestDeletion, { params: other, body: { name: 'Asked to go in 1970' } });
  clock.at = right + 18 * HOUR;
  await runProgram(3, () => pass(6 * HOUR));
  // The session of 1970 and the token of an hour have expired now; the days for changing one's mind have not.
  expect(await countAll()).toMatchObject({ ...before, tokens: 0, organizations: 3, changes: expect.any(Number) });
});

test('after a winter in which the program did not run, it takes up again by itself', async () => {
  clock.at += 200 * DAY;
  expect(await runProgram(10, () => pass(6 * HOUR))).toEqual([expect.stringContaining('200 days after the last moment that is certain')]);
  expect(await countAll()).toMatchObject({ sessions: 2, organizations: 2, devices: 1 });
  // Off for a night, then on again: what it has seen counts.
  clock.at += 10 * HOUR;
  const said = await runProgram(4, () => pass(6 * HOUR));
  expect(said.at(-1)).toBe('The clock is believed again: what is old enough is deleted.');
  expect(await countAll()).toMatchObject({ sessions: 0, organizations: 1, devices: 0, changes: 0, answers: 0 });
});
