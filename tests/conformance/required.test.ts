import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ENTITIES } from '#shared/kinds/registry.ts';
import { collectionOf } from '#shared/kinds/spellings.ts';
import { operations, urlOf } from '#tests/api/samples.ts';
import { buildWorld, fingerprint, type Member, refusedFor, type World } from '#tests/api/world.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { WIDE_LIMITS } from '#tests/support/wide-limits.ts';

let testApp: TestApp;
let boss: Member;
let world: World;

beforeAll(async () => {
  testApp = await createTestApp({ limits: WIDE_LIMITS });
  boss = await testApp.owner();
  world = await buildWorld(boss);
});

afterAll(() => testApp.close());

const PASSWORD = 'Password must be at least 12 characters';

/** What a form shows under a field that was left out (specification 4.10, 4.16, 4.23, 4.29, 4.34, 4.36, 5.8). The dialog of entries has its words on the screen. */
const REQUIRED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'users.login': { email: 'Invalid email address', password: 'Password is required' },
  'users.register': { email: 'Invalid email address', password: PASSWORD },
  'users.confirm': { token: 'The token is missing', password: 'Password is required' },
  'users.forgotPassword': { email: 'Invalid email address' },
  'users.resetPassword': { token: 'The token is missing', password: PASSWORD },
  'account.changePassword': { currentPassword: 'Password is required', password: PASSWORD },
  'users.passkeyLogin': { token: 'The token is missing', response: 'The browser’s response is missing' },
  'account.addPasskey': { token: 'The token is missing', response: 'The browser’s response is missing', name: 'Name is required' },
  'account.stay': { id: 'Must be an id from the list' },
  'account.remove': { email: 'Invalid email address' },
  'account.removePasskey': { id: 'Must be an id from the list' },
  'account.endSession': { id: 'Must be an id from the list' },
  'notices.subscribe': {
    endpoint: 'This address belongs to no known notification service',
    keys: 'These are no keys of a browser',
    language: 'Language must be one of en, es, de',
    timeZone: 'Time zone must be one of the IANA names, such as America/Chicago',
  },
  'archives.requestDeletion': { name: "Type the organization's name exactly as shown" },
  'batches.send': { writes: 'Send at least one write, in a list' },
  'organizations.create': { name: 'Organization name is required' },
  'customers.create': { businessName: 'Business name is required' },
  'employees.create': { firstName: 'First name is required', lastName: 'Last name is required' },
  'serviceTypes.create': { name: 'Service name is required' },
  'customDataFields.create': { name: 'Field name is required' },
  'equipment.create': { name: 'Equipment name is required' },
  'implements.create': { name: 'Implement name is required', serviceTypeIds: 'Select at least one service type' },
  'daysOff.create': { employeeId: 'Must be the id of a record (employee)', date: 'Must be a date, yyyy-MM-dd' },
  'runs.create': {
    date: 'Must be a date, yyyy-MM-dd',
    serviceTypeId: 'Must be the id of a record (service)',
    startedAt: 'Must be a moment, such as 2025-06-14T17:05:31.250Z',
  },
  'jobs.create': { name: 'Job name is required', customerId: 'Customer is required' },
  'jobEntries.create': { date: 'Must be a date, yyyy-MM-dd', serviceTypeId: 'Must be the id of a record (service)' },
  'jobEntries.createAtCustomer': {
    date: 'Must be a date, yyyy-MM-dd',
    serviceTypeId: 'Must be the id of a record (service)',
    customerId: 'Must be the id of a record (customer)',
  },
  'entryChecks.set': { isChecked: 'Must be true or false', entries: 'Choose an entry' },
  'entryQuestions.ask': { text: 'Write what you want to know' },
  'entryViews.create': { name: 'Give the view a name', query: 'Must be text' },
  'invitations.mail': { token: 'The token is missing' },
  'invitations.look': { token: 'The token is missing' },
  'invitations.accept': { token: 'The token is missing' },
  'rates.create': { serviceTypeId: 'Must be the id of a record (service)', lines: 'At least one price' },
  'costRates.create': { price: 'Must be a price, such as 42.50' },
  'billDrafts.create': { jobIds: 'Choose a job' },
  'billingRecords.create': {
    draftId: 'Must be the id of a record (draft bill)',
    draftVersion: 'Send the version of the draft bill that was seen',
    grossCents: 'Send the total of the draft bill that was seen, in cents',
  },
  'billingRuns.create': { items: 'Choose a bill' },
  'billingRuns.retry': { items: 'Choose a bill' },
  'billingRuns.posted': { sentOn: 'Must be a date, yyyy-MM-dd' },
  'corrections.credit': { lines: 'At least one price', grossCents: 'Say which total you saw, in cents' },
  'corrections.deposit': { jobIds: 'Choose a job', lines: 'At least one price', grossCents: 'Say which total you saw, in cents' },
  'bankLines.book': { items: 'At most 100 lines' },
  'receivables.pay': { paidOn: 'Must be a date, yyyy-MM-dd', parts: 'Choose a bill' },
  'receivables.note': { recordIds: 'Choose a bill', kind: 'Must be one of called, promise, dispute, settled' },
  'reminders.send': { letters: 'Choose a customer' },
  'accountStatements.mail': {
    customerId: 'Must be the id of a record (customer)',
    to: 'Invalid email address',
    from: 'Must be a date, yyyy-MM-dd',
    until: 'Must be a date, yyyy-MM-dd',
  },
  'seasonRepeats.make': { jobIds: 'Choose a job', season: 'Must be the year a season began' },
  'paymentStatuses.mail': { to: 'Invalid email address' },
  'paymentStatuses.markSent': { sentOn: 'Must be a date, yyyy-MM-dd', way: 'Must be post or hand' },
  'paymentStatuses.pay': { paidOn: 'Must be a date, yyyy-MM-dd', amountCents: 'Must be an amount above zero, with at most two decimals' },
  'paymentStatuses.refund': { paidBackOn: 'Must be a date, yyyy-MM-dd' },
  'paymentStatuses.correct': { paymentId: 'Must be the id of a payment on this bill' },
  'apiKeys.create': { name: 'Name is required' },
  'devices.heartbeat': {
    organizationId: 'Must be the id of an organization',
    deviceId: 'Must be 1 to 100 visible characters without spaces',
    name: 'The name of the device must have 1 to 100 characters',
    pending: 'Must be a whole number of zero or more',
    attention: 'Must be a whole number of zero or more',
  },
  'devices.putAwayLoss': { deviceId: 'Must be 1 to 100 visible characters without spaces' },
  'secondSteps.add': { token: 'The token is missing', code: 'Enter the code' },
  'secondSteps.finish': { token: 'The token is missing', code: 'Enter the code' },
  'secondSteps.setUpOptions': { token: 'The token is missing' },
  'secondSteps.setUp': { token: 'The token is missing', code: 'Enter the code' },
  'secondSteps.setUpPasskeyOptions': { token: 'The token is missing' },
  'secondSteps.setUpPasskey': {
    token: 'The token is missing',
    passkeyToken: 'The token is missing',
    response: 'The browser’s response is missing',
    name: 'Name is required',
  },
};

const schemaOf = (id: string): { required: string[]; properties: Record<string, { type?: string }> } => {
  const body = operations.find((operation) => operation.id === id)?.endpoint.body;
  const { required = [], properties = {} } =
    body === undefined || body === 'bytes' ? {} : z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  return { required, properties: properties as Record<string, { type?: string }> };
};

/** Calls that create a record for which the specification has no words: whatever is said of a field, it is said. */
const UNWORDED = ENTITIES.map((kind) => `${collectionOf(kind)}.create`).filter((id) => !Object.hasOwn(REQUIRED, id));
const ANY_WORDS = expect.stringMatching(/\w/) as string;

const fields = [
  ...Object.entries(REQUIRED).flatMap(([id, texts]) => Object.entries(texts).map(([field, text]) => [id, field, text] as const)),
  ...UNWORDED.flatMap((id) => schemaOf(id).required.map((field) => [id, field, ANY_WORDS] as const)),
];

test('the table names every field that a call cannot do without, and no other', () => {
  const making = operations.filter(({ endpoint }) => endpoint.method === 'POST' && endpoint.body !== undefined);
  for (const { id } of making.filter((each) => !UNWORDED.includes(each.id))) {
    // A field that accepts a value of any kind is optional to the schema printer; the rule next to it is not.
    const known = new Set([...schemaOf(id).required, ...(id === 'jobs.create' ? ['customerId'] : [])]);
    expect([id, Object.keys(REQUIRED[id] ?? {}).toSorted()]).toEqual([id, [...known].toSorted()]);
  }
});

type Operation = (typeof operations)[number];
const calls = new Map<string, Awaited<ReturnType<Operation['sample']>>>();

/** One sample for all calls of a name: they are refused, and use nothing up. */
const callOf = async ({ id, sample }: Operation) => {
  const call = calls.get(id) ?? (await sample(world));
  calls.set(id, call);
  return call;
};

const send = async (id: string, change: (body: Record<string, unknown>) => Record<string, unknown>) => {
  const operation = operations.find((each) => each.id === id);
  if (!operation) {
    throw new Error(`There is no ${id}.`);
  }
  const call = await callOf(operation);
  const who = operation.endpoint.scope === 'public' ? testApp.nobody : boss;
  return who.send(operation.endpoint.method, urlOf(operation.endpoint.path, call, world.orgId), change({ ...call.body }));
};

/** Fields in which a blank text says something: the empty query of a view is that of everything. */
const MAY_BE_BLANK = ['query'];

/** What is as good as nothing in a field of this kind. */
const nothings = (id: string, field: string): unknown[] => {
  const { type } = schemaOf(id).properties[field] ?? {};
  return [
    undefined,
    null,
    ...(type === 'string' && !MAY_BE_BLANK.includes(field) ? ['', ...(/password/i.test(field) ? [] : [' ', '\t\n'])] : []),
    ...(type === 'array' ? [[]] : []),
  ];
};

describe('a required field', () => {
  test.each(fields)('of %s that is missing, null or blank is refused: %s', async (id, field, text) => {
    await send(id, () => ({ [field]: null }));
    const before = await fingerprint(testApp);
    for (const value of nothings(id, field)) {
      const answer = await send(id, ({ [field]: _old, ...rest }) => (value === undefined ? rest : { ...rest, [field]: value }));
      expect({ value, ...answer }).toMatchObject({ value, ...refusedFor(field, text) });
    }
    expect(await fingerprint(testApp)).toEqual(before);
  });

  const changes = fields
    .map(([id, field, text]) => [id.replace('.create', '.update'), field, text] as const)
    .filter(([id]) => id.endsWith('.update'))
    .filter(([id, field]) => operations.some((operation) => operation.id === id) && field in schemaOf(id).properties);

  test.each(changes)('cannot be taken away by %s: %s', async (id, field, text) => {
    await send(id, () => ({ [field]: null }));
    const before = await fingerprint(testApp);
    for (const value of nothings(id, field).slice(1)) {
      expect({ value, ...(await send(id, () => ({ [field]: value }))) }).toMatchObject({ value, ...refusedFor(field, text) });
    }
    expect(await fingerprint(testApp)).toEqual(before);
  });

  test('is named together with the others that are missing', async () => {
    expect(await send('employees.create', () => ({}))).toMatchObject({
      status: 400,
      body: {
        detail: 'First name is required',
        issues: [
          { path: 'firstName', message: 'First name is required' },
          { path: 'lastName', message: 'Last name is required' },
        ],
      },
    });
  });
});

describe('a field with a rule of its own', () => {
  const NEEDS_EMAIL = 'Email is required when the employee is marked as an application user';
  test.each([
    ['employees.create', 'email', { isUser: true }, NEEDS_EMAIL],
    ['employees.update', 'email', { isUser: true }, NEEDS_EMAIL],
    ['employees.create', 'email', { email: 'not an address' }, 'Invalid email address'],
    ['employees.create', 'accessLevel', { accessLevel: 'boss' }, 'Access level is required'],
    ['employees.create', 'accessLevel', { accessLevel: null, isUser: true, email: 'a@b.example' }, 'Access level is required'],
    ['serviceTypes.create', 'equipmentCount', { equipmentCount: 0 }, 'Must be a whole number from 1 to 10'],
    ['serviceTypes.update', 'equipmentCount', { equipmentCount: 11 }, 'Must be a whole number from 1 to 10'],
    ['jobs.create', 'status', { status: 'done' }, 'Status must be open, completed or billed'],
    ['jobs.update', 'status', { status: null }, 'Status must be open, completed or billed'],
    ['customDataFields.create', 'fieldType', { fieldType: 'color' }, 'Unknown field type'],
    ['jobEntries.create', 'totalHours', { totalHours: '8' }, 'Hours must be a valid number'],
    ['jobEntries.update', 'fuel', { fuel: -1 }, 'Fuel must be a valid number'],
    ['jobEntries.create', 'photos', { photos: ['a', 'b', 'c', 'd'] }, 'At most 3 files'],
    ['organizations.update', 'onboardingStep', { onboardingStep: 'lunch' }, 'Unknown onboarding step'],
  ])('of %s is refused as specified: %s', async (id, path, change, text) => {
    const before = await fingerprint(testApp);
    expect(await send(id, (body) => ({ ...body, ...change }))).toMatchObject(refusedFor(path, text));
    expect(await fingerprint(testApp)).toEqual(before);
  });
});
