import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { can } from '#shared/access/capabilities.ts';
import { fieldsOf } from './api/garbage.ts';
import { type Call, type Operation, operations, urlOf } from './api/samples.ts';
import { idNameOf, UNKNOWN_ID } from './api/world.ts';
import { foreignMarks, type Holdings, holdings, holdingsOf, otherHoldings } from './garbage/lanes.ts';
import { atOnce, type Attacker, buildSide, type Side } from './hammer/sides.ts';
import { sampled } from './support/proof-size.ts';
import { type Answer, createTestApp, type TestApp } from './support/test-app.ts';
import { WIDE_LIMITS } from './support/wide-limits.ts';

let testApp: TestApp;
let sides: readonly [Side, Side];
let before: Holdings;

beforeAll(async () => {
  testApp = await createTestApp({ limits: WIDE_LIMITS });
  sides = [await buildSide(testApp, 901), await buildSide(testApp, 902)];
  before = await holdings(testApp);
}, 120_000);

afterAll(() => testApp.close());

/** Both ways round: who attacks, and whom. */
const ways = (): readonly (readonly [Side, Side])[] => [sides, [sides[1], sides[0]]];

/** Nothing of either organization, and nothing outside of them, was written. */
const expectUntouched = async (): Promise<void> => {
  const after = await holdings(testApp);
  for (const side of sides) {
    expect(holdingsOf(side, after)).toBe(holdingsOf(side, before));
  }
  expect(otherHoldings(sides, after)).toBe(otherHoldings(sides, before));
};

interface Attempt {
  readonly by: Attacker;
  readonly from: Side;
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

/** Makes all of the attempts at once; returns them with their answers. */
const makeAll = <A extends Attempt>(attempts: readonly A[]): Promise<{ attempt: A; answer: Answer }[]> =>
  atOnce(attempts.map((attempt) => async () => ({ attempt, answer: await attempt.by.send(attempt.method, attempt.url, attempt.body) })));

const expectNoWordOf = ({ attempt, answer }: { attempt: Attempt; answer: Answer }): void => {
  expect([attempt.url, foreignMarks(JSON.stringify([answer.body, answer.headers]), attempt.from.words)]).toEqual([attempt.url, []]);
};

/** The sample's parameters, as the other side's; only what the calls about audit log items and keys name has to be said. */
const callAbout = ({ endpoint, id }: Operation, { world, auditLogId, recordId }: Side): Call => {
  const ofOthers: Readonly<Record<string, number>> = {
    'auditLogs.undo': auditLogId,
    'auditLogs.ofJobEntry': world.entryId,
    'apiKeys.revoke': world.apiKeyId,
    'invitations.mail': world.invitationId,
    'invitations.revoke': world.invitationId,
    'billingRecords.get': recordId,
    'invoiceExports.document': recordId,
    'paymentStatuses.get': recordId,
    'paymentStatuses.mail': recordId,
    'paymentStatuses.markSent': recordId,
    'paymentStatuses.pay': recordId,
    'paymentStatuses.correct': recordId,
    'paymentStatuses.refund': recordId,
    'billPreviews.ofCredit': recordId,
  };
  const target = endpoint.scope === 'record' ? world[idNameOf(endpoint.entity)] : (ofOthers[id] ?? UNKNOWN_ID);
  return { params: { orgId: world.orgId, id: target, name: world.photoName, sha256: world.photoName.slice(0, 64) } };
};

const withParameter = operations.filter(
  ({ endpoint, addresses }) => endpoint.scope !== 'public' && addresses.some((each) => each.includes(':')),
);

/** Every parameter of an address: all the other's, or each of them alone with one's own. */
const foreignParams = (address: string, own: Call, theirs: Call): Call['params'][] => {
  const names = [...address.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const alone = names.length < 2 ? [] : names.map((name) => ({ ...own.params, [name]: theirs.params?.[name] ?? UNKNOWN_ID }));
  return [theirs.params, ...alone];
};

/** The refusal that is due. In one's own organization the access level comes first, as it does for any id. */
const dueTo = (operation: Operation, { by, from }: Attempt, params: Call['params']): number => {
  const { endpoint, id } = operation;
  if (endpoint.scope === 'user' && endpoint.method !== 'GET' && by.called.includes('key of')) {
    return 403;
  }
  if (endpoint.scope !== 'organization' || params?.['orgId'] !== from.world.orgId) {
    return 404;
  }
  if (!can(by.level, endpoint.capability) || (by.isReadOnly && endpoint.method !== 'GET')) {
    return 403;
  }
  // Its history is empty, as for any entry that does not exist; and sending a file requires its bytes.
  return { 'auditLogs.ofJobEntry': 200, 'attachments.put': 400 }[id] ?? 404;
};

describe('two organizations that reach for each other’s records', () => {
  test.each(withParameter.map((operation) => [operation.id, operation] as const))(
    'in the address of %s find nothing, whoever they are',
    async (_, operation) => {
      const { endpoint } = operation;
      const attempts: (Attempt & { due: number })[] = [];
      for (const [from, on] of ways()) {
        const { body, query } = endpoint.body === 'bytes' ? {} : await operation.sample(on.world);
        for (const address of operation.addresses) {
          for (const params of foreignParams(address, callAbout(operation, from), callAbout(operation, on))) {
            const url = urlOf(address, { params: params ?? {}, ...(query === undefined ? {} : { query }) }, UNKNOWN_ID);
            for (const by of sampled(
              from.attackers,
              3,
              ({ called }) => `${url} ${called}`,
              () => operation.id,
            )) {
              const attempt = { by, from, method: endpoint.method, url, body };
              attempts.push({ ...attempt, due: dueTo(operation, attempt, params) });
            }
          }
        }
      }
      before = await holdings(testApp);
      for (const { attempt, answer } of await makeAll(attempts)) {
        const shown = { by: attempt.by.called, url: attempt.url };
        expect({ ...shown, status: answer.status }).toEqual({ ...shown, status: attempt.due });
        expectNoWordOf({ attempt, answer });
        expect(answer.status === 200 ? answer.body : []).toEqual([]);
      }
      await expectUntouched();
    },
  );
});

/** Every field of a body that names another record, and whose it is then. */
const NAMED: Readonly<Record<string, (side: Side) => number | string>> = {
  customerId: ({ world }) => world.customerId,
  jobId: ({ world }) => world.jobId,
  serviceTypeId: ({ world }) => world.serviceTypeId,
  serviceTypeIds: ({ world }) => world.serviceTypeId,
  customDataFieldIds: ({ world }) => world.fieldId,
  requiredFieldIds: ({ world }) => world.fieldId,
  linkedEquipmentIds: ({ world }) => world.equipmentId,
  equipmentId: ({ world }) => world.equipmentId,
  equipmentIds: ({ world }) => world.equipmentId,
  employeeId: ({ world }) => world.employeeId,
  operatorId: ({ world }) => world.employeeId,
  operatorIds: ({ world }) => world.employeeId,
  implementId: ({ world }) => world.implementId,
  runId: ({ world }) => world.runId,
  jobIds: ({ world }) => world.jobId,
  draftId: ({ world }) => world.draftId,
  paymentId: ({ paymentId }) => paymentId,
  recordIds: ({ recordId }) => recordId,
  userId: ({ boss }) => boss.userId,
  photos: ({ world }) => world.photoName,
};
/** Words of the sender’s own, which refer to nothing on the server; and the organization of a report, see `tests/api/heartbeat`. */
const NO_REFERENCES = ['equipmentTypeId', 'deviceId', 'organizationId'];

/** The job that an entry is to move to, and the draft that is to be billed, are looked for as if they stood in the address. */
const LOOKED_FOR: Readonly<Record<string, string>> = {
  'jobEntries.update jobId': 'Job not found',
  'billingRecords.create draftId': 'Draft bill not found',
  'paymentStatuses.correct paymentId': 'Payment not found',
  'invitations.create employeeId': 'Employee not found',
  'accountStatements.mail customerId': 'Customer not found',
  'receivables.note recordIds': 'Billing record not found',
};
const MANAGERS = ['manager', 'key of manager'];
/** Settling a loss that belongs to nobody here settles nothing, whoever was named. */
const WITHOUT_EFFECT = ['devices.putAwayLoss userId'];
const refusalOf = (id: string, field: string) => {
  if (WITHOUT_EFFECT.includes(`${id} ${field}`)) {
    return { status: 204 };
  }
  const detail = LOOKED_FOR[`${id} ${field}`];
  return detail === undefined ? { status: 400, body: { code: 'invalid_input' } } : { status: 404, body: { code: 'not_found', detail } };
};

const referring = operations.flatMap((operation) => {
  const { body } = operation.endpoint;
  return (body === 'bytes' ? [] : fieldsOf(body))
    .filter((field) => /Ids?$|^photos$/.test(field) && !NO_REFERENCES.includes(field))
    .map((field) => [operation.id, field, operation] as const);
});

describe('two organizations that name each other’s records in a body', () => {
  test.each(referring)('of %s as %s hear what they hear of a record that does not exist', async (id, field, operation) => {
    const valueOf = NAMED[field];
    if (!valueOf) {
      throw new Error(`${field} is missing from the table of this test`);
    }
    const isList = /Ids$|^photos$/.test(field);
    const unknown = field === 'photos' ? `${'0'.repeat(64)}.png` : UNKNOWN_ID;
    const attempts: Attempt[] = [];
    const isForAdmins = operation.endpoint.capability === 'members:manage';
    for (const [from, on] of ways()) {
      const call = await operation.sample(from.world);
      const url = urlOf(operation.endpoint.path, call, from.world.orgId);
      const lists = (value: number | string) => (isList ? [[value], [valueOf(from), value]] : [value]);
      for (const value of [...lists(valueOf(on)), ...lists(unknown)]) {
        const body = { ...call.body, [field]: value };
        // Callers who may not make the call at all are refused before anything is looked up.
        const able = from.attackers.filter(({ called }) => called === 'owner' || (MANAGERS.includes(called) && !isForAdmins));
        attempts.push(...able.map((by) => ({ by, from, method: operation.endpoint.method, url, body })));
      }
    }
    before = await holdings(testApp);
    const made = await makeAll(attempts);
    const answers = new Set<string>();
    for (const { attempt, answer } of made) {
      const { status, body } = answer;
      expect({ sent: attempt.body, status, body }).toMatchObject(refusalOf(id, field));
      expectNoWordOf({ attempt, answer });
      // What was asked for is all that differs, and where in the list it stood.
      answers.add(
        (JSON.stringify(body) ?? '')
          .replace(/not found: \d+/g, 'not found: …')
          .replace(/"ids":\["\d+"\]/g, '"ids":…')
          .replace(/photos\.\d/g, 'photos.…'),
      );
    }
    expect([...answers]).toHaveLength(1);
    await expectUntouched();
  });

  test('as a file under a field’s name are refused as well', async () => {
    for (const [from, on] of ways()) {
      const url = `/api/job-entries/${from.world.entryId}`;
      const answer = await from.boss.send('PATCH', url, { customFieldValues: { Attachments: [on.world.photoName] } });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    }
    await expectUntouched();
  });
});

const searching = operations.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.query !== undefined);
/** Who takes a bill out of the house is noted. */
const NOTED = ['invoiceExports.document', 'invoiceExports.export', 'billingRuns.document'];

describe('two organizations that ask with each other’s words', () => {
  test.each(searching.map((operation) => [operation.id, operation] as const))(
    'in the query of %s see only their own',
    async (_, operation) => {
      const attempts: Attempt[] = [];
      for (const [from, on] of ways()) {
        const { world, boss } = on;
        const cursors = Object.values(world).filter((value) => typeof value === 'number');
        const queries = [
          ...cursors.flatMap((id) => [`cursor=${id}`, `cursor=2025-06-14_${id}`, `limit=1&cursor=${id}`]),
          'cursor=1.owner',
          `q=${encodeURIComponent(on.mark)}`,
          ...fieldsOf(operation.endpoint.query)
            .filter((field) => field in NAMED)
            .map((field) => `${field}=${String(NAMED[field]?.(on))}`),
          `userId=${boss.userId}`,
        ];
        const { query: own, ...call } = await operation.sample(from.world);
        // The format of the sample: what is read is the same, and it need not be drawn each time.
        const format = own?.['format'] === undefined ? '' : `&format=${own['format']}`;
        for (const address of operation.addresses) {
          const url = urlOf(address, call, from.world.orgId);
          attempts.push(
            ...queries.flatMap((query) =>
              from.attackers.slice(0, 1).map((by) => ({ by, from, method: 'GET', url: `${url}?${query}${format}`, body: undefined })),
            ),
          );
        }
      }
      before = await holdings(testApp);
      for (const each of await makeAll(attempts)) {
        expect([200, 400]).toContain(each.answer.status);
        expectNoWordOf(each);
      }
      if (!NOTED.includes(operation.id)) {
        await expectUntouched();
      }
    },
  );
});
