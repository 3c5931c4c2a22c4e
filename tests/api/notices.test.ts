import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { SENT_KINDS } from '#shared/domain/notice.ts';
import { sendNotices } from '#server/commands/send-notices.ts';
import { noteNotice } from '#server/data/notices.ts';
import { keptPushKeys } from '#server/data/push-keys.ts';
import type { Database } from '#server/db/database.ts';
import type { PushService } from '#server/ports/push.ts';
import { createPushService } from '#server/push/push-service.ts';
import { openPushEndpoint, type PushBrowser, type PushEndpoint } from '#tests/support/push-endpoint.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { buildWorld, refusedFor } from './world.ts';

// A quarter past nine in the morning in Chicago.
const MORNING = Date.parse('2026-06-15T14:15:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let endpoint: PushEndpoint;
let testApp: TestApp;
let publicKey = '';
let clock = MORNING;
let said: string[] = [];

beforeAll(async () => {
  endpoint = await openPushEndpoint({ publicKey: () => publicKey, now: () => new Date(clock) });
  testApp = await createTestApp({ now: () => new Date(clock), pushHosts: [endpoint.host] });
  ({ publicKey } = await keptPushKeys(testApp.db));
});

afterAll(async () => {
  await testApp.close();
  await endpoint.close();
});

beforeEach(async () => {
  clock = MORNING;
  said = [];
  await testApp.db.query({ text: 'truncate notices', values: [] });
});

const serviceOf = async (): Promise<PushService> =>
  createPushService({
    keys: await keptPushKeys(testApp.db),
    subject: 'mailto:ops@farm.test',
    ownHosts: [endpoint.host],
    now: () => new Date(clock),
  });
/** A round of the program's work, by default of one that has just been started. */
const round = async (push?: PushService, db: Database = testApp.db.app) =>
  sendNotices({ db, push: push ?? (await serviceOf()), now: () => new Date(clock), say: (line) => said.push(line) });
const waiting = () => testApp.db.query<{ tries: number }>({ text: 'select tries from notices', values: [] });

const subscribe = (person: Person, browser: PushBrowser, more: object = {}) =>
  person.ok(contract.notices.subscribe, {
    body: { endpoint: browser.endpoint, keys: browser.keys, language: 'en', timeZone: 'America/Chicago', ...more },
  });

/** What a command of this person has at hand. */
const actingAs = ({ orgId, userId: id, email }: Pick<Person, 'userId' | 'email'> & { orgId: number }, db: Database) => ({
  db,
  orgId,
  user: { id, email, username: email, firstName: null, lastName: null, language: null, emailVerified: true },
  now: () => new Date(clock),
});

/** A company with a driver whose browser is told, and what its office does. */
const start = async () => {
  const owner = await testApp.owner();
  const world = await buildWorld(owner);
  const driver = await testApp.member(owner, 'employee');
  const browser = endpoint.browser();
  await subscribe(driver, browser);
  const logs = async () => {
    const { id } = await driver.ok(contract.jobEntries.create, {
      params: { id: world.jobId },
      body: { date: '2026-06-14', serviceTypeId: world.serviceTypeId },
    });
    return id;
  };
  /** The office asks about the entry. The command that does so has tests of its own. */
  const ask = async (entryId: number, kind: (typeof SENT_KINDS)[number] = 'question', userId = driver.userId) =>
    testApp.db.app.transaction(async (db) => {
      await db.query({
        text: `update job_entries set question = 'Six loads at Mary’s?', answer = null, is_sent_back = $3 where organization_id = $1 and id = $2`,
        values: [owner.orgId, entryId, kind === 'sentBack'],
      });
      await noteNotice(actingAs(owner, db), {
        userId,
        kind,
        entryId,
        said: { byName: 'Dana Halvorsen', service: 'Hauling', date: '2026-06-14' },
      });
    }, owner.orgId);
  const answer = (entryId: number) =>
    testApp.db.app.transaction(
      (db) =>
        db.query({ text: `update job_entries set answer = 'Yes' where organization_id = $1 and id = $2`, values: [owner.orgId, entryId] }),
      owner.orgId,
    );
  return { owner, driver, browser, logs, ask, answer };
};

describe('a notice', () => {
  test('arrives encrypted, signed and in the form that services ask for, and says neither the customer nor the question', async () => {
    const { owner, browser, logs, ask } = await start();
    const entryId = await logs();
    await ask(entryId);
    await round();
    expect(endpoint.problems).toEqual([]);
    expect(browser.told).toEqual([
      {
        title: 'Question from Dana Halvorsen',
        body: 'Hauling, Sun, Jun 14',
        path: `/dashboard?organization=${owner.orgId}&entry=${entryId}`,
        tag: `entry-${owner.orgId}-${entryId}`,
        open: 1,
      },
    ]);
    expect(browser.requests[0]).toMatchObject({ ttl: '86400', topic: `entry-${owner.orgId}-${entryId}` });
    expect(await waiting()).toEqual([]);
    await round();
    expect(browser.told).toHaveLength(1);
  });

  test('goes to every browser of the person, in the language of each', async () => {
    const { driver, browser, logs, ask } = await start();
    const [tablet, phone] = [endpoint.browser(), endpoint.browser()];
    const again = await signedInAgain(driver);
    await subscribe(again, tablet, { language: 'de' });
    await subscribe(await signedInAgain(driver), phone, { language: 'es' });
    await ask(await logs(), 'sentBack');
    await round();
    expect([browser, tablet, phone].map(({ told }) => told.map(({ title, body }) => `${title} – ${body}`))).toEqual([
      ['Dana Halvorsen sent an entry back – Hauling, Sun, Jun 14'],
      ['Dana Halvorsen hat einen Eintrag zurückgegeben – Hauling, So., 14. Juni'],
      ['Dana Halvorsen le devolvió un registro – Hauling, dom, 14 jun'],
    ]);
  });

  test('is not written for what a person does themselves, nor if its cause did not come to pass', async () => {
    const { owner, browser, driver, logs } = await start();
    const entryId = await logs();
    const words = { byName: null, service: 'Hauling', date: '2026-06-14' };
    const note = (by: number) => (db: Database) =>
      noteNotice(actingAs({ ...owner, userId: by }, db), { userId: driver.userId, kind: 'question', entryId, said: words });
    await testApp.db.app.transaction(note(driver.userId), owner.orgId);
    const failing = testApp.db.app.transaction(async (db) => {
      await note(owner.userId)(db);
      throw new Error('The write was refused.');
    }, owner.orgId);
    await expect(failing).rejects.toThrow('The write was refused.');
    expect(await waiting()).toEqual([]);
    await round();
    expect(browser.told).toEqual([]);
  });

  test('of a question that was answered, or of an entry that was deleted, is dropped', async () => {
    const { driver, browser, logs, ask, answer } = await start();
    const [answered, deleted, open] = [await logs(), await logs(), await logs()];
    await ask(answered);
    await ask(deleted);
    await ask(open);
    await answer(answered);
    await driver.ok(contract.jobEntries.remove, { params: { id: deleted } });
    await round();
    expect(browser.told).toMatchObject([{ tag: expect.stringMatching(new RegExp(`-${open}$`)) as string, open: 1 }]);
    expect(await waiting()).toEqual([]);
  });
});

const signedInAgain = async (person: Person): Promise<Person> => {
  const answer = await testApp.nobody.send('POST', '/api/login', { email: person.email, password: 'correct horse battery' });
  const cookie = /^[^;]+/.exec(String(answer.headers['set-cookie']))?.[0] ?? '';
  const as = (headers: Record<string, string> = {}) => ({ ...headers, cookie });
  const send: Person['send'] = (method, url, body, headers) => testApp.nobody.send(method, url, body, as(headers));
  return {
    ...person,
    cookie,
    send,
    ok: async (endpointOf, call) => {
      const { status, body } = await send(endpointOf.method, endpointOf.path, 'body' in call ? call.body : undefined);
      expect({ status, body }).toMatchObject({ status: expect.toSatisfy((code: number) => code < 300) as number });
      return body as never;
    },
  };
};

describe('quiet hours', () => {
  test('hold notices back by the clock of the browser, and what waited comes as one', async () => {
    const { owner, driver, browser, logs, ask } = await start();
    const tokyo = endpoint.browser();
    await subscribe(await signedInAgain(driver), tokyo, { timeZone: 'Asia/Tokyo' });
    clock = Date.parse('2026-06-16T01:30:00Z'); // Half past eight in the evening in Chicago, half past ten in the morning in Tokyo.
    await ask(await logs());
    await round();
    expect([browser.told.length, tokyo.told.length]).toEqual([0, 1]);
    clock += HOUR;
    await ask(await logs());
    await ask(await logs());
    await round();
    clock = Date.parse('2026-06-16T10:59:59Z');
    await round();
    expect(browser.requests).toEqual([]);
    clock = Date.parse('2026-06-16T11:00:00Z');
    await round();
    expect(browser.told).toEqual([
      {
        title: '3 questions from the office',
        body: 'Hauling, Sun, Jun 14',
        path: `/dashboard?organization=${owner.orgId}`,
        tag: `questions-${owner.orgId}`,
        open: 3,
      },
    ]);
    expect(endpoint.problems).toEqual([]);
  });

  test('and kinds are the person’s own choice', async () => {
    const { driver, browser, logs, ask } = await start();
    expect(await driver.ok(contract.notices.get, {})).toEqual({
      publicKey,
      settings: { kinds: ['question', 'sentBack', 'refused'], quiet: { from: '20:00', to: '06:00' } },
      isOn: true,
    });
    const choose = (body: { kinds: ('question' | 'sentBack')[]; quiet: { from: string; to: string } | null }) =>
      driver.ok(contract.notices.update, { body });
    await choose({ kinds: ['sentBack'], quiet: { from: '09:00', to: '09:20' } });
    await ask(await logs());
    await ask(await logs(), 'sentBack');
    await round();
    expect(browser.requests).toEqual([]);
    await choose({ kinds: ['sentBack'], quiet: null });
    // It waits for the end that it was told, whatever is chosen since.
    await round();
    expect(browser.requests).toEqual([]);
    clock += 5 * MINUTE;
    await round();
    expect(browser.told).toMatchObject([{ title: 'Dana Halvorsen sent an entry back' }]);
    expect((await driver.ok(contract.notices.get, {})).settings).toEqual({ kinds: ['sentBack'], quiet: null });
  });
});

describe('a browser is told no more', () => {
  test('once its person is no member, also what waits', async () => {
    const { owner, driver, browser, logs, ask } = await start();
    await ask(await logs());
    await owner.ok(contract.employees.remove, { params: { id: driver.employeeId } });
    await round();
    expect([browser.requests, await waiting()]).toEqual([[], []]);
  });

  test.each([
    ['signed out there', (driver: Person) => driver.send('POST', '/api/logout')],
    [
      'changed the password elsewhere',
      async (driver: Person) =>
        (await signedInAgain(driver)).ok(contract.account.changePassword, {
          body: { currentPassword: 'correct horse battery', password: `${randomUUID()} and more` },
        }),
    ],
    ['signed out everywhere else', async (driver: Person) => (await signedInAgain(driver)).ok(contract.account.endOtherSessions, {})],
    ['switched it off', (driver: Person) => driver.ok(contract.notices.unsubscribe, {})],
  ])('once its person has %s', async (_, leave) => {
    const { driver, browser, logs, ask } = await start();
    await ask(await logs());
    await leave(driver);
    await round();
    const left = await testApp.db.query({ text: 'select from push_subscriptions where endpoint = $1', values: [browser.endpoint] });
    expect([browser.requests, await waiting(), left]).toEqual([[], [], []]);
  });

  test('once the session has expired', async () => {
    const { browser, logs, ask } = await start();
    await ask(await logs());
    await testApp.db.query({ text: 'update sessions set expires_at = $1', values: [new Date(clock)] });
    await round();
    expect([browser.requests, await waiting()]).toEqual([[], []]);
  });

  test.each([404, 410])('once its service answers %i', async (status) => {
    const { driver, browser, logs, ask } = await start();
    browser.answers = [status];
    await ask(await logs());
    await round();
    expect([browser.requests.length, await waiting()]).toEqual([1, []]);
    expect((await driver.ok(contract.notices.get, {})).isOn).toBe(false);
    await ask(await logs());
    expect(await waiting()).toEqual([]);
  });

  test('by a person who left it to another', async () => {
    const { owner, browser, driver, logs, ask } = await start();
    const entryId = await logs();
    await ask(entryId);
    const next = await testApp.member(owner, 'employee');
    await subscribe(next, browser);
    await ask(entryId);
    await round();
    expect([browser.requests, await waiting()]).toEqual([[], []]);
    expect((await driver.ok(contract.notices.get, {})).isOn).toBe(false);
    expect((await next.ok(contract.notices.get, {})).isOn).toBe(true);
  });
});

describe('a service that does not take it', () => {
  test('is asked again after longer and longer, for a day', async () => {
    const { browser, logs, ask } = await start();
    browser.answers = [500];
    await ask(await logs());
    // No quiet hours: the day is tried to its end.
    await testApp.db.query({ text: `update users set notice_settings = '{"kinds":["question"],"quiet":null}'`, values: [] });
    const tried: number[] = [];
    for (let minute = 0; minute < 26 * 60; minute += 0.5) {
      clock = MORNING + minute * MINUTE;
      const before = browser.requests.length;
      await round();
      if (browser.requests.length > before) {
        tried.push(minute);
      }
      if ((await waiting()).length === 0) {
        break;
      }
    }
    expect(tried.slice(0, 6)).toEqual([0, 0.5, 2.5, 12.5, 42.5, 102.5]);
    expect(tried.at(-1)).toBeGreaterThan(20 * 60);
    expect(tried.at(-1)).toBeLessThan(25 * 60);
    expect(await waiting()).toEqual([]);
    expect(said[0]).toMatch(/^A notice could not be handed to 127\.0\.0\.1:\d+ and is tried again: status 500 says 500$/);
  });

  test('is left alone as long as it asks, also with what comes in between', async () => {
    const { browser, logs, ask } = await start();
    const push = await serviceOf();
    browser.answers = [{ status: 429, headers: { 'retry-after': '600' } }, 201];
    await ask(await logs());
    await round(push);
    clock += 9 * MINUTE;
    await ask(await logs());
    await round(push);
    expect(browser.requests).toHaveLength(1);
    clock += MINUTE;
    await round(push);
    expect(browser.told).toMatchObject([{ title: '2 questions from the office' }]);
  });

  test.each([400, 403, 413])('with %i is not asked again, and the browser stays', async (status) => {
    const { driver, browser, logs, ask } = await start();
    browser.answers = [status];
    await ask(await logs());
    await round();
    expect([browser.requests.length, await waiting()]).toEqual([1, []]);
    expect((await driver.ok(contract.notices.get, {})).isOn).toBe(true);
    expect(said).toEqual([`${endpoint.host} refuses a notice for good: status ${status} says ${status}`]);
  });

  test('is followed nowhere', async () => {
    const { browser, logs, ask } = await start();
    const elsewhere = endpoint.browser();
    browser.answers = [{ status: 307, headers: { location: elsewhere.endpoint } }];
    await ask(await logs());
    await round();
    expect([browser.requests.length, elsewhere.requests.length, await waiting()]).toEqual([1, 0, []]);
  });

  test('because nobody is there is asked again', async () => {
    const { driver, logs, ask } = await start();
    const gone = await openPushEndpoint({ publicKey: () => publicKey, now: () => new Date(clock) });
    await gone.close();
    await testApp.db.query({
      text: 'update push_subscriptions set endpoint = $1 where user_id = $2',
      values: [gone.browser().endpoint, driver.userId],
    });
    await ask(await logs());
    const keys = await keptPushKeys(testApp.db);
    await round(createPushService({ keys, subject: 'mailto:ops@farm.test', ownHosts: [gone.host], now: () => new Date(clock) }));
    expect(await waiting()).toEqual([{ tries: 1 }]);
  });
});

describe('several processes', () => {
  test('send each notice once, however they meet', async () => {
    const { driver, browser, logs, ask } = await start();
    const browsers = [browser, ...Array.from({ length: 7 }, () => endpoint.browser())];
    for (const other of browsers.slice(1)) {
      await subscribe(await signedInAgain(driver), other);
    }
    await ask(await logs());
    await Promise.all([round(), round(), round(), round()]);
    await round();
    expect(browsers.map(({ told }) => told.length)).toEqual(browsers.map(() => 1));
  });

  test('go on with what a dead one had in hand', async () => {
    const { browser, logs, ask } = await start();
    await ask(await logs());
    const dying: PushService = { send: () => Promise.reject(new Error('The process dies.')) };
    await expect(round(dying)).rejects.toThrow('The process dies.');
    await round();
    expect(browser.requests).toEqual([]);
    clock += 2 * MINUTE;
    await round();
    expect(browser.told).toHaveLength(1);
  });

  test('that start at once make one pair of keys, and none ever makes another', async () => {
    const fresh = await createTestApp();
    const pairs = await Promise.all(Array.from({ length: 8 }, () => keptPushKeys(fresh.db.app)));
    expect(new Set(pairs.map((pair) => pair.publicKey)).size).toBe(1);
    const rows = await fresh.db.query<{ publicKey: string }>({ text: 'select public_key as "publicKey" from push_keys', values: [] });
    expect(rows).toEqual([{ publicKey: pairs[0]?.publicKey }]);
    await fresh.close();
  });
});

describe('what calls itself a browser', () => {
  const key = (length: number, first = 4) => Buffer.concat([Buffer.from([first]), randomBytes(length - 1)]).toString('base64url');

  test.each([
    ['http', 'http://fcm.googleapis.com/fcm/send/x'],
    ['an address within', 'https://192.168.1.4/push'],
    ['this machine', 'https://127.0.0.1/push'],
    ['this machine by name', 'https://localhost/push'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data'],
    ['an address in IPv6', 'https://[::1]/push'],
    ['an unknown host', 'https://push.example/x'],
    ['a name that only begins like one', 'https://fcm.googleapis.com.evil.example/x'],
    ['a name that only ends like one', 'https://evilpush.apple.com.example/x'],
    ['a user in front', 'https://fcm.googleapis.com@evil.example/x'],
    ['a password', 'https://a:b@fcm.googleapis.com/x'],
    ['another port', 'https://fcm.googleapis.com:8443/x'],
    ['a very long one', `https://fcm.googleapis.com/${'x'.repeat(1024)}`],
    ['a file', 'file:///etc/passwd'],
    ['nothing', ''],
    ['line breaks', 'https://fcm.googleapis.com/x\r\nhost: evil.example'],
  ])('is refused with %s', async (_, url) => {
    const person = await testApp.person();
    const { p256dh, auth } = endpoint.browser().keys;
    const body = { endpoint: url, keys: { p256dh, auth }, language: 'en', timeZone: 'America/Chicago' } as const;
    expect(await person.try(contract.notices.subscribe, { body })).toMatchObject(
      refusedFor('endpoint', 'This address belongs to no known notification service'),
    );
    expect((await person.ok(contract.notices.get, {})).isOn).toBe(false);
  });

  test.each([
    ['too short a key', { p256dh: key(64) }, 'keys.p256dh'],
    ['a huge key', { p256dh: key(100_000) }, 'keys.p256dh'],
    ['a key that is no point', { p256dh: Buffer.alloc(65, 4).toString('base64url') }, 'keys.p256dh'],
    ['a compressed point', { p256dh: key(65, 2) }, 'keys.p256dh'],
    ['a huge secret', { auth: randomBytes(4096).toString('base64url') }, 'keys.auth'],
  ])('is refused with %s', async (_, keys, path) => {
    const person = await testApp.person();
    const browser = endpoint.browser();
    const body = { endpoint: browser.endpoint, keys: { ...browser.keys, ...keys }, language: 'en', timeZone: 'America/Chicago' } as const;
    expect(await person.try(contract.notices.subscribe, { body })).toMatchObject(refusedFor(path, 'These are no keys of a browser'));
  });

  test.each([
    'https://fcm.googleapis.com/fcm/send/dPq',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYAAA',
    'https://web.push.apple.com/QGuQyavXutnMH',
  ])('is taken at %s', async (url) => {
    const person = await testApp.person();
    await subscribe(person, { ...endpoint.browser(), endpoint: url });
    expect((await person.ok(contract.notices.get, {})).isOn).toBe(true);
  });

  test('is one of twenty of its person at most: the oldest gives way', async () => {
    const { driver, browser, logs, ask } = await start();
    const others = Array.from({ length: 20 }, () => endpoint.browser());
    for (const other of others) {
      clock += 1000;
      await subscribe(await signedInAgain(driver), other);
    }
    await ask(await logs());
    await round();
    expect(browser.told).toEqual([]);
    expect(others.map(({ told }) => told.length)).toEqual(others.map(() => 1));
  });

  test('may be a program with a key in nothing', async () => {
    const owner = await testApp.owner();
    const { secret } = await owner.ok(contract.apiKeys.create, {
      params: { orgId: owner.orgId },
      body: { name: 'Sheets', accessLevel: 'basic' },
    });
    const headers = { authorization: `Bearer ${secret}` };
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['POST', '/browser'],
      ['DELETE', '/browser'],
    ] as const) {
      const body =
        method === 'PUT'
          ? { kinds: [], quiet: null }
          : method === 'POST'
            ? { ...endpoint.browser(), language: 'en', timeZone: 'UTC' }
            : undefined;
      const { status } = await testApp.nobody.send(method, `/api/account/notices${path}`, body, headers);
      expect({ method, status }).toEqual({ method, status: 403 });
    }
  });
});

test('an installation without notices says so, and takes no browser', async () => {
  const twin = await testApp.twin({ pushHosts: null });
  const { cookie } = await testApp.person();
  const get = await twin.app.inject({ method: 'GET', url: '/api/account/notices', headers: { cookie } });
  expect(get.json()).toMatchObject({ publicKey: null, isOn: false });
  const { keys, endpoint: url } = endpoint.browser();
  const payload = { endpoint: url, keys, language: 'en', timeZone: 'UTC' };
  const post = await twin.app.inject({ method: 'POST', url: '/api/account/notices/browser', headers: { cookie }, payload });
  expect([post.statusCode, post.json<{ detail: string }>().detail]).toEqual([403, 'Notifications are switched off on this server.']);
  await twin.close();
});
