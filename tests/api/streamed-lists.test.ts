import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '#shared/contract.ts';
import { listing, type Part } from '#server/handlers/types.ts';
import { sendListing } from '#server/http/send-answer.ts';
import { watchStatements } from '#tests/support/sent-statements.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { pageAt, walkFrom } from './list-pages.ts';
import { buildWorld, type Member, type World } from './world.ts';

/** More than two parts of a streamed list, and no multiple of one. */
const MANY = 1300;

let testApp: TestApp;
let boss: Member;
let world: World;

const fill = (text: string, orgId: number, count: number) => testApp.db.query({ text, values: [orgId, count] });

const addCustomers = (orgId: number, count: number) =>
  fill(
    `insert into customers (organization_id, business_name, address) select $1, 'Farm ' || (i * 7919 % 10007), 'Road ' || i from generate_series(1, $2) i`,
    orgId,
    count,
  );

beforeAll(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
  world = await buildWorld(boss);
  await addCustomers(boss.orgId, MANY);
  const { customerId, jobId, serviceTypeId, equipmentId, employeeId } = world;
  await fill(
    `insert into jobs (organization_id, name, customer_id, created_at)
     select $1, 'Job ' || i, ${customerId}, '2025-01-01T00:00:00Z'::timestamptz + make_interval(hours => i / 3) from generate_series(1, $2) i`,
    boss.orgId,
    MANY,
  );
  await fill(
    `insert into job_entries (organization_id, job_id, customer_id, service_type_id, date, season, equipment_ids, operator_ids, notes)
     select $1, ${jobId}, ${customerId}, ${serviceTypeId}, '2025-01-01'::date + i / 9, '2025', '{${equipmentId}}', '{${employeeId}}', repeat('"\\é', 20)
       from generate_series(1, $2) i`,
    boss.orgId,
    MANY,
  );
  await fill(
    `insert into equipment (organization_id, name, service_type_ids) select $1, 'Machine ' || i, '{${serviceTypeId}}' from generate_series(1, $2) i`,
    boss.orgId,
    MANY,
  );
  await fill(
    `insert into employees (organization_id, first_name, last_name) select $1, 'Same', 'Name ' || i % 3 from generate_series(1, $2) i`,
    boss.orgId,
    MANY,
  );
  await fill(
    `insert into audit_logs (organization_id, entity_type, entity_id, action, subject, changes)
     select $1, 'job_entry', ${world.entryId}, 'update', 'x', '{"old":{},"new":{}}' from generate_series(1, $2) i`,
    boss.orgId,
    MANY,
  );
  await testApp.app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(() => testApp.close());

const at = (path: string) => `/api/organizations/${boss.orgId}/${path}`;

/** The answer over a real socket, its body still to come. */
const open = async (url: string, headers: Record<string, string> = {}): Promise<IncomingMessage> => {
  const { port } = testApp.app.server.address() as AddressInfo;
  const request = get({ host: '127.0.0.1', port, path: url, agent: false, headers: { cookie: boss.cookie, ...headers } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
};

const bodyOf = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
};

const isListOf = (table: string, text: string): boolean => text.includes(`from ${table} `) && text.includes('order by');

describe('a list that was asked for whole', () => {
  test.each([
    ['customers', () => at('customers')],
    ['jobs', () => at('jobs')],
    ['jobs of a customer', () => `/api/customers/${world.customerId}/jobs`],
    ['jobs with a status', () => at('jobs?status=open&year=2025')],
    ['entries', () => at('job-entries')],
    ['entries that are filtered', () => at('job-entries?q=north&from=2025-01-02')],
    ['entries of a job', () => `/api/jobs/${world.jobId}/entries`],
    ['entries of a machine', () => `/api/equipment/${world.equipmentId}/job-entries`],
    ['entries of an operator', () => `/api/employees/${world.employeeId}/job-entries`],
    ['entries of a service', () => `/api/service-types/${world.serviceTypeId}/job-entries`],
    ['machines', () => at('equipment')],
    ['employees', () => at('employees')],
    ['activities', () => at('audit-logs')],
    ['activities of an entry', () => at(`audit-logs/job_entry/${world.entryId}`)],
  ])('comes whole and equals its pages: %s', async (_, address) => {
    const url = address();
    const whole = await pageAt(boss, url);
    expect(whole.ids.length).toBeGreaterThanOrEqual(MANY - 9);
    expect(new Set(whole.ids).size).toBe(whole.ids.length);
    expect(whole.next).toBeUndefined();
    const pages = await walkFrom(boss, `${url}${url.includes('?') ? '&' : '?'}limit=499`);
    expect(pages).toHaveLength(3);
    expect(pages.flatMap(({ items }) => items)).toEqual(whole.items);
  });

  test.each([0, 1, 499, 500, 501, 999, 1000, 1001])('is whole and valid with %d records', async (count) => {
    const own = await testApp.owner();
    await addCustomers(own.orgId, count);
    const customers = await own.ok(contract.customers.list, { params: own });
    expect(customers).toHaveLength(count);
    expect(new Set(customers.map(({ id }) => id)).size).toBe(count);
  });

  test('goes on from a cursor when one is given without a limit', async () => {
    const whole = await pageAt(boss, at('customers'));
    const { next = '' } = await pageAt(boss, at('customers?limit=7'));
    const rest = new URL(next, 'http://x');
    rest.searchParams.delete('limit');
    expect((await pageAt(boss, `${rest.pathname}${rest.search}`)).ids).toEqual(whole.ids.slice(7));
  });

  test('lets nothing out that a record does not answer with', async () => {
    const { items } = await pageAt(boss, at('customers'));
    const one = await boss.ok(contract.customers.get, { params: { id: world.customerId } });
    expect(Object.keys(items.at(-1) ?? {}).toSorted()).toEqual(Object.keys(one).toSorted());
  });
});

describe('over a socket', () => {
  test('the first rows arrive before the last are read', async () => {
    let arrived: () => void = () => undefined;
    const firstBytes = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    let parts = 0;
    const watch = watchStatements(({ text }) => {
      parts += isListOf('customers', text) ? 1 : 0;
      // The last part is not read until the client has the first: a server that gathers the list first would wait for ever.
      return isListOf('customers', text) && parts === 3 ? firstBytes : undefined;
    });
    try {
      const response = await open(at('customers'));
      const chunks: Buffer[] = [];
      for await (const chunk of response) {
        chunks.push(chunk as Buffer);
        arrived();
      }
      expect(response.headers['transfer-encoding']).toBe('chunked');
      expect(response.headers['link']).toBeUndefined();
      expect(contract.customers.list.response.parse(JSON.parse(Buffer.concat(chunks).toString()))).toHaveLength(MANY + 1);
      expect(parts).toBe(4);
    } finally {
      watch.restore();
    }
  });

  test('a record that is renamed while the list is sent moves no other', async () => {
    const before = (await pageAt(boss, at('customers'))).ids;
    const last = before[127] ?? 0;
    let parts = 0;
    const rename = (name: string) =>
      testApp.db.query({ text: 'update customers set business_name = $1 where id = $2', values: [name, last] });
    const watch = watchStatements(({ text }) => {
      parts += isListOf('customers', text) ? 1 : 0;
      return isListOf('customers', text) && parts === 2 ? rename('~ last') : undefined;
    });
    try {
      const { ids } = await pageAt(boss, at('customers'));
      expect(ids.filter((id) => id !== last)).toEqual(before.filter((id) => id !== last));
    } finally {
      watch.restore();
    }
  });

  test.each(['identity', 'gzip', 'br'])(
    'an error after the first rows breaks the connection: nobody takes a part for the whole (%s)',
    async (encoding) => {
      let parts = 0;
      const watch = watchStatements(({ text }) => {
        parts += isListOf('customers', text) ? 1 : 0;
        return isListOf('customers', text) && parts === 3 ? Promise.reject(new Error('the database is gone')) : undefined;
      });
      try {
        const response = await open(at('customers'), { 'accept-encoding': encoding });
        const whole = await bodyOf(response).then(
          (body) => ({ body, isComplete: response.complete }),
          (error: Error) => ({ error: error.message, isComplete: response.complete }),
        );
        // Compressed, the first rows may not have left yet; then the refusal is sent as plain text.
        const told = { body: expect.stringContaining('"code":"internal"'), isComplete: true };
        expect(whole).toEqual(response.statusCode === 500 ? told : { error: 'aborted', isComplete: false });
      } finally {
        watch.restore();
      }
    },
  );

  test('an error before the first rows is a problem document', async () => {
    const watch = watchStatements(({ text }) =>
      isListOf('customers', text) ? Promise.reject(new Error('the database is gone')) : undefined,
    );
    try {
      const answer = await boss.send('GET', at('customers'));
      expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } });
      expect(JSON.stringify(answer.body)).not.toContain('database');
    } finally {
      watch.restore();
    }
  });
});

test('rows are read no faster than they are taken', async () => {
  const read: Part[] = [];
  const rows = Array.from({ length: 500 }, (_, id) => ({ id }));
  const endless = listing(
    {},
    async (part) => {
      read.push(part);
      return rows;
    },
    ({ id }) => String(id),
  );
  const sent: unknown[] = [];
  // All that sending a list asks of an answer.
  const reply = { type: () => reply, compileSerializationSchema: () => JSON.stringify, send: (payload: unknown) => sent.push(payload) };
  const endpoint = { ...contract.customers.list, response: z.array(z.object({ id: z.number() })) };
  await sendListing({ url: '/' } as FastifyRequest, reply as unknown as FastifyReply, endless, endpoint, () => Promise.resolve());
  const [stream] = sent;
  if (!(stream instanceof Readable)) {
    throw new Error('A long list is not streamed.');
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  for (let taken = 1; taken <= 20; taken += 1) {
    stream.read();
    for (let turn = 0; turn < 20; turn += 1) {
      await settle();
    }
    expect(read.length).toBeLessThanOrEqual(taken + 3);
  }
  stream.destroy();
  // One more than is sent, to know whether anything follows.
  expect(read.slice(1).every(({ limit }) => limit === 501)).toBe(true);
});
