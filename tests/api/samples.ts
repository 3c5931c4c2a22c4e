import { createECDH, createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { type Contract, contract } from '#shared/contract.ts';
import { PASSWORD } from '#tests/support/test-app.ts';
import { addDays } from '#shared/lib/dates.ts';
import { addressesOf, type CallOf, type Endpoint } from '#shared/endpoint.ts';
import { camtOf } from '#tests/support/camt.ts';
import { tinyArchive } from '#tests/support/archive.ts';
import { UNKNOWN_ID, type Fresh, TEN, type World } from './world.ts';

type Sample<C> = (world: World) => C | Promise<C>;
type Samples = {
  [G in keyof Contract]: { [N in keyof Contract[G]]: Contract[G][N] extends Endpoint ? Sample<CallOf<Contract[G][N]>> : never };
};

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const inOrg = ({ orgId }: World) => ({ params: { orgId } });
/** A browser that can be told, of no account yet. */
const newBrowser = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
  keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
  language: 'en' as const,
  timeZone: 'America/Chicago',
});
/** A call that uses up its record: each gets one of its own. */
const about =
  (kind: keyof Fresh) =>
  async ({ fresh }: World) => ({ params: { id: await fresh[kind]() } });

/** A call of every endpoint that must succeed, each time, for everyone who may make it. A new endpoint without one does not compile. */
const samples = {
  users: {
    current: () => ({}),
    ways: () => ({}),
    login: () => ({ body: { email: 'nobody@example.com', password: PASSWORD } }),
    register: () => ({ body: { email: `${randomUUID()}@example.com`, password: PASSWORD } }),
    // Of a link that was never mailed; those that were are in `tests/api/mailed-links`.
    passkeyOptions: () => ({}),
    passkeyLogin: () => ({ body: { token: 'x', response: {} } }),
    confirm: () => ({ body: { token: 'x', password: PASSWORD } }),
    forgotPassword: () => ({ body: { email: `${randomUUID()}@example.com` } }),
    resetPassword: () => ({ body: { token: 'x', password: PASSWORD } }),
    logout: () => ({}),
  },
  account: {
    get: () => ({}),
    update: () => ({ body: { firstName: 'Dana', lastName: 'Halvorsen' } }),
    changePassword: () => ({ body: { currentPassword: PASSWORD, password: PASSWORD } }),
    sessions: () => ({}),
    events: () => ({}),
    endSession: () => ({ body: { id: 2_000_000_000 } }),
    remove: () => ({ body: { email: 'dana@example.com' } }),
    stay: () => ({ body: { id: 1 } }),
    confirmEmail: () => ({}),
    endOtherSessions: () => ({}),
    passkeys: () => ({}),
    passkeyOptions: () => ({}),
    addPasskey: () => ({ body: { token: 'x', response: {}, name: 'My phone' } }),
    removePasskey: () => ({ body: { id: 2_000_000_000 } }),
  },
  confirmations: {
    get: () => ({}),
    ways: () => ({}),
    passkeyOptions: () => ({}),
    confirm: () => ({ body: { password: PASSWORD } }),
  },
  secondSteps: {
    get: () => ({}),
    begin: () => ({}),
    add: () => ({ body: { token: 'x', code: '123456' } }),
    remove: () => ({}),
    renewCodes: () => ({}),
    // Of a sign-in that nobody began; those that were are in `tests/api/second-step-sign-in`.
    finish: () => ({ body: { token: 'x', code: '123456' } }),
    setUpOptions: () => ({ body: { token: 'x' } }),
    setUp: () => ({ body: { token: 'x', code: '123456' } }),
    setUpPasskeyOptions: () => ({ body: { token: 'x' } }),
    setUpPasskey: () => ({ body: { token: 'x', passkeyToken: 'x', response: {}, name: 'My phone' } }),
    ofOrganization: inOrg,
    require: (world) => ({ ...inOrg(world), body: { isRequired: false } }),
  },
  organizations: {
    list: () => ({}),
    create: () => ({ body: { name: 'Second Wind Custom' } }),
    get: inOrg,
    update: (world) => ({ ...inOrg(world), body: { seasonStartDate: '2025-04-01' } }),
    leave: async ({ fresh }) => ({ params: { orgId: await fresh.membership() } }),
  },
  notices: {
    get: () => ({}),
    update: () => ({ body: { kinds: ['question'], quiet: { from: '21:30', to: '05:00' } } }),
    subscribe: () => ({ body: newBrowser() }),
    unsubscribe: () => ({}),
  },
  archives: {
    export: inOrg,
    import: async () => ({ body: await tinyArchive() }),
    requestDeletion: (world) => ({ ...inOrg(world), body: { name: 'Halvorsen Custom' } }),
    cancelDeletion: inOrg,
  },
  samples: { create: () => ({ body: { language: 'de', timeZone: 'Europe/Berlin' } }), remove: inOrg },
  customers: {
    list: inOrg,
    create: (world) => ({ ...inOrg(world), body: { businessName: 'Blue Hill Dairy' } }),
    get: ({ customerId: id }) => ({ params: { id } }),
    update: ({ customerId: id }) => ({ params: { id }, body: { address: randomUUID() } }),
    remove: about('customer'),
    jobs: ({ customerId: id }) => ({ params: { id } }),
  },
  employees: {
    list: inOrg,
    create: (world) => ({ ...inOrg(world), body: { firstName: 'Jo', lastName: 'Lind' } }),
    get: ({ employeeId: id }) => ({ params: { id } }),
    update: ({ employeeId: id }) => ({ params: { id }, body: { phoneNumber: randomUUID() } }),
    remove: about('employee'),
    jobEntries: ({ employeeId: id }) => ({ params: { id } }),
    members: inOrg,
    signIns: inOrg,
  },
  invitations: {
    list: inOrg,
    create: (world) => ({ ...inOrg(world), body: { name: 'Luis', accessLevel: 'advanced', language: 'es' } }),
    mail: ({ orgId, invitationId: id, invitationToken: token }) => ({ params: { orgId, id }, body: { token } }),
    revoke: async ({ orgId, fresh }) => ({ params: { orgId, id: await fresh.invitation() } }),
    look: ({ invitationToken: token }) => ({ body: { token } }),
    // Who belongs there already uses nothing up; those who become members are in `tests/api/invitations`.
    accept: ({ invitationToken: token }) => ({ body: { token } }),
  },
  imports: {
    list: inOrg,
    read: ({ orgId }) => ({
      params: { orgId },
      query: { kind: 'customers', fileName: 'new.csv' },
      body: Buffer.from(`Name\n${randomUUID()}`),
    }),
    get: ({ orgId, importId: id }) => ({ params: { orgId, id } }),
    readAgain: ({ orgId, importId: id }) => ({ params: { orgId, id }, body: { isUpdating: false } }),
    rows: ({ orgId, importId: id }) => ({ params: { orgId, id }, query: { fate: 'new' } }),
    run: async ({ orgId, fresh }) => ({ params: { orgId, id: await fresh.import() } }),
    undo: async ({ orgId, fresh }) => ({ params: { orgId, id: await fresh.ranImport() } }),
  },
  serviceTypes: {
    list: inOrg,
    create: (world) => ({ ...inOrg(world), body: { name: 'Hauling' } }),
    get: ({ serviceTypeId: id }) => ({ params: { id } }),
    update: ({ serviceTypeId: id }) => ({ params: { id }, body: { description: randomUUID() } }),
    remove: about('serviceType'),
    jobEntries: ({ serviceTypeId: id }) => ({ params: { id } }),
  },
  customDataFields: {
    list: inOrg,
    create: (world) => ({ ...inOrg(world), body: { name: `Field ${randomUUID()}` } }),
    get: ({ fieldId: id }) => ({ params: { id } }),
    update: ({ fieldId: id }) => ({ params: { id }, body: { description: randomUUID() } }),
    remove: about('field'),
  },
  equipment: {
    list: inOrg,
    create: (world) => ({ ...inOrg(world), body: { name: 'Fendt 942' } }),
    get: ({ equipmentId: id }) => ({ params: { id } }),
    update: ({ equipmentId: id }) => ({ params: { id }, body: { unitNumber: randomUUID() } }),
    remove: about('equipment'),
    jobEntries: ({ equipmentId: id }) => ({ params: { id } }),
  },
  implements: {
    list: inOrg,
    create: (world) => ({ ...inOrg(world), body: { name: 'Rake 900', serviceTypeIds: [world.serviceTypeId] } }),
    get: ({ implementId: id }) => ({ params: { id } }),
    update: ({ implementId: id }) => ({ params: { id }, body: { name: `Rake ${randomUUID()}` } }),
    remove: about('implement'),
  },
  daysOff: {
    list: inOrg,
    create: (world) => ({ ...inOrg(world), body: { employeeId: world.employeeId, date: '2025-06-17' } }),
    get: ({ dayOffId: id }) => ({ params: { id } }),
    update: ({ dayOffId: id }) => ({ params: { id }, body: { date: addDays('2025-06-18', randomInt(100_000)) } }),
    remove: about('dayOff'),
  },
  runs: {
    list: inOrg,
    create: (world) => ({
      ...inOrg(world),
      body: { serviceTypeId: world.serviceTypeId, date: '2025-06-15', startedAt: '2025-06-15T07:05:00-05:00' },
    }),
    get: ({ runId: id }) => ({ params: { id } }),
    update: ({ runId: id }) => ({ params: { id }, body: { notes: randomUUID() } }),
    remove: about('run'),
    entries: ({ runId: id }) => ({ params: { id } }),
  },
  jobs: {
    list: (world) => ({ ...inOrg(world), query: { status: 'open' } }),
    create: (world) => ({ ...inOrg(world), body: { name: 'South silage', customerId: world.customerId } }),
    get: ({ jobId: id }) => ({ params: { id } }),
    update: ({ jobId: id }) => ({ params: { id }, body: { name: `Job ${randomUUID()}` } }),
    remove: about('job'),
    summary: ({ jobId: id }) => ({ params: { id } }),
  },
  jobEntries: {
    list: (world) => ({ ...inOrg(world), query: { limit: '2' } }),
    ofJob: ({ jobId: id }) => ({ params: { id } }),
    create: ({ jobId: id, serviceTypeId }) => ({ params: { id }, body: { serviceTypeId, date: '2025-06-15' } }),
    createAtCustomer: (world) => ({
      ...inOrg(world),
      body: { customerId: world.customerId, serviceTypeId: world.serviceTypeId, date: '2025-06-15' },
    }),
    get: ({ entryId: id }) => ({ params: { id } }),
    update: ({ entryId: id }) => ({ params: { id }, body: { notes: randomUUID() } }),
    remove: about('entry'),
    hints: ({ entryId: id }) => ({ params: { id } }),
    photo: ({ photoName: name }) => ({ params: { name } }),
  },
  entryChecks: {
    set: async (world) => ({ ...inOrg(world), body: { isChecked: true, entries: [{ id: await world.fresh.entry(), version: 1 }] } }),
  },
  entryQuestions: {
    ask: async ({ fresh }) => ({ params: { id: await fresh.entry() }, body: { text: `Was it 38 or 380 gal? ${randomUUID()}` } }),
    withdraw: async ({ fresh }) => ({ params: { id: await fresh.askedEntry() } }),
  },
  entryStats: { list: inOrg },
  entryViews: {
    list: inOrg,
    create: (world) => ({ ...inOrg(world), body: { name: 'Unchecked this week', query: 'checked=false&from=2025-06-09' } }),
    update: async ({ orgId, fresh }) => ({ params: { orgId, id: await fresh.entryView() }, body: { name: `View ${randomUUID()}` } }),
    remove: async ({ orgId, fresh }) => ({ params: { orgId, id: await fresh.entryView() } }),
  },
  office: { get: inOrg },
  rates: {
    list: (world) => ({ ...inOrg(world), query: { serviceTypeId: String(world.serviceTypeId) } }),
    create: (world) => ({
      ...inOrg(world),
      body: { serviceTypeId: world.serviceTypeId, lines: [{ basis: 'acre', prices: [{ upTo: null, price: '18.50' }] }] },
    }),
    get: ({ rateId: id }) => ({ params: { id } }),
    update: ({ rateId: id }) => ({ params: { id }, body: { name: `Rate ${randomUUID()}` } }),
    remove: about('rate'),
  },
  costRates: {
    list: (world) => ({ ...inOrg(world), query: { employeeId: String(world.employeeId) } }),
    create: (world) => ({ ...inOrg(world), body: { validFrom: '2025-03-01', price: '61.75' } }),
    get: ({ costRateId: id }) => ({ params: { id } }),
    update: ({ costRateId: id }) => ({ params: { id }, body: { price: `${randomInt(1, 900_000)}` } }),
    remove: about('costRate'),
  },
  unbilledJobs: { list: inOrg },
  unbilledBills: {
    list: inOrg,
    preview: async ({ orgId, fresh }) => ({ params: { orgId }, query: { jobIds: String(await fresh.completedJob()) } }),
  },
  billingRuns: {
    list: inOrg,
    create: async ({ orgId, customerId, fresh }) => ({
      params: { orgId },
      body: { items: [{ customerId, jobIds: [await fresh.completedJob()], digest: 'not-looked-at', grossCents: 0, way: 'none' }] },
    }),
    get: async ({ orgId, fresh }) => ({ params: { orgId, id: await fresh.billingRun() } }),
    retry: async ({ orgId, fresh }) => ({
      params: { orgId, id: await fresh.billingRun() },
      body: { items: [{ place: 1, digest: 'not-looked-at', grossCents: 1 }] },
    }),
    posted: async ({ orgId, fresh }) => ({ params: { orgId, id: await fresh.billingRun() }, body: { sentOn: '2025-06-30' } }),
    document: async ({ orgId, fresh }) => ({ params: { orgId, id: await fresh.doneRun() } }),
  },
  corrections: {
    credit: async ({ orgId, fresh }) => ({ params: { orgId, id: await fresh.record() }, body: TEN }),
    deposit: async ({ orgId, fresh }) => ({ params: { orgId }, body: { jobIds: [await fresh.job()], ...TEN } }),
    reverse: async ({ orgId, fresh }) => ({ params: { orgId, id: await fresh.deposit() }, body: {} }),
  },
  bankStatements: {
    read: (world) => ({
      ...inOrg(world),
      query: { fileName: 'camt.xml' },
      body: Buffer.from(camtOf([{ entries: [{ amount: '12.50', bankReference: randomUUID() }] }])),
    }),
  },
  bankLines: {
    list: (world) => ({ ...inOrg(world), query: { state: 'matched' } }),
    book: async (world) => ({
      ...inOrg(world),
      body: {
        items: [{ lineId: await world.fresh.bankLine(), parts: [{ recordId: await world.fresh.record(), amountCents: 5000 }] }],
      },
    }),
    ignore: async (world) => ({ params: { orgId: world.orgId, id: await world.fresh.bankLine() } }),
    undo: async (world) => ({ params: { orgId: world.orgId, id: await world.fresh.bookedLine() } }),
  },
  billingSettings: { get: inOrg, update: (world) => ({ ...inOrg(world), body: { paymentDays: randomInt(1, 90) } }) },
  billDrafts: {
    list: inOrg,
    create: async (world) => ({ ...inOrg(world), body: { jobIds: [await world.fresh.job()] } }),
    get: ({ draftId: id }) => ({ params: { id } }),
    update: ({ draftId: id }) => ({ params: { id }, body: { notes: randomUUID() } }),
    remove: about('draft'),
    ofJob: ({ jobId: id }) => ({ params: { id } }),
  },
  billingRecords: {
    list: (world) => ({ ...inOrg(world), query: { kind: 'bill' } }),
    totals: (world) => ({ ...inOrg(world), query: { kind: 'bill' } }),
    get: async ({ orgId, fresh }) => ({ params: { orgId, id: await fresh.record() } }),
    next: inOrg,
    create: async (world) => ({ ...inOrg(world), body: { draftId: await world.fresh.draft(), draftVersion: 1, grossCents: 0 } }),
  },
  billPreviews: {
    ofDraft: async ({ fresh }) => ({ params: { id: await fresh.draft() }, query: { annex: 'false' } }),
    ofJobs: async ({ orgId, fresh }) => ({ params: { orgId }, query: { jobIds: String(await fresh.completedJob()) } }),
    sending: ({ customerId: id }) => ({ params: { id } }),
    ofCredit: async ({ orgId, fresh }) => ({ params: { orgId, id: await fresh.record() }, query: { lines: JSON.stringify(TEN.lines) } }),
    ofDeposit: async ({ orgId, fresh }) => ({
      params: { orgId },
      query: { jobIds: String(await fresh.job()), lines: JSON.stringify(TEN.lines) },
    }),
  },
  invoiceExports: {
    document: async ({ orgId, fresh }) => ({ params: { orgId, id: await fresh.record() }, query: { format: 'csv' } }),
    export: (world) => ({ ...inOrg(world), query: { from: '2025-01-01', to: '2025-12-31' } }),
  },
  paymentStatuses: {
    get: async ({ orgId, fresh }) => ({ params: { orgId, id: await fresh.record() } }),
    // Mails that were sent are in `tests/api/billing-out`.
    mail: async ({ orgId, fresh }) => ({ params: { orgId, id: await fresh.record() }, body: { to: 'office@example.com' } }),
    markSent: async ({ orgId, fresh }) => ({ params: { orgId, id: await fresh.record() }, body: { sentOn: '2025-10-02', way: 'post' } }),
    pay: async ({ orgId, fresh }) => ({ params: { orgId, id: await fresh.record() }, body: { paidOn: '2025-10-20', amountCents: 5000 } }),
    correct: async ({ orgId, fresh, pay }) => {
      const id = await fresh.record();
      return { params: { orgId, id }, body: { paymentId: await pay(id) } };
    },
    refund: async ({ orgId, fresh }) => ({ params: { orgId, id: await fresh.credit() }, body: { paidBackOn: '2025-10-21' } }),
  },
  receivables: {
    list: inOrg,
    pay: async (world) => ({
      ...inOrg(world),
      body: { paidOn: '2025-10-20', parts: [{ recordId: await world.fresh.record(), amountCents: 2500 }], note: 'Check 1207' },
    }),
    note: async (world) => ({ ...inOrg(world), body: { recordIds: [await world.fresh.record()], kind: 'called', note: 'Pays on Friday' } }),
  },
  reminders: {
    due: inOrg,
    // Not due yet. Letters that went out are in `tests/api/reminders`.
    send: async (world) => {
      const letter = {
        customerId: world.customerId,
        recordIds: [await world.fresh.record()],
        openCents: 9500,
        level: 1,
        way: 'post' as const,
      };
      return { ...inOrg(world), body: { letters: [letter] } };
    },
    document: ({ orgId }) => ({ params: { orgId, id: UNKNOWN_ID } }),
    print: (world) => ({ ...inOrg(world), query: { ids: String(UNKNOWN_ID) } }),
  },
  accountStatements: {
    document: ({ customerId: id }) => ({ params: { id }, query: { format: 'csv', from: '2025-01-01' } }),
    mail: (world) => ({
      ...inOrg(world),
      body: { customerId: world.customerId, to: 'office@example.com', from: '2025-01-01', until: '2025-12-31' },
    }),
  },
  reports: {
    get: (world) => ({ ...inOrg(world), query: { by: 'machine', season: '2025', against: '2024' } }),
    money: (world) => ({ ...inOrg(world), query: { by: 'customer' } }),
    fuel: (world) => ({ ...inOrg(world), query: { customerId: String(world.customerId) } }),
  },
  seasonRepeats: {
    list: (world) => ({ ...inOrg(world), query: { season: '2026', serviceTypeId: String(world.serviceTypeId) } }),
    make: (world) => ({ ...inOrg(world), body: { season: '2026', jobIds: [world.jobId] } }),
  },
  attachments: {
    get: ({ orgId, photoName }) => ({ params: { orgId, sha256: photoName.slice(0, 64) } }),
    put: ({ orgId }) => {
      const body = Buffer.from(randomUUID());
      return { params: { orgId, sha256: sha256Of(body) }, body };
    },
    thumbnail: ({ photoName: name }) => ({ params: { name } }),
  },
  auditLogs: {
    list: (world) => ({ ...inOrg(world), query: { limit: '5' } }),
    acts: (world) => ({ ...inOrg(world), query: { limit: '5' } }),
    ofJobEntry: ({ orgId, entryId: id }) => ({ params: { orgId, id } }),
    undo: async ({ orgId, fresh }) => ({ params: { orgId, id: await fresh.deletion() } }),
  },
  changes: {
    since: inOrg,
  },
  apiKeys: {
    list: inOrg,
    create: (world) => ({ ...inOrg(world), body: { name: 'Weighbridge', accessLevel: 'basic' } }),
    revoke: async ({ orgId, fresh }) => ({ params: { orgId, id: await fresh.apiKey() } }),
  },
  devices: {
    list: inOrg,
    heartbeat: ({ orgId: organizationId }) => ({
      body: {
        organizationId,
        deviceId: 'cab-tablet-2',
        name: 'Chrome on Android',
        pending: 4,
        attention: 1,
        oldestAt: '2025-06-14T17:05:31.250Z',
      },
    }),
    putAwayLoss: (world) => ({ ...inOrg(world), body: { deviceId: 'cab-tablet-1' } }),
  },
  // Of a write that everybody may try: it is answered inside, whatever the answer.
  batches: {
    send: ({ orgId }) => ({
      params: { orgId },
      body: { writes: [{ key: randomUUID(), method: 'PATCH', path: '/api/customers/2000000000', body: {} }] },
    }),
  },
  usage: { get: inOrg },
  installation: { get: inOrg },
  live: {
    events: () => ({}),
  },
} satisfies Samples;

export interface Call {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface Operation {
  /** Such as `customers.create`. */
  readonly id: string;
  readonly endpoint: Endpoint;
  readonly addresses: readonly string[];
  readonly sample: Sample<Call>;
}

/** Every endpoint of the contract with its sample call. */
export const operations: readonly Operation[] = Object.entries(contract).flatMap(([group, endpoints]) => {
  // Walking both records loses which sample belongs to which endpoint; `satisfies Samples` has checked it.
  const ofGroup = (samples as unknown as Record<string, Record<string, Operation['sample']>>)[group] ?? {};
  return Object.entries(endpoints).map(([name, endpoint]: [string, Endpoint]) => {
    const sample = ofGroup[name];
    if (!sample) {
      throw new Error(`${group}.${name} has no sample`);
    }
    return { id: `${group}.${name}`, endpoint, addresses: addressesOf(endpoint), sample };
  });
});

/** The address with its parameters and query filled in; an `:orgId` that the call does not name is `orgId`. */
export const urlOf = (address: string, call: Call, orgId: number): string => {
  const path = address.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(call.params?.[name] ?? orgId)));
  return call.query ? `${path}?${new URLSearchParams(call.query).toString()}` : path;
};
