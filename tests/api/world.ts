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
  readonly jobId: number;
  readonly entryId: number;
  readonly photoName: string;
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Bytes that are recognised as a PNG; other words give other bytes. */
export const pngBytes = (words: string): Buffer => Buffer.concat([Buffer.from(PNG_SIGNATURE), Buffer.from(words)]);

/** The bytes as a device sends them. */
export const dataString = (bytes: Buffer, declaredType = 'image/png'): string => `data:${declaredType};base64,${bytes.toString('base64')}`;

/** Records of the owner's own organization; the entry is logged by `logger`, the owner unless said otherwise. */
export const buildWorld = async (boss: Member, logger: Person = boss): Promise<World> => {
  const params = { orgId: boss.orgId };
  const { id: customerId } = await boss.ok(contract.customers.create, { params, body: { businessName: 'Pine Ridge Farms' } });
  const { id: employeeId } = await boss.ok(contract.employees.create, {
    params,
    body: { firstName: 'Ines', lastName: 'Moreau', isOperator: true },
  });
  const { id: serviceTypeId } = await boss.ok(contract.serviceTypes.create, { params, body: { name: 'Chopping' } });
  const { id: fieldId } = await boss.ok(contract.customDataFields.create, { params, body: { name: 'Moisture', fieldType: 'number' } });
  const { id: equipmentId } = await boss.ok(contract.equipment.create, { params, body: { name: 'Claas 970' } });
  const { id: jobId } = await boss.ok(contract.jobs.create, { params, body: { name: 'North silage', customerId } });
  const entry = await logger.ok(contract.jobEntries.create, {
    params: { id: jobId },
    body: { serviceTypeId, date: '2025-06-14', photos: [dataString(pngBytes(`first cut of ${boss.orgId}`))] },
  });
  const photoName = entry.photos[0] ?? '';
  return { orgId: boss.orgId, customerId, employeeId, serviceTypeId, fieldId, equipmentId, jobId, entryId: entry.id, photoName };
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
