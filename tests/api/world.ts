import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { contract } from '#shared/contract.ts';
import { ENTITIES, type Entity } from '#shared/kinds/registry.ts';
import { camtOf } from '#tests/support/camt.ts';
import { noteWrites } from '#tests/support/noted-writes.ts';
import { type Answer, PASSWORD, type Person, type TestApp } from '#tests/support/test-app.ts';

export type Member = Person & { readonly orgId: number };

/** What the world calls these kinds; every other goes by its own name. */
const SHORT_NAMES = { customDataField: 'field', jobEntry: 'entry', billDraft: 'draft' } as const;
type NameInWorld<E extends Entity> = E extends keyof typeof SHORT_NAMES ? (typeof SHORT_NAMES)[E] : E;
type IdName = `${NameInWorld<Entity>}Id`;

/** The maker of the kind among those of the world: `fresh.customer`, `fresh.field`. */
export const nameInWorld = (kind: Entity): NameInWorld<Entity> =>
  ((SHORT_NAMES as Readonly<Partial<Record<Entity, string>>>)[kind] as NameInWorld<Entity> | undefined) ?? (kind as NameInWorld<Entity>);
/** Where the world has the id of its record of the kind: `customerId`, `fieldId`. */
export const idNameOf = (kind: Entity): IdName => `${nameInWorld(kind)}Id`;

type Ids = Readonly<Record<IdName, number>>;

/** One record of each kind in one organization, to make calls about. */
export interface World extends Ids {
  readonly orgId: number;
  readonly photoName: string;
  readonly apiKeyId: number;
  /** An invitation that nobody accepts. */
  readonly invitationId: number;
  readonly invitationToken: string;
  /** A file of customers that was read. */
  readonly importId: number;
  readonly fresh: Fresh;
  /** Records a payment of the billing record, and returns its id. */
  readonly pay: (recordId: number) => Promise<number>;
}

// One pixel. What follows the end of a PNG belongs to nobody.
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQImWNgaGAAAAEEAIEl6+oTAAAAAElFTkSuQmCC', 'base64');

/** A small picture; other words make other bytes. */
export const pngBytes = (words: string): Buffer => Buffer.concat([PNG, Buffer.from(words)]);

/** The bytes as a device sends them. */
export const dataString = (bytes: Buffer, declaredType = 'image/png'): string => `data:${declaredType};base64,${bytes.toString('base64')}`;

/** Makes the id of a new record that a call may use up. */
export type Fresh = Readonly<
  Record<
    | NameInWorld<Entity>
    | 'apiKey'
    /** A view of entries of the person who logs them. */
    | 'entryView'
    /** An entry whose author was asked something. */
    | 'askedEntry'
    | 'invitation'
    | 'import'
    | 'ranImport'
    | 'record'
    /** Completed, and on no bill. */
    | 'completedJob'
    /** A billing run of one bill without an amount, that waits; and one that is done. */
    | 'billingRun'
    | 'doneRun'
    /** Of 10.00, for a job of its own. */
    | 'deposit'
    /** A bill that was paid and voided; the credit waits for the customer's next bill. */
    | 'credit'
    /** A payment of 50.00 at the bank, in the organization's currency. */
    | 'bankLine'
    /** The same, booked on a record. */
    | 'bookedLine',
    () => Promise<number>
  >
> & {
  /** The audit log item of an entry that was just deleted by the person who logged it. */
  readonly deletion: () => Promise<number>;
  /** Another person's organization that the logger was made a member of. */
  readonly membership: () => Promise<number>;
};

interface Makers {
  readonly boss: Member;
  readonly logger: Person;
  readonly called: (name: string) => string;
}
type Setup = Pick<World, 'customerId' | 'employeeId' | 'serviceTypeId' | 'jobId'>;

/** Another person makes organizations and adds the person: a different one each time. They register when first needed. */
const membershipsOf = (through: Person, member: Person): (() => Promise<number>) => {
  let registering: Promise<string> | undefined;
  const register = async (): Promise<string> => {
    const account = { email: `${randomUUID()}@example.com`, password: PASSWORD };
    const { headers } = await through.send('POST', '/api/register', account, { cookie: '' });
    return /^[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? '';
  };
  return async () => {
    const cookie = await (registering ??= register());
    const made = await through.send('POST', '/api/organizations', { name: 'Someone else' }, { cookie });
    const { id } = contract.organizations.create.response.parse(made.body);
    const body = { firstName: 'Taken', lastName: 'In', email: member.email, isUser: true };
    await through.send('POST', `/api/organizations/${id}/employees`, body, { cookie });
    return id;
  };
};

/** A line by hand of 10.00, without tax. */
export const TEN = {
  lines: [{ label: 'By hand', jobId: null, quantity: '1', unit: null, price: '10', taxPercent: '0', taxIncluded: false }],
  grossCents: 1000,
};

/** The bill of these jobs as it is now, to be issued and printed. */
const previewOf = async (boss: Member, jobIds: readonly number[]) => {
  const query = { jobIds: jobIds.join(',') };
  const { customerId, digest, grossCents } = await boss.ok(contract.unbilledBills.preview, { params: { orgId: boss.orgId }, query });
  return { bills: [{ customerId, jobIds: [...jobIds], digest, grossCents: grossCents ?? 0, way: 'print' as const }] };
};

const freshIn = ({ boss, logger, called }: Makers, { customerId, employeeId, serviceTypeId, jobId }: Setup): Fresh => {
  const params = { orgId: boss.orgId };
  const idOf = async (made: Promise<{ readonly id: number }>): Promise<number> => (await made).id;
  const entry = () =>
    idOf(
      logger.ok(contract.jobEntries.create, {
        params: { id: jobId },
        body: { serviceTypeId, date: '2025-06-14', notes: called('wet') },
      }),
    );
  const askedEntry = async () =>
    idOf(boss.ok(contract.entryQuestions.ask, { params: { id: await entry() }, body: { text: called('Wet?') } }));
  const job = () => idOf(boss.ok(contract.jobs.create, { params, body: { name: called('Spare job'), customerId } }));
  /** Of 95.00: with work, and a price for the job alone. */
  const record = async () => {
    const id = await job();
    await boss.ok(contract.jobEntries.create, { params: { id }, body: { serviceTypeId, date: '2025-06-14', totalHours: 1 } });
    const lines = [{ basis: 'hour' as const, prices: [{ upTo: null, price: '95' }] }];
    await boss.ok(contract.rates.create, { params, body: { jobId: id, serviceTypeId, lines } });
    await boss.ok(contract.jobs.update, { params: { id }, body: { status: 'billed' } });
    const [made] = await boss.ok(contract.billingRecords.list, { params, query: { jobId: String(id) } });
    return made?.id ?? UNKNOWN_ID;
  };
  const completedJob = async () => {
    const id = await job();
    await boss.ok(contract.jobs.update, { params: { id }, body: { status: 'completed' } });
    return id;
  };
  const billingRun = async () => {
    const jobIds = [await completedJob()];
    const { bills } = await previewOf(boss, jobIds);
    return idOf(boss.ok(contract.billingRuns.create, { params, body: { items: bills } }));
  };
  const bankLine = async () => {
    const { currency } = await boss.ok(contract.organizations.get, { params });
    const entries = [{ amount: '50.00', currency, payer: called('Pine Ridge Farms'), bankReference: randomUUID() }];
    await boss.ok(contract.bankStatements.read, { params, query: { fileName: 'camt.xml' }, body: Buffer.from(camtOf([{ entries }])) });
    const lines = await boss.ok(contract.bankLines.list, { params, query: { state: 'open' } });
    return Math.max(...lines.map(({ id }) => id));
  };
  const views: number[] = [];
  const importing = () =>
    idOf(
      boss.ok(contract.imports.read, {
        params,
        query: { kind: 'customers', fileName: called('customers.csv') },
        body: Buffer.from(`Name,Town\n${Array.from({ length: 6 }, () => `${called(`Spare ${randomUUID()}`)},Evan\n`).join('')}`),
      }),
    );
  return {
    customer: () => idOf(boss.ok(contract.customers.create, { params, body: { businessName: called('Spare Farms') } })),
    employee: () => idOf(boss.ok(contract.employees.create, { params, body: { firstName: called('Spare'), lastName: 'Hand' } })),
    serviceType: () => idOf(boss.ok(contract.serviceTypes.create, { params, body: { name: called('Spare service') } })),
    field: () => idOf(boss.ok(contract.customDataFields.create, { params, body: { name: called(`Spare ${randomUUID()}`) } })),
    equipment: () => idOf(boss.ok(contract.equipment.create, { params, body: { name: called('Spare machine') } })),
    implement: () =>
      idOf(boss.ok(contract.implements.create, { params, body: { name: called('Spare rake'), serviceTypeIds: [serviceTypeId] } })),
    dayOff: () => idOf(logger.ok(contract.daysOff.create, { params, body: { employeeId, date: '2025-06-16' } })),
    run: () =>
      idOf(
        logger.ok(contract.runs.create, { params, body: { serviceTypeId, date: '2025-06-16', startedAt: '2025-06-16T07:05:00-05:00' } }),
      ),
    job,
    entry,
    askedEntry,
    invitation: () => idOf(boss.ok(contract.invitations.create, { params, body: { name: called('Spare hand') } })),
    import: importing,
    ranImport: async () => {
      const id = await importing();
      await boss.ok(contract.imports.run, { params: { ...params, id } });
      return id;
    },
    membership: membershipsOf(boss, logger),
    entryView: async () => {
      const made = await logger.ok(contract.entryViews.create, { params, body: { name: called('Spare view'), query: 'checked=false' } });
      // Nobody has room for as many as some tests make.
      const spare = views.push(made.id) > 20 ? views.shift() : undefined;
      if (spare !== undefined) {
        await logger.send('DELETE', `/api/organizations/${boss.orgId}/entry-views/${spare}`);
      }
      return made.id;
    },
    apiKey: () => idOf(boss.ok(contract.apiKeys.create, { params, body: { name: called('Spare key') } })),
    rate: () =>
      idOf(
        boss.ok(contract.rates.create, {
          params,
          body: { name: called('Spare rate'), serviceTypeId, lines: [{ basis: 'hour', prices: [{ upTo: null, price: '95' }] }] },
        }),
      ),
    costRate: () => idOf(boss.ok(contract.costRates.create, { params, body: { price: '3.89' } })),
    // Of a job of its own.
    draft: async () => idOf(boss.ok(contract.billDrafts.create, { params, body: { jobIds: [await job()], notes: called('Pay soon') } })),
    record,
    completedJob,
    billingRun,
    doneRun: async () => {
      const id = await billingRun();
      await boss.inBackground();
      return id;
    },
    deposit: async () => idOf(boss.ok(contract.corrections.deposit, { params, body: { jobIds: [await job()], ...TEN } })),
    bankLine,
    bookedLine: async () => {
      const lineId = await bankLine();
      const parts = [{ recordId: await record(), amountCents: 5000 }];
      await boss.ok(contract.bankLines.book, { params, body: { items: [{ lineId, parts }] } });
      return lineId;
    },
    credit: async () => {
      const id = await record();
      const body = { paidOn: '2025-10-20', amountCents: 5000 };
      await boss.ok(contract.paymentStatuses.pay, { params: { ...params, id }, body });
      const { jobIds } = await boss.ok(contract.billingRecords.get, { params: { ...params, id } });
      await boss.ok(contract.jobs.update, { params: { id: jobIds[0] ?? 0 }, body: { status: 'open', payments: 'credit' } });
      return id;
    },
    deletion: async () => {
      const id = await entry();
      await logger.ok(contract.jobEntries.remove, { params: { id } });
      const [log] = await boss.ok(contract.auditLogs.ofJobEntry, { params: { ...params, id }, query: { limit: '1' } });
      return log?.id ?? UNKNOWN_ID;
    },
  };
};

/** These records, and a new one of every kind that is not among them. */
const completed = async (made: Readonly<Partial<Ids>>, fresh: Fresh): Promise<Ids> => {
  const ids: Partial<Record<IdName, number>> = { ...made };
  for (const kind of ENTITIES) {
    ids[idNameOf(kind)] ??= await fresh[nameInWorld(kind)]();
  }
  return ids as Ids;
};

/**
 * Records of the owner's own organization; the entry is logged by `logger`, the owner unless said otherwise.
 * Every text in them ends with the mark, so that a test can tell where words came from.
 */
export const buildWorld = async (boss: Member, logger: Person = boss, mark = ''): Promise<World> => {
  const params = { orgId: boss.orgId };
  const called = (name: string): string => `${name}${mark}`;
  const { id: customerId } = await boss.ok(contract.customers.create, { params, body: { businessName: called('Pine Ridge Farms') } });
  const { id: employeeId } = await boss.ok(contract.employees.create, {
    params,
    body: { firstName: 'Ines', lastName: called('Moreau'), isOperator: true },
  });
  const { id: serviceTypeId } = await boss.ok(contract.serviceTypes.create, { params, body: { name: called('Chopping') } });
  const moisture = { name: called('Moisture'), fieldType: 'number' as const };
  const { id: fieldId } = await boss.ok(contract.customDataFields.create, { params, body: moisture });
  const { id: equipmentId } = await boss.ok(contract.equipment.create, { params, body: { name: called('Claas 970') } });
  const { id: implementId } = await boss.ok(contract.implements.create, {
    params,
    body: { name: called('Pickup 300'), serviceTypeIds: [serviceTypeId] },
  });
  const { id: jobId } = await boss.ok(contract.jobs.create, { params, body: { name: called('North silage'), customerId } });
  const entry = await logger.ok(contract.jobEntries.create, {
    params: { id: jobId },
    body: { serviceTypeId, date: '2025-06-14', photos: [dataString(pngBytes(`first cut of ${boss.orgId}${mark}`))] },
  });
  const { id: apiKeyId } = await boss.ok(contract.apiKeys.create, { params, body: { name: called('Scale house') } });
  const { id: invitationId, token } = await boss.ok(contract.invitations.create, { params, body: { name: called('New hand') } });
  const fresh = freshIn({ boss, logger, called }, { customerId, employeeId, serviceTypeId, jobId });
  const made = { customerId, employeeId, serviceTypeId, fieldId, equipmentId, implementId, jobId, entryId: entry.id };
  return {
    ...(await completed(made, fresh)),
    orgId: boss.orgId,
    photoName: entry.photos[0] ?? '',
    apiKeyId,
    invitationId,
    invitationToken: token ?? '',
    importId: await fresh.import(),
    fresh,
    pay: async (id) => {
      const body = { paidOn: '2025-10-20', amountCents: 5000 };
      const { events } = await boss.ok(contract.paymentStatuses.pay, { params: { ...params, id }, body });
      return events[0]?.id ?? UNKNOWN_ID;
    },
  };
};

/** An id that no record has, though it could. */
export const UNKNOWN_ID = 2_147_483_646;
/** The id that a device assigns to a record made offline: the current time. */
export const TEMPORARY_ID = 1_758_200_000_123;

/**
 * How often each table was written in which a request could leave something: rows inserted, updated or deleted; and imports that left
 * files.
 */
export const fingerprint = async (testApp: TestApp): Promise<Record<string, number>> => {
  await noteWrites(testApp);
  const rows = await testApp.db.query<{ name: string; writes: number }>({
    name: 'fingerprint',
    text: `select name, count(*) as writes from noted.writes group by name
           union all select 'store_leftovers', count(*) from store_leftovers having count(*) > 0 order by name`,
    values: [],
  });
  return Object.fromEntries(rows.map(({ name, writes }) => [name, writes]));
};

/** The answer to input that is refused because of one field, with the text that the form shows under it. */
export const refusedFor = (path: string, message: string) => ({
  status: 400,
  body: { code: 'invalid_input', detail: message, issues: [{ path, message }] },
});

/** Expects a problem document (specification 9.3) and nothing else. */
export const expectProblem = (answer: Answer): void => {
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.body).toMatchObject({
    type: expect.stringMatching(/^urn:headland:problem:\w+$/),
    title: expect.stringMatching(/\w/),
    status: answer.status,
    detail: expect.stringMatching(/\w/),
    code: expect.stringMatching(/^[a-z_]+$/),
    messageCode: expect.stringMatching(/^\w+$/),
    values: expect.any(Object),
  });
};
