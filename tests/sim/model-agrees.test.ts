import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccessLevel } from '#shared/access/roles.ts';
import { contract } from '#shared/contract.ts';
import type { BatchedAnswer, BatchedWrite } from '#shared/domain/batch.ts';
import { type Collection, COLLECTIONS } from '#shared/domain/changes.ts';
import { madeByInPath } from '#shared/domain/made-by.ts';
import type { WireRequest } from '#client/offline/engine/ports.ts';
import { LISTS } from '#tests/support/device-copy.ts';
import { type Answer, createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { setLevel } from './model-records.ts';
import { ModelServer } from './model-server.ts';
import { emptyTables, type ModelRow } from './model-state.ts';
import { oneAtAPush } from '#tests/support/proof-size.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

/** Not compared: names and times that depend on the two clocks and on joins, and texts for people. */
const IGNORED = new Set('createdAt updatedAt detail title message usageCount userId firstName lastName onboardingStep addedTo'.split(' '));

const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    return value.map(plain);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const fields = Object.entries(value).filter(([name]) => !IGNORED.has(name));
  return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, of]) => [name, plain(of)]));
};

const idOf = (row: unknown): number => Number(typeof row === 'number' ? row : Reflect.get(Object(row), 'id'));

/** The order of records in a page of changes is not promised. */
const sorted = (lists: unknown): unknown =>
  Object.fromEntries(
    Object.entries(Object(lists)).map(([name, rows]) => [name, [...(rows as unknown[])].sort((a, b) => idOf(a) - idOf(b))]),
  );

const inOrder = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'upserts' in body && 'deletes' in body
    ? { ...body, upserts: sorted(body.upserts), deletes: sorted(body.deletes) }
    : body;

const HEADERS = ['idempotency-key', 'idempotency-replayed', 'etag', 'x-org-seq'];

interface Side {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}
const seen = ({ status, body, headers }: Side) => ({
  status,
  body: body === '' ? undefined : plain(inOrder(body)),
  tellsEpoch: headers['x-server-epoch'] !== undefined,
  headers: Object.fromEntries(HEADERS.filter((name) => headers[name] !== undefined).map((name) => [name, headers[name]])),
});

interface Pair {
  readonly model: ModelServer;
  readonly orgIds: readonly number[];
  readonly members: readonly { readonly person: Person; readonly employeeIds: Readonly<Record<number, number>> }[];
  readonly clock: { now: number };
}

/** Two organizations on the real server, and the same in a model. */
const setUp = async (): Promise<Pair> => {
  const bosses = [await testApp.owner('Halvorsen'), await testApp.owner('Second Wind')];
  const helper = await testApp.person();
  const driver = await testApp.person();
  const clock = { now: Date.UTC(2025, 5, 14) };
  const model = new ModelServer(() => clock.now);
  const employees = [helper, driver].map((): Record<number, number> => ({}));
  for (const boss of bosses) {
    const params = { orgId: boss.orgId };
    await boss.ok(contract.serviceTypes.create, { params, body: { name: 'Chopping' } });
    await boss.ok(contract.equipment.create, { params, body: { name: 'Claas 970' } });
    await boss.ok(contract.customDataFields.create, { params, body: { name: 'Bales', fieldType: 'number' } });
    for (const [index, { email }] of [helper, driver].entries()) {
      const body = {
        firstName: 'Jo',
        lastName: `Lind ${index}`,
        email,
        isUser: true,
        accessLevel: index === 0 ? 'advanced' : 'basic',
      } as const;
      const made = await boss.ok(contract.employees.create, { params, body });
      (employees[index] as Record<number, number>)[boss.orgId] = made.id;
    }
    const { cursor } = await boss.ok(contract.changes.since, { params });
    const seq = Number(cursor.split('.')[0]);
    const tables = emptyTables();
    for (const collection of COLLECTIONS) {
      const { body } = await boss.send('GET', `/api/organizations/${boss.orgId}/${LISTS[collection]}`);
      for (const row of body as ModelRow[]) {
        tables[collection].set(row.id, { row, isDeleted: false, deletedWithJob: false });
      }
    }
    const row = await boss.ok(contract.organizations.get, { params });
    const own = [...tables.employees.values()].find((stored) => stored.row['accessLevel'] === 'owner');
    const members = new Map<number, { employeeId: number; level: AccessLevel }>([
      [boss.userId, { employeeId: own?.row.id ?? 0, level: 'owner' }],
    ]);
    members.set(helper.userId, { employeeId: employees[0]?.[boss.orgId] ?? 0, level: 'advanced' });
    members.set(driver.userId, { employeeId: employees[1]?.[boss.orgId] ?? 0, level: 'basic' });
    model.orgs.set(boss.orgId, {
      id: boss.orgId,
      tellsNames: true,
      row,
      seq,
      forgotten: seq,
      members,
      tables,
      changes: [],
      keys: new Map(),
      photos: new Map(),
    });
  }
  for (const person of [...bosses, helper, driver]) {
    model.people.set(person.userId, { id: person.userId, email: person.email });
    model.sessions.set(person.cookie, person.userId);
  }
  return {
    model,
    orgIds: bosses.map(({ orgId }) => orgId),
    members: [
      ...bosses.map((person) => ({ person, employeeIds: {} })),
      { person: helper, employeeIds: employees[0] ?? {} },
      { person: driver, employeeIds: employees[1] ?? {} },
    ],
    clock,
  };
};

/** What requests change, entries most often. */
const CHANGED = ['customers', 'daysOff', 'jobs', 'runs', 'jobEntries', 'jobEntries'] as const;
type Changed = (typeof CHANGED)[number];

const SPANS = [
  { from: '2025-06-12T07:05:00-05:00', to: '2025-06-12T08:20:00-05:00' },
  { from: '2025-06-12T09:00:00-05:00', to: '2025-06-12T10:30:00-05:00' },
];

/** Invents requests about what is in the model, most of them sensible. */
const inventor = ({ model, orgIds, members }: Pair, random: SeededRandom) => {
  const earlier: { request: WireRequest; person: Person }[] = [];
  const hashes: string[] = [];
  const sent: BatchedWrite[] = [];
  const some = (collection: Collection, orgId: number): number => {
    const ids = [...model.orgOf(orgId).tables[collection].keys()];
    return ids.length === 0 || random.isHit(0.04) ? random.pick([999_999, ...ids]) : random.pick(ids.slice(-12));
  };
  const entryBody = (orgId: number): Record<string, unknown> => ({
    ...(random.isHit(0.95) ? { serviceTypeId: some('serviceTypes', orgId), date: `2025-06-${10 + random.below(15)}` } : {}),
    ...(random.isHit(0.5) ? { notes: random.pick(['wet', '', 'dry', null]) } : {}),
    ...(random.isHit(0.4) ? { totalHours: random.pick([1, 2.5, null, -1, 'x']) } : {}),
    ...(random.isHit(0.3) ? { equipmentIds: [some('equipment', orgId)] } : {}),
    ...(random.isHit(0.5) ? { runId: random.isHit(0.2) ? null : some('runs', orgId) } : {}),
    ...(random.isHit(0.2) ? { fuel: random.pick([null, 4.5, 12, -1]) } : {}),
    ...(random.isHit(0.3) ? { spans: random.pick([[], [SPANS[0]], SPANS, [SPANS[1], SPANS[0]], [SPANS[0], SPANS[0]], 'long']) } : {}),
    ...(random.isHit(0.2) ? { operatorId: random.pick([null, some('employees', orgId)]) } : {}),
    ...(random.isHit(0.3) ? { photos: hashes.length > 0 ? [`${random.pick(hashes)}.bin`] : ['nothing.bin'] } : {}),
    ...(random.isHit(0.2) ? { hintsAccepted: random.pick([['tooLong:totalHours:25'], [], ['']]) } : {}),
    ...(random.isHit(0.3)
      ? { customFieldValues: random.pick([{ Bales: 4 }, { Bales: -1 }, { Notes: 'n' }, { Notes: 7 }, {}, null, { Attachments: [] }]) }
      : {}),
  });
  const jobBody = (orgId: number): Record<string, unknown> => ({
    ...(random.isHit(0.9) ? { name: random.pick(['North', 'South', ' ']) } : {}),
    ...(random.isHit(0.9) ? { customerId: some('customers', orgId) } : {}),
    ...(random.isHit(0.3) ? { status: random.pick(['open', 'completed', 'billed', 'lost']) } : {}),
  });
  const customerBody = (): Record<string, unknown> => ({
    ...(random.isHit(0.9) ? { businessName: random.pick(['Pine', 'Oak ', '']) } : {}),
    ...(random.isHit(0.4) ? { address: random.pick(['Mill Road', '', null]) } : {}),
    ...(random.isHit(0.3) ? { town: random.pick(['Lind', null]), postalCode: '68850', country: random.pick(['DE', null]) } : {}),
    ...(random.isHit(0.2) ? { externalNumber: random.pick(['A 1', 'a 1', '7', null]), paymentDays: random.pick([30, -1, null]) } : {}),
    ...(random.isHit(0.2) ? { discountPercent: random.pick(['2', '0', '101', null]), discountDays: random.pick([10, 400, null]) } : {}),
    ...(random.isHit(0.2) ? { contacts: random.pick([[], [{ name: 'Ann', getsBills: true }], [{ name: ' ', getsBills: 1 }]]) } : {}),
    ...(random.isHit(0.2) ? { taxTreatment: random.pick(['exempt', 'usual', 'none']), isReminded: random.isHit(0.5) } : {}),
  });
  const runBody = (orgId: number): Record<string, unknown> => ({
    ...(random.isHit(0.95) ? { serviceTypeId: some('serviceTypes', orgId), date: `2025-06-${10 + random.below(15)}` } : {}),
    ...(random.isHit(0.95) ? { startedAt: random.pick(['2025-06-12T07:05:00-05:00', 'early']) } : {}),
    ...(random.isHit(0.3) ? { endedAt: random.pick(['2025-06-12T16:55:00-05:00', null]) } : {}),
    ...(random.isHit(0.5) ? { fuel: random.pick([null, 84.9, 0.1, 46, -1]) } : {}),
    ...(random.isHit(0.4) ? { shareBy: random.pick(['hours', 'area', 'loads', 'hand', 'luck']) } : {}),
    ...(random.isHit(0.2) ? { equipmentIds: [some('equipment', orgId)], operatorIds: [some('employees', orgId)] } : {}),
    ...(random.isHit(0.2)
      ? { notes: random.pick(['wet', '', null]), photos: hashes.length > 0 ? [`${random.pick(hashes)}.bin`] : [] }
      : {}),
  });
  const dayBody = (orgId: number): Record<string, unknown> => ({
    ...(random.isHit(0.9) ? { employeeId: some('employees', orgId) } : {}),
    ...(random.isHit(0.9) ? { date: random.pick([`2025-06-${10 + random.below(15)}`, 'today']) } : {}),
  });
  const part = (body: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(body).filter(() => random.isHit(0.7)));
  const sure = (collection: Changed, orgId: number): Pick<WireRequest, 'method' | 'path'> & { body?: unknown } => {
    const nested = random.isHit(0.2) ? `/api/organizations/${random.isHit(0.9) ? orgId : random.pick(orgIds)}` : '/api';
    const path = `${nested}/${LISTS[collection]}/${some(collection, orgId)}`;
    const body = { customers: customerBody, daysOff: dayBody, jobs: jobBody, runs: runBody, jobEntries: entryBody }[collection](orgId);
    if (collection === 'jobEntries' && random.isHit(0.4)) {
      Object.assign(body, random.pick([{ jobId: some('jobs', orgId) }, { awaitsJob: true }, { customerId: some('customers', orgId) }]));
    }
    return random.isHit(0.7) ? { method: 'PATCH', path, body: part(body) } : { method: random.pick(['DELETE', 'GET'] as const), path };
  };
  const read = (orgId: number): Pick<WireRequest, 'method' | 'path'> => {
    const org = model.orgOf(orgId);
    const seq = Math.max(org.forgotten, org.seq - random.below(30));
    const path = random.pick([
      `/api/organizations/${orgId}/changes?cursor=${seq}.${random.pick(['owner', 'advanced', 'basic'])}&limit=${random.pick([3, 20, 1000])}`,
      `/api/organizations/${orgId}/changes`,
      `/api/organizations/${orgId}/${LISTS[random.pick(CHANGED)]}?limit=${random.pick([2, 50])}`,
      `/api/jobs/${some('jobs', orgId)}/entries`,
      '/api/organizations',
      '/api/auth/user',
      `/api/organizations/${orgId}/attachments/${random.pick(['0'.repeat(64), ...hashes])}`,
    ]);
    return { method: 'GET', path };
  };
  const put = (orgId: number): Pick<WireRequest, 'method' | 'path' | 'body'> => {
    const bytes = new TextEncoder().encode(`file ${random.below(6)}`);
    const right = createHash('sha256').update(bytes).digest('hex');
    const sha256 = random.isHit(0.9) ? right : 'f'.repeat(64);
    hashes.push(right);
    return { method: 'PUT', path: `/api/organizations/${orgId}/attachments/${sha256}`, body: bytes.buffer };
  };
  const bare = (orgId: number): Pick<WireRequest, 'method' | 'path'> & { body?: unknown } => {
    switch (random.weighted({ customer: 2, job: 3, entry: 5, run: 2, day: 1, change: 9, read: 6, put: 1, heartbeat: 0.5 })) {
      case 'customer':
        return { method: 'POST', path: `/api/organizations/${orgId}/customers`, body: customerBody() };
      case 'job':
        return { method: 'POST', path: `/api/organizations/${orgId}/jobs`, body: jobBody(orgId) };
      case 'entry':
        if (random.isHit(0.3)) {
          const body = { ...entryBody(orgId), customerId: some('customers', orgId) };
          return { method: 'POST', path: `/api/organizations/${orgId}/job-entries`, body };
        }
        return { method: 'POST', path: `/api/jobs/${some('jobs', orgId)}/entries`, body: entryBody(orgId) };
      case 'run':
        return { method: 'POST', path: `/api/organizations/${orgId}/runs`, body: runBody(orgId) };
      case 'day':
        return { method: 'POST', path: `/api/organizations/${orgId}/days-off`, body: dayBody(orgId) };
      case 'change':
        return sure(random.pick(CHANGED), orgId);
      case 'read':
        return read(orgId);
      case 'put':
        return put(orgId);
      case 'heartbeat': {
        const body = { organizationId: orgId, deviceId: 'd', name: 'Phone', pending: 1, attention: 0, oldestAt: null };
        return { method: 'POST', path: '/api/sync/heartbeat', body };
      }
    }
  };
  /** Writes of all kinds together, some of them sent before, some of them about what another one makes. */
  const batchOf = (orgId: number, place: number): WireRequest => {
    const writes: BatchedWrite[] = [];
    const keys: string[] = [];
    for (let left = 1 + random.below(8); left > 0; left -= 1) {
      const old = random.isHit(0.15) && sent.length > 0 ? random.pick(sent) : undefined;
      const { method, path, body } = bare(orgId);
      const isWrite = method !== 'GET' && method !== 'PUT' && !path.startsWith('/api/sync') && !(body instanceof ArrayBuffer);
      const key = `key-${place}-${left}`;
      const maker = keys.length > 0 && random.isHit(0.3) ? random.pick(keys) : null;
      const write: BatchedWrite | null =
        old ??
        (isWrite
          ? {
              key,
              method: method as BatchedWrite['method'],
              path: maker === null ? path : path.replace(/^\/api\/jobs\/\d+\/entries$/, `/api/jobs/${madeByInPath(maker)}/entries`),
              ...(body === undefined ? {} : { body: body as Record<string, unknown> }),
              ...(random.isHit(0.3) ? { version: 1 + random.below(3) } : {}),
            }
          : null);
      if (write && writes.every((other) => other.key !== write.key)) {
        writes.push(write);
        keys.push(...(write.path.endsWith('/jobs') ? [write.key] : []));
      }
    }
    const own: BatchedWrite = {
      key: `key-${place}`,
      method: 'POST',
      path: `/api/organizations/${orgId}/customers`,
      body: { businessName: 'Last' },
    };
    const all = [...writes, own];
    sent.push(...all);
    const headers = { 'idempotency-key': all[0]?.key ?? '', 'content-type': 'application/json' };
    const path = `/api/organizations/${orgId}/batches`;
    return { method: 'POST', path, headers, timeoutMs: 1000, body: JSON.stringify({ writes: all }) };
  };

  return (place: number): { request: WireRequest; person: Person } => {
    const again = random.isHit(0.15) && earlier.length > 0 ? random.pick(earlier) : null;
    if (again) {
      // A request without a body says nothing about the body's type.
      const other =
        random.isHit(0.2) && again.request.body !== undefined ? { body: JSON.stringify({ businessName: 'Other', name: 'Other' }) } : {};
      return { person: again.person, request: { ...again.request, ...(again.request.path.startsWith('/api/sync') ? {} : other) } };
    }
    const orgId = random.pick(orgIds);
    const { person } = random.pick(members);
    if (random.isHit(0.12)) {
      return { person, request: batchOf(orgId, place) };
    }
    const { method, path, body } = bare(orgId);
    const headers: Record<string, string> = {
      ...(random.isHit(0.8) ? { 'idempotency-key': `key-${place}` } : {}),
      ...(random.isHit(0.1) ? { 'x-op-user': random.pick([String(person.userId), '1']) } : {}),
      ...(random.isHit(0.3) && method !== 'GET' ? { 'if-match': `"${1 + random.below(3)}"` } : {}),
    };
    const isBytes = body instanceof ArrayBuffer;
    if (body !== undefined) {
      headers['content-type'] = isBytes ? 'application/octet-stream' : 'application/json';
    }
    const text = body === undefined ? {} : { body: isBytes ? body : JSON.stringify(body) };
    const request: WireRequest = { method, path, headers, timeoutMs: 1000, ...text };
    if (method !== 'GET' && method !== 'PUT') {
      earlier.push({ request, person });
    }
    return { request, person };
  };
};

/** What the real server has just made: a 'No job yet' is made with its first entry, and before it. */
const madeIds = ({ orgs }: ModelServer, answer: Answer): number[] => {
  const { answers } = Object(answer.body) as { answers?: readonly BatchedAnswer[] };
  const news = answers?.filter(({ isReplayed }) => !isReplayed) ?? [answer];
  const jobs = new Set([...orgs.values()].flatMap(({ tables }) => [...tables.jobs.keys()]));
  return news.flatMap(({ status, body }) => {
    const { id, jobId, customerId } = Object(body) as { id?: number; jobId?: number; customerId?: number };
    const isNew = jobId !== undefined && !jobs.has(jobId);
    jobs.add(jobId ?? (customerId !== undefined && id !== undefined ? id : 0));
    return [...(isNew ? [jobId] : []), ...(status === 201 && id !== undefined ? [id] : [])];
  });
};

const sendReal = async (person: Person, { method, path, headers, body }: WireRequest): Promise<Answer> =>
  person.send(method, path, body instanceof ArrayBuffer ? Buffer.from(body) : body, { ...headers });

test.each(oneAtAPush([1, 2, 3], 'model'))(
  'the model of the server answers 500 random requests like the real one (run %i)',
  { timeout: 120_000 },
  async (seed) => {
    const random = seededRandom(seed);
    const pair = await setUp();
    const { model, members, orgIds } = pair;
    const invent = inventor(pair, random);
    for (let place = 0; place < 500; place += 1) {
      pair.clock.now += 1000;
      const { request, person } = invent(place);
      const real = await sendReal(person, request);
      const ids = madeIds(model, real);
      model.nextId = () => ids.shift() ?? 0;
      const answer = model.handle(request, person.cookie);
      const asked = `${place}: ${request.method} ${request.path} ${typeof request.body === 'string' ? request.body : ''}`;
      expect({ asked, ...seen({ ...answer, body: answer.json }) }).toEqual({ asked, ...seen(real) });
      if (random.isHit(0.03)) {
        const orgId = random.pick(orgIds);
        const boss = members[orgIds.indexOf(orgId)];
        const member = random.pick(members.slice(2));
        const employeeId = member.employeeIds[orgId] ?? 0;
        const level = random.pick(['basic', 'advanced', 'manager', null] as const);
        const body = level === null ? { isUser: false } : { isUser: true, accessLevel: level };
        await boss?.person.ok(contract.employees.update, { params: { id: employeeId }, body });
        setLevel(model.office(orgId, boss?.person.userId ?? 0), member.person.userId, employeeId, level);
      }
    }
  },
);

test('no cookie, no answer', () => {
  const model = new ModelServer(() => 0);
  expect(model.handle({ method: 'GET', path: '/api/auth/user', headers: {}, timeoutMs: 1 }, null)).toMatchObject({ status: 401 });
});
