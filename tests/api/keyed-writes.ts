import { contract } from '#shared/contract.ts';
import { addressesOf, type Endpoint, isKeyed, statusOf } from '#shared/endpoint.ts';
import type { Person, TestApp } from '#tests/support/test-app.ts';
import { csvOf, fileOf } from './imports-field.ts';
import { TESTED_ELSEWHERE } from './tested-elsewhere.ts';
import type { Member, World } from './world.ts';
import { dataString, pngBytes, TEN } from './world.ts';

/** A write as it goes over the wire. */
export interface Write {
  readonly method: string;
  readonly url: string;
  readonly body?: object | undefined;
}

/** An answer to the byte, with what a device goes by. */
export interface Raw {
  readonly status: number;
  readonly text: string;
  readonly etag: unknown;
  readonly seq: unknown;
  readonly key: unknown;
  readonly replayed: unknown;
}

/** Sends a write and returns its answer unparsed. */
export const sendRaw = async (testApp: TestApp, person: Person, write: Write, headers: Record<string, string> = {}): Promise<Raw> => {
  const answer = await testApp.app.inject({
    method: write.method as 'POST',
    url: write.url,
    headers: { cookie: person.cookie, ...headers },
    ...(write.body === undefined ? {} : { payload: write.body }),
  });
  return {
    status: answer.statusCode,
    text: answer.body,
    etag: answer.headers['etag'],
    seq: answer.headers['x-org-seq'],
    key: answer.headers['idempotency-key'],
    replayed: answer.headers['idempotency-replayed'],
  };
};

/** The first answer as it comes when its key is sent again. */
export const asReplayed = (first: Raw): Raw => ({ ...first, replayed: 'true' });

interface Call {
  readonly params?: Readonly<Record<string, number>>;
  readonly body?: object;
}

interface Case {
  /** A call that takes effect in the owner's organization. */
  readonly call: (boss: Member, world: World) => Call | Promise<Call>;
  /** Other content for the same call; null: it has none but its address. */
  readonly otherBody: object | null;
}

const make = (body: object, otherBody: object): Case => ({ call: ({ orgId }) => ({ params: { orgId }, body }), otherBody });
const change = (idOf: (world: World, boss: Member) => number | Promise<number>, body: object, otherBody: object): Case => ({
  call: async (boss, world) => ({ params: { id: await idOf(world, boss) }, body }),
  otherBody,
});
const take = (idOf: (world: World, boss: Member) => number | Promise<number>): Case => ({
  call: async (boss, world) => ({ params: { id: await idOf(world, boss) } }),
  otherBody: null,
});

export const makeImplement = async ({ serviceTypeId }: World, boss: Member): Promise<number> =>
  (
    await boss.ok(contract.implements.create, {
      params: { orgId: boss.orgId },
      body: { name: 'Header 750', serviceTypeIds: [serviceTypeId] },
    })
  ).id;

const makeApiKey = async (boss: Member): Promise<number> =>
  (await boss.ok(contract.apiKeys.create, { params: { orgId: boss.orgId }, body: { name: 'Scale house' } })).id;

const deletedCustomerLog = async (boss: Member, { customerId }: World): Promise<number> => {
  await boss.ok(contract.customers.remove, { params: { id: customerId } });
  const [newest] = await boss.ok(contract.auditLogs.list, { params: { orgId: boss.orgId }, query: { limit: '1' } });
  return newest?.id ?? 0;
};

/** A call of every write that takes a key, which are all but the public ones, bytes and what may be repeated. */
const CASES: Readonly<Record<string, Case>> = {
  'organizations.create': { call: () => ({ body: { name: 'Second Wind' } }), otherBody: { name: 'Third Wind' } },
  'organizations.update': make({ name: 'Renamed Custom' }, { name: 'Renamed twice' }),
  'secondSteps.require': make({ isRequired: false }, { isRequired: true }),
  'archives.requestDeletion': make({ name: 'Halvorsen Custom' }, { name: 'Halvorsen' }),
  'archives.cancelDeletion': { call: ({ orgId }) => ({ params: { orgId } }), otherBody: null },
  'customers.create': make({ businessName: 'Blue Hill' }, { businessName: 'Red Hill' }),
  'customers.update': change(({ customerId }) => customerId, { address: 'Mill Road' }, { address: 'Hill Road' }),
  'customers.remove': take(({ customerId }) => customerId),
  'employees.create': make({ firstName: 'Jo', lastName: 'Lind' }, { firstName: 'Bo', lastName: 'Lind' }),
  'employees.update': change(({ employeeId }) => employeeId, { phoneNumber: '1' }, { phoneNumber: '2' }),
  'employees.remove': take(({ employeeId }) => employeeId),
  'serviceTypes.create': make({ name: 'Hauling' }, { name: 'Raking' }),
  'serviceTypes.update': change(({ serviceTypeId }) => serviceTypeId, { description: 'A' }, { description: 'B' }),
  'serviceTypes.remove': take(({ serviceTypeId }) => serviceTypeId),
  'customDataFields.create': make({ name: 'Bales' }, { name: 'Rows' }),
  'customDataFields.update': change(({ fieldId }) => fieldId, { description: 'A' }, { description: 'B' }),
  'customDataFields.remove': take(({ fieldId }) => fieldId),
  'equipment.create': make({ name: 'Fendt 942' }, { name: 'Fendt 943' }),
  'equipment.update': change(({ equipmentId }) => equipmentId, { unitNumber: '1' }, { unitNumber: '2' }),
  'equipment.remove': take(({ equipmentId }) => equipmentId),
  'implements.create': {
    call: ({ orgId }, { serviceTypeId }) => ({ params: { orgId }, body: { name: 'Rake', serviceTypeIds: [serviceTypeId] } }),
    otherBody: { name: 'Another rake' },
  },
  'implements.update': change(makeImplement, { name: 'Rake 1' }, { name: 'Rake 2' }),
  'implements.remove': take(makeImplement),
  'daysOff.create': {
    call: ({ orgId }, { employeeId }) => ({ params: { orgId }, body: { employeeId, date: '2025-06-17' } }),
    otherBody: { date: '2025-06-18' },
  },
  'daysOff.update': change(({ dayOffId }) => dayOffId, { date: '2025-06-18' }, { date: '2025-06-19' }),
  'daysOff.remove': take(({ dayOffId }) => dayOffId),
  'runs.create': {
    call: ({ orgId }, { serviceTypeId }) => ({
      params: { orgId },
      body: { serviceTypeId, date: '2025-06-17', startedAt: '2025-06-17T07:05:00-05:00' },
    }),
    otherBody: { notes: 'Wet' },
  },
  'runs.update': change(({ runId }) => runId, { notes: 'A' }, { notes: 'B' }),
  'runs.remove': take(({ runId }) => runId),
  'jobs.create': {
    call: ({ orgId }, { customerId }) => ({ params: { orgId }, body: { name: 'South', customerId } }),
    otherBody: { name: 'East' },
  },
  'jobs.update': change(({ jobId }) => jobId, { name: 'Job A' }, { name: 'Job B' }),
  'jobs.remove': take(({ jobId }) => jobId),
  'jobEntries.create': {
    call: (_, { jobId: id, serviceTypeId }) => ({
      params: { id },
      body: { serviceTypeId, date: '2025-06-15', totalHours: 2.5, notes: 'wet', photos: [dataString(pngBytes('an entry sent twice'))] },
    }),
    otherBody: { notes: 'dry' },
  },
  'jobEntries.createAtCustomer': {
    call: ({ orgId }, { customerId, serviceTypeId }) => ({ params: { orgId }, body: { customerId, serviceTypeId, date: '2025-06-15' } }),
    otherBody: { notes: 'dry' },
  },
  'jobEntries.update': change(({ entryId }) => entryId, { notes: 'A' }, { notes: 'B' }),
  'jobEntries.remove': take(({ entryId }) => entryId),
  'entryChecks.set': {
    call: async ({ orgId }, { fresh }) => ({
      params: { orgId },
      body: { isChecked: true, entries: [{ id: await fresh.entry(), version: 1 }] },
    }),
    otherBody: { isChecked: false },
  },
  'entryQuestions.ask': {
    call: async (_, { fresh }) => ({ params: { id: await fresh.entry() }, body: { text: 'Was it 38 or 380 gal?' } }),
    otherBody: { text: 'How many loads?' },
  },
  'entryQuestions.withdraw': take(({ fresh }) => fresh.askedEntry()),
  'entryViews.create': make({ name: 'Unchecked', query: 'checked=false' }, { name: 'Checked' }),
  'entryViews.update': {
    call: async ({ orgId }, { fresh }) => ({ params: { orgId, id: await fresh.entryView() }, body: { name: 'View A' } }),
    otherBody: { name: 'View B' },
  },
  'entryViews.remove': {
    call: async ({ orgId }, { fresh }) => ({ params: { orgId, id: await fresh.entryView() } }),
    otherBody: null,
  },
  'rates.create': {
    call: ({ orgId }, { serviceTypeId }) => ({
      params: { orgId },
      body: { serviceTypeId, lines: [{ basis: 'acre', prices: [{ upTo: null, price: '18.50' }] }] },
    }),
    otherBody: { name: 'Another rate' },
  },
  'rates.update': change(({ rateId }) => rateId, { taxPercent: '7' }, { taxPercent: '8' }),
  'rates.remove': take(({ rateId }) => rateId),
  'costRates.create': {
    call: ({ orgId }, { employeeId }) => ({ params: { orgId }, body: { employeeId, price: '24.50' } }),
    otherBody: { price: '25' },
  },
  'costRates.update': change(({ costRateId }) => costRateId, { price: '7' }, { price: '8' }),
  'costRates.remove': take(({ costRateId }) => costRateId),
  'billDrafts.create': {
    call: async ({ orgId }, { fresh }) => ({ params: { orgId }, body: { jobIds: [await fresh.job()] } }),
    otherBody: { notes: 'Another draft' },
  },
  'billDrafts.update': change(({ draftId }) => draftId, { notes: 'A' }, { notes: 'B' }),
  'billDrafts.remove': take(({ draftId }) => draftId),
  'billingRecords.create': {
    call: async ({ orgId }, { fresh }) => ({ params: { orgId }, body: { draftId: await fresh.draft(), draftVersion: 1, grossCents: 0 } }),
    otherBody: { draftId: 2_147_483_646 },
  },
  'billingRuns.create': {
    call: async ({ orgId }, { customerId, fresh }) => ({
      params: { orgId },
      body: { items: [{ customerId, jobIds: [await fresh.completedJob()], digest: 'not-looked-at', grossCents: 0, way: 'none' }] },
    }),
    otherBody: { message: 'Thank you' },
  },
  'billingRuns.retry': {
    call: async ({ orgId }, { fresh }) => ({
      params: { orgId, id: await fresh.billingRun() },
      body: { items: [{ place: 1, digest: 'not-looked-at', grossCents: 1 }] },
    }),
    otherBody: { items: [{ place: 1, digest: 'not-looked-at', grossCents: 2 }] },
  },
  'billingRuns.posted': {
    call: async ({ orgId }, { fresh }) => ({ params: { orgId, id: await fresh.billingRun() }, body: { sentOn: '2025-06-30' } }),
    otherBody: { sentOn: '2025-07-01' },
  },
  'billingSettings.update': make({ paymentDays: 14 }, { paymentDays: 21 }),
  'receivables.pay': {
    call: async ({ orgId }, { fresh }) => ({
      params: { orgId },
      body: { paidOn: '2025-10-20', parts: [{ recordId: await fresh.record(), amountCents: 2500 }] },
    }),
    otherBody: { note: 'Check 1207' },
  },
  'receivables.note': {
    call: async ({ orgId }, { fresh }) => ({ params: { orgId }, body: { recordIds: [await fresh.record()], kind: 'called' } }),
    otherBody: { note: 'Pays on Friday' },
  },
  'reminders.send': {
    call: async ({ orgId }, { customerId, fresh }) => {
      const letter = { customerId, recordIds: [await fresh.record()], openCents: 9500, level: 1, way: 'post' };
      return { params: { orgId }, body: { letters: [letter] } };
    },
    otherBody: { letters: [{ customerId: 1, recordIds: [1], openCents: 1, level: 1, way: 'post' }] },
  },
  'seasonRepeats.make': {
    call: async ({ orgId }, { fresh }) => ({ params: { orgId }, body: { season: '2031', jobIds: [await fresh.job()] } }),
    otherBody: { season: '2032' },
  },
  'corrections.credit': {
    call: async ({ orgId }, { fresh }) => ({ params: { orgId, id: await fresh.record() }, body: TEN }),
    otherBody: { ...TEN, notes: 'Wrong field' },
  },
  'corrections.deposit': {
    call: async ({ orgId }, { fresh }) => ({ params: { orgId }, body: { jobIds: [await fresh.job()], ...TEN } }),
    otherBody: { ...TEN, notes: 'Half of it' },
  },
  'corrections.reverse': {
    call: async ({ orgId }, { fresh }) => ({ params: { orgId, id: await fresh.deposit() }, body: {} }),
    otherBody: { payments: 'credit' },
  },
  'bankLines.book': {
    call: async ({ orgId }, { fresh }) => ({
      params: { orgId },
      body: { items: [{ lineId: await fresh.bankLine(), parts: [{ recordId: await fresh.record(), amountCents: 5000 }] }] },
    }),
    otherBody: { items: [{ lineId: 2_147_483_646, parts: [{ recordId: 2_147_483_646, amountCents: 1 }] }] },
  },
  'bankLines.ignore': {
    call: async ({ orgId }, { fresh }) => ({ params: { orgId, id: await fresh.bankLine() } }),
    otherBody: null,
  },
  'bankLines.undo': {
    call: async ({ orgId }, { fresh }) => ({ params: { orgId, id: await fresh.bookedLine() } }),
    otherBody: null,
  },
  'paymentStatuses.markSent': {
    call: async ({ orgId }, { fresh }) => ({ params: { orgId, id: await fresh.record() }, body: { sentOn: '2025-10-02', way: 'post' } }),
    otherBody: { sentOn: '2025-10-03' },
  },
  'paymentStatuses.pay': {
    call: async ({ orgId }, { fresh }) => ({
      params: { orgId, id: await fresh.record() },
      body: { paidOn: '2025-10-20', amountCents: 5000 },
    }),
    otherBody: { amountCents: 5001 },
  },
  'paymentStatuses.correct': {
    call: async ({ orgId }, { fresh, pay }) => {
      const id = await fresh.record();
      return { params: { orgId, id }, body: { paymentId: await pay(id) } };
    },
    otherBody: { note: 'Typed twice' },
  },
  'paymentStatuses.refund': {
    call: async ({ orgId }, { fresh }) => ({ params: { orgId, id: await fresh.credit() }, body: { paidBackOn: '2025-10-21' } }),
    otherBody: { paidBackOn: '2025-10-22' },
  },
  'imports.undo': {
    call: async (boss) => ({
      params: { orgId: boss.orgId, id: (await fileOf(boss, 'customers').bring(csvOf([['Name'], ['Aakre Brothers']]))).id },
    }),
    otherBody: null,
  },
  'auditLogs.undo': {
    call: async (boss, world) => ({ params: { orgId: boss.orgId, id: await deletedCustomerLog(boss, world) } }),
    otherBody: null,
  },
  'organizations.leave': { call: async (_, { fresh }) => ({ params: { orgId: await fresh.membership() } }), otherBody: null },
  'invitations.create': make({ name: 'Luis', email: 'luis@example.com' }, { name: 'Ines' }),
  'invitations.revoke': {
    call: async (boss, { fresh }) => ({ params: { orgId: boss.orgId, id: await fresh.invitation() } }),
    otherBody: null,
  },
  'invitations.accept': { call: (_, { invitationToken }) => ({ body: { token: invitationToken } }), otherBody: { token: 'x' } },
  'apiKeys.create': make({ name: 'Scale house' }, { name: 'Office' }),
  'apiKeys.revoke': {
    call: async (boss) => ({ params: { orgId: boss.orgId, id: await makeApiKey(boss) } }),
    otherBody: null,
  },
};

const ENDPOINTS = new Map<string, Endpoint>(
  Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls).map(([name, endpoint]): [string, Endpoint] => [`${group}.${name}`, endpoint]),
  ),
);

/** The names of all calls that take a key. */
export const KEYED: readonly string[] = [...ENDPOINTS]
  .filter(([id, endpoint]) => isKeyed(endpoint) && !TESTED_ELSEWHERE.has(id))
  .map(([id]) => id);

/** The status of a write of this name that took effect. */
export const successOf = (id: string): number => {
  const endpoint = ENDPOINTS.get(id);
  return endpoint === undefined ? 0 : statusOf(endpoint);
};

/** A write that is ready to be sent, at each of its addresses, and one that must not bear its key. */
export interface Prepared {
  readonly write: Write;
  readonly elsewhere: readonly Write[];
  readonly other: Write;
}

/** Prepares the write of this name in the owner's organization. */
export const prepare = async (id: string, boss: Member, world: World): Promise<Prepared> => {
  const [found, endpoint] = [CASES[id], ENDPOINTS.get(id)];
  if (!found || !endpoint) {
    throw new Error(`${id} is missing from the keyed writes of this test`);
  }
  const { params, body } = await found.call(boss, world);
  const fill = (address: string): string =>
    address.replace(/:(\w+)/g, (_, name: string) => String(params?.[name] ?? (name === 'orgId' ? boss.orgId : '')));
  const [write, ...elsewhere] = addressesOf(endpoint).map((address) => ({ method: endpoint.method, url: fill(address), body }));
  if (!write) {
    throw new Error(`${id} has no address`);
  }
  if (found.otherBody === null && endpoint.scope === 'user') {
    // The key is kept outside of any organization: only such a call could take it for its own.
    return { write, elsewhere, other: { ...write, url: `/api/organizations/${boss.orgId}/leave` } };
  }
  const other =
    found.otherBody === null
      ? { method: 'POST', url: `/api/organizations/${boss.orgId}/customers`, body: { businessName: 'Other content' } }
      : { ...write, body: { ...body, ...found.otherBody } };
  return { write, elsewhere, other };
};
