import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { KIND_NAMES } from '#shared/kinds/registry.ts';
import { collectionOf, tableOf } from '#shared/kinds/spellings.ts';
import { callAt, fieldsOfAnswer, fillWorld, isData, PLACES, placesWhere, rowOf, successesOf } from './conformance/call.ts';
import { buildWorld, fingerprint, type Member, UNKNOWN_ID, type World } from './api/world.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';

let testApp: TestApp;
let boss: Member;
let other: Member;
let world: World;

beforeAll(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
  world = await buildWorld(boss);
  other = await testApp.owner('Ortega Harvesting');
  await fillWorld(boss, world);
});

afterAll(() => testApp.close());

describe('succeeds as specified', () => {
  test.each(placesWhere(({ endpoint }) => isData(endpoint.response)))(
    '%s %s, with what the contract lists and nothing else',
    async (_method, _address, place) => {
      const { endpoint, sample } = place.operation;
      const answer = await callAt(boss, place, world.orgId, await sample(world));
      expect(successesOf(place.operation)).toContain(answer.status);
      expect(answer.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
      const parsed = isData(endpoint.response) ? endpoint.response.parse(answer.body) : undefined;
      // The schema drops what it does not list: equal to the raw answer means that there was nothing more.
      expect(answer.body).toEqual(parsed);
      const { version } = fieldsOfAnswer(answer);
      expect(answer.headers['etag']).toBe(version === undefined ? undefined : JSON.stringify(`${Number(version)}`));
    },
  );

  test.each(placesWhere(({ endpoint }) => endpoint.response === null))('%s %s, without a body', async (_method, _address, place) => {
    const answer = await callAt(boss, place, world.orgId, await place.operation.sample(world));
    expect(answer).toMatchObject({ status: 204, body: '' });
    expect(answer.headers).not.toHaveProperty('content-type');
  });

  test.each(placesWhere(({ endpoint }) => endpoint.response === 'file'))('%s %s, with bytes', async (_method, _address, place) => {
    const answer = await callAt(boss, place, world.orgId, await place.operation.sample(world));
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^(image\/(png|webp)|application\/(zip|pdf)|text\/csv; charset=utf-8)$/);
    expect(String(answer.body).length).toBeGreaterThan(0);
  });

  test.each(placesWhere(({ endpoint }) => endpoint.response === 'events'))('%s %s, with events', async (_method, _address, place) => {
    const answer = await callAt(boss, place, world.orgId, await place.operation.sample(world));
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
    });
    expect(answer.body).toContain(`data: {"organizationId":${world.orgId},"seq":`);
  });

  test.each(placesWhere(({ endpoint }) => endpoint.method === 'GET'))(
    '%s %s, and HEAD does where it does',
    async (_method, _address, place) => {
      const call = await place.operation.sample(world);
      const get = await callAt(boss, place, world.orgId, call);
      const head = await callAt(boss, place, world.orgId, call, { method: 'HEAD' });
      expect(head).toMatchObject({ status: get.status, body: '' });
      for (const name of ['content-type', 'etag', 'cache-control', 'link']) {
        expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
      }
      expect((await callAt(testApp.nobody, place, world.orgId, call, { method: 'HEAD' })).status).toBe(401);
    },
  );

  test('registering, signing in and signing out', async () => {
    const body = { email: 'conformance@example.com', password: 'correct horse battery' };
    for (const [endpoint, status] of [
      [contract.users.register, 201],
      [contract.users.login, 200],
    ] as const) {
      const answer = await testApp.nobody.send(endpoint.method, endpoint.path, body);
      expect(answer.status).toBe(status);
      expect(answer.body).toEqual(endpoint.response.parse(answer.body));
    }
    expect(await testApp.nobody.send('POST', '/api/logout')).toMatchObject({ status: 204, body: '' });
  });

  test('every call of the contract is among these', () => {
    const ids = new Set(PLACES.map(([, , { operation }]) => operation.id));
    const all = Object.entries(contract).flatMap(([group, endpoints]) => Object.keys(endpoints).map((name) => `${group}.${name}`));
    expect(all.filter((id) => !ids.has(id))).toEqual([
      'users.ways',
      'users.login',
      'users.passkeyOptions',
      'users.passkeyLogin',
      'users.register',
      'users.confirm',
      'users.forgotPassword',
      'users.resetPassword',
      'users.logout',
      'account.remove',
      'account.confirmEmail',
      'account.addPasskey',
      'confirmations.passkeyOptions',
      'secondSteps.add',
      'secondSteps.renewCodes',
      'secondSteps.finish',
      'secondSteps.setUpOptions',
      'secondSteps.setUp',
      'secondSteps.setUpPasskeyOptions',
      'secondSteps.setUpPasskey',
      'samples.remove',
      'invitations.mail',
      'invitations.look',
      'paymentStatuses.mail',
      'reminders.document',
      'reminders.print',
      'accountStatements.mail',
    ]);
  });
});

// A report of a device names its organization in its body: the server looks whether the sender is a member, as with one in an address.
// One's own account, and what it shows of itself, is no record of an organization, a check is of many entries, and the payment status of a
// bill is next to it: `tests/api/billing-out`. A run, a booking, a payment, a letter and repeated jobs are of many records, and settings are
// the organization's alone.
const writesRecord = placesWhere(
  ({ id, endpoint }) =>
    !id.startsWith('account.') &&
    !id.startsWith('confirmations.') &&
    !id.startsWith('secondSteps.') &&
    !id.startsWith('notices.') &&
    !id.startsWith('paymentStatuses.') &&
    !id.startsWith('entryChecks.') &&
    !/^(billingRuns|billingSettings|bankLines|receivables|reminders|accountStatements|seasonRepeats)\./.test(id) &&
    // Each of its writes is one of the others.
    !id.startsWith('batches.') &&
    id !== 'invitations.accept' &&
    endpoint.body !== undefined &&
    endpoint.body !== 'bytes' &&
    isData(endpoint.response),
);

describe('takes nothing from a body that is not the sender’s to say', () => {
  const longAgo = '1999-12-31T00:00:00.000Z';
  /** What the server knows better, as every spelling of it that might be copied into a row. */
  const claims = () => ({
    id: UNKNOWN_ID,
    organizationId: other.orgId,
    organization_id: other.orgId,
    orgId: other.orgId,
    createdBy: other.userId,
    created_by: other.userId,
    updatedBy: other.userId,
    userId: other.userId,
    createdAt: longAgo,
    updatedAt: longAgo,
    deletedAt: longAgo,
    deleted_at: longAgo,
    revokedAt: longAgo,
    version: 77,
    role: 'employee',
    usageCount: 77,
    ownerEmployeeId: 1,
    secretHash: 'x',
    colour: 'red',
  });

  /** The table of each group of calls about a kind. */
  const TABLES: Readonly<Record<string, string>> = {
    ...Object.fromEntries(KIND_NAMES.map((kind) => [collectionOf(kind), tableOf(kind)])),
    entryViews: 'entry_views',
    entryQuestions: 'job_entries',
    imports: 'imports',
    samples: 'organizations',
    corrections: 'billing_records',
  };

  /** What the row says of itself; the organization is a record of its own. */
  const stampsOf = async (group: string, id: unknown) => {
    const row = await rowOf(testApp, TABLES[group] ?? '', id);
    return {
      organization: TABLES[group] === 'organizations' ? row['id'] : row['organization_id'],
      createdBy: row['created_by'] ?? null,
      isOld: [row['created_at'], row['updated_at']].some((at) => typeof at === 'string' && at.startsWith('1999')),
      isGone: Boolean(row['deleted_at'] ?? row['revoked_at']),
      userId: row['user_id'] ?? null,
    };
  };

  const theirs = async () => {
    const answers = await Promise.all(
      Object.values(TABLES).map((table) =>
        testApp.db.query<{ digest: string }>({
          text: `select count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) as digest from ${table}
                  where ${table === 'organizations' ? 'id' : 'organization_id'} = $1`,
          values: [other.orgId],
        }),
      ),
    );
    return answers.map(([row]) => row?.digest);
  };

  test.each(writesRecord)('%s %s', async (_method, _address, place) => {
    const { endpoint, id: name, sample } = place.operation;
    const [group = ''] = name.split('.');
    const [call, before] = [await sample(world), await theirs()];
    const known = endpoint.method === 'PATCH' ? (call.params?.['id'] ?? world.orgId) : null;
    const stamps = known === null ? null : await stampsOf(group, known);
    const answer = await callAt(boss, place, world.orgId, { ...call, body: { ...call.body, ...claims() } });
    expect(successesOf(place.operation)).toContain(answer.status);
    expect(answer.body).toEqual(isData(endpoint.response) ? endpoint.response.parse(answer.body) : undefined);
    const made = fieldsOfAnswer(answer);
    const isOrganization = TABLES[group] === 'organizations';
    expect(made['id']).not.toBe(UNKNOWN_ID);
    expect(made['version']).not.toBe(77);
    expect(JSON.stringify(made)).not.toContain('1999-12-31');
    expect(made['organizationId']).toBe(isOrganization ? undefined : world.orgId);
    const isKey = group === 'apiKeys';
    const fresh = {
      organization: isOrganization ? made['id'] : world.orgId,
      createdBy: isOrganization || isKey ? null : boss.userId,
      isOld: false,
      isGone: false,
      userId: isKey ? boss.userId : null,
    };
    expect(await stampsOf(group, made['id'])).toEqual(stamps ?? fresh);
    expect(known === null || known === made['id']).toBe(true);
    expect(await theirs()).toEqual(before);
  });

  test.each(writesRecord.filter(([, , { operation }]) => operation.endpoint.method === 'PATCH'))(
    '%s %s of nothing but such claims changes nothing',
    async (_method, _address, place) => {
      const call = await place.operation.sample(world);
      const before = await fingerprint(testApp);
      const answer = await callAt(boss, place, world.orgId, { ...call, body: claims() });
      expect(answer.status).toBe(200);
      expect(await fingerprint(testApp)).toEqual(before);
    },
  );
});
