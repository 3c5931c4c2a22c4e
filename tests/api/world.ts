import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { Answer, Person, TestApp } from '#tests/support/test-app.ts';

export type Member = Person & { readonly orgId: number };

/** One record of each kind in one organization, to make calls about. */
export interface World {
  readonly orgId: number;
  readonly customerId: number;
  readonly employeeId: number;
  readonly serviceTypeId: number;
  readonly fieldId: number;
  readonly equipmentId: number;
  readonly implementId: number;
  readonly jobId: number;
  readonly entryId: number;
  readonly photoName: string;
  readonly apiKeyId: number;
  readonly fresh: Fresh;
}

// One pixel. What follows the end of a PNG belongs to nobody.
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQImWNgaGAAAAEEAIEl6+oTAAAAAElFTkSuQmCC', 'base64');

/** A small picture; other words give other bytes. */
export const pngBytes = (words: string): Buffer => Buffer.concat([PNG, Buffer.from(words)]);

/** The bytes as a device sends them. */
export const dataString = (bytes: Buffer, declaredType = 'image/png'): string => `data:${declaredType};base64,${bytes.toString('base64')}`;

/** Makes the id of a new record that a call may use up. */
export type Fresh = Readonly<
  Record<'customer' | 'employee' | 'serviceType' | 'field' | 'equipment' | 'implement' | 'job' | 'entry' | 'apiKey', () => Promise<number>>
> & {
  /** The audit log item of an entry that was just deleted by whoever logged it. */
  readonly deletion: () => Promise<number>;
};

interface Makers {
  readonly boss: Member;
  readonly logger: Person;
  readonly called: (name: string) => string;
}
type Setup = Pick<World, 'customerId' | 'serviceTypeId' | 'jobId'>;

const freshIn = ({ boss, logger, called }: Makers, { customerId, serviceTypeId, jobId }: Setup): Fresh => {
  const params = { orgId: boss.orgId };
  const idOf = async (made: Promise<{ readonly id: number }>): Promise<number> => (await made).id;
  const entry = () =>
    idOf(
      logger.ok(contract.jobEntries.create, {
        params: { id: jobId },
        body: { serviceTypeId, date: '2025-06-14', notes: called('wet') },
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
    job: () => idOf(boss.ok(contract.jobs.create, { params, body: { name: called('Spare job'), customerId } })),
    entry,
    apiKey: () => idOf(boss.ok(contract.apiKeys.create, { params, body: { name: called('Spare key') } })),
    deletion: async () => {
      const id = await entry();
      await logger.ok(contract.jobEntries.remove, { params: { id } });
      const [log] = await boss.ok(contract.auditLogs.ofJobEntry, { params: { ...params, id }, query: { limit: '1' } });
      return log?.id ?? UNKNOWN_ID;
    },
  };
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
  return {
    orgId: boss.orgId,
    customerId,
    employeeId,
    serviceTypeId,
    fieldId,
    equipmentId,
    implementId,
    jobId,
    entryId: entry.id,
    photoName: entry.photos[0] ?? '',
    apiKeyId,
    fresh: freshIn({ boss, logger, called }, { customerId, serviceTypeId, jobId }),
  };
};

/** An id that no record has, though it could. */
export const UNKNOWN_ID = 2_147_483_646;
/** The id that a device gives to a record made offline: the current time. */
export const TEMPORARY_ID = 1_758_200_000_123;

const statements = new WeakMap<TestApp, string>();

const fingerprintStatement = async ({ db }: TestApp): Promise<string> => {
  const names = await db.query<{ name: string }>({
    text: `select table_name as name from information_schema.tables
            where table_schema = 'public' and table_name not in ('attempts', 'sessions') order by 1`,
    values: [],
  });
  // Each version of a row bears the number of the transaction that wrote it.
  const digest = (name: string) =>
    `select '${name}' as name, count(*) || ' rows, ' || coalesce(sum(xmin::text::bigint), 0) as digest from ${name}`;
  return names.map(({ name }) => digest(name)).join(' union all ');
};

/** Every table in which a request could leave something: how many rows it has, and a number that changes with each write to any of them. */
export const fingerprint = async (testApp: TestApp): Promise<Record<string, string>> => {
  const text = statements.get(testApp) ?? (await fingerprintStatement(testApp));
  statements.set(testApp, text);
  const rows = await testApp.db.query<{ name: string; digest: string }>({ text, values: [] });
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
};

/** The answer to input that is refused because of one field, with the text that the form shows under it. */
export const refusedFor = (path: string, message: string) => ({
  status: 400,
  body: { code: 'invalid_input', detail: message, issues: [{ path, message }] },
});

/** Expects a problem document (decisions §2) and nothing else. */
export const expectProblem = (answer: Answer): void => {
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.body).toMatchObject({
    type: expect.stringMatching(/^urn:headland:problem:\w+$/),
    title: expect.stringMatching(/\w/),
    status: answer.status,
    detail: expect.stringMatching(/\w/),
    code: expect.stringMatching(/^[a-z_]+$/),
  });
};
