import type * as z from 'zod/mini';
import { statusOf } from '#shared/endpoint.ts';
import { type Call, type Operation, operations, urlOf } from '#tests/api/samples.ts';
import { TESTED_ELSEWHERE } from '#tests/api/tested-elsewhere.ts';
import type { Member, World } from '#tests/api/world.ts';
import type { Answer, Person, TestApp } from '#tests/support/test-app.ts';

/** One call at one of its addresses. */
export interface Place {
  readonly operation: Operation;
  readonly address: string;
}

/** Every call that needs a signed-in person and no device of theirs, at each of its addresses, for `test.each`. */
export const PLACES = operations
  .filter(({ id, endpoint }) => endpoint.scope !== 'public' && !TESTED_ELSEWHERE.has(id))
  .flatMap((operation) =>
    operation.addresses.map((address) => [operation.endpoint.method, address, { operation, address } satisfies Place] as const),
  );

/** Those that this applies to. */
export const placesWhere = (holds: (operation: Operation) => boolean) => PLACES.filter(([, , { operation }]) => holds(operation));

export interface Sent {
  readonly headers?: Record<string, string>;
  readonly method?: string;
}

/** Makes the call; bytes are sent as they are. */
export const callAt = (
  who: Person,
  { operation: { endpoint }, address }: Place,
  orgId: number,
  call: Call,
  { headers = {}, method = endpoint.method }: Sent = {},
): Promise<Answer> => {
  const type: Record<string, string> = endpoint.body === 'bytes' ? { 'content-type': 'application/octet-stream' } : {};
  return who.send(method, urlOf(address, call, orgId), method === 'HEAD' ? undefined : call.body, { ...type, ...headers });
};

/** The statuses of a call that succeeded. A sample company is made once for an account. */
export const successesOf = ({ id, endpoint }: Operation): readonly number[] => [
  statusOf(endpoint),
  ...(id === 'samples.create' ? [200] : []),
];

export const isData = (response: unknown): response is z.ZodMiniType => response !== null && typeof response !== 'string';

/** An object with these in it. */
export const fieldsOfAnswer = ({ body }: Answer): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? Object.fromEntries(Object.entries(body)) : {};

/** Fills the records of a world, so that answers are as complete as they get. */
export const fillWorld = async (boss: Member, { jobId, serviceTypeId, equipmentId, employeeId, implementId }: World): Promise<void> => {
  await boss.send('POST', `/api/jobs/${jobId}/entries`, {
    serviceTypeId,
    date: '2025-06-16',
    equipmentIds: [equipmentId],
    operatorIds: [employeeId],
    implementId,
    totalHours: 8.5,
    customFieldValues: { Moisture: 31.5, Zone: null, tags: ['a', 2] },
  });
  await boss.send('PATCH', `/api/service-types/${serviceTypeId}`, {
    linkedEquipmentIds: [equipmentId],
    requiredFields: { deep: [{ a: null }] },
  });
};

/** The organization's row of a table, past the program. */
export const rowOf = async ({ db }: TestApp, table: string, id: unknown): Promise<Record<string, unknown>> => {
  const [row] = await db.query<Record<string, unknown>>({ text: `select * from ${table} where id = $1`, values: [id] });
  return row ?? {};
};
