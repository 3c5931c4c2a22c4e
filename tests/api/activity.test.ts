import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { AuditAct } from '#shared/domain/audit-log.ts';
import { isKeyed } from '#shared/endpoint.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { billingOf, issue } from './billing-field.ts';
import { csvOf, fileOf } from './imports-field.ts';
import { walkFrom } from './list-pages.ts';
import { operations, urlOf } from './samples.ts';
import { buildWorld, type Member, refusedFor } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

const actsFor = (who: Person, orgId: number, limit = '20'): Promise<AuditAct[]> =>
  who.ok(contract.auditLogs.acts, { params: { orgId }, query: { limit } });
const logsOf = (who: Member, limit = '1000') => who.ok(contract.auditLogs.list, { params: who, query: { limit } });
const said = ({ action, count, entityType, subject }: AuditAct) => `${action} ${count} ${entityType} ${subject}`;

/** As if everything until now had happened an hour before. */
const passHour = (): Promise<unknown> =>
  testApp.db.query({ text: `update audit_logs set timestamp = timestamp - interval '1 hour'`, values: [] });

/** What people are told of what the work did. */
const toldOf = async (boss: Member, work: () => Promise<unknown>): Promise<string[]> => {
  await passHour();
  const [newest] = await logsOf(boss, '1');
  await work();
  return (await actsFor(boss, boss.orgId)).filter(({ id }) => id > (newest?.id ?? 0)).map(said);
};

const start = async () => {
  const boss = await testApp.owner();
  return { boss, world: await buildWorld(boss) };
};

const batchOf = (who: Member, writes: readonly { method: 'POST' | 'PATCH' | 'DELETE'; path: string; body?: Record<string, unknown> }[]) =>
  who.ok(contract.batches.send, { params: who, body: { writes: writes.map((write) => ({ key: randomUUID(), ...write })) } });

test('an act is an item of the list, with to how many records it was done', async () => {
  const { boss } = await start();
  const [item] = await logsOf(boss, '1');
  const [act] = await actsFor(boss, boss.orgId);
  expect(act).toEqual({ ...item, count: 1 });
});

test('nobody reads it who is no member', async () => {
  const boss = await testApp.owner();
  const other = await testApp.owner();
  expect(await other.try(contract.auditLogs.acts, { params: boss, query: {} })).toMatchObject({ status: 404 });
  await buildWorld(other);
  expect((await actsFor(boss, boss.orgId)).filter(({ user }) => user?.id !== boss.userId)).toEqual([]);
});

test('one person’s acts are theirs alone, page by page', async () => {
  const { boss } = await start();
  const driver = await testApp.member(boss, 'basic');
  const params = { orgId: boss.orgId };
  for (const businessName of ['One', 'Two', 'Three']) {
    await boss.ok(contract.customers.create, { params, body: { businessName } });
  }
  const userId = String(driver.userId);
  expect(await boss.ok(contract.auditLogs.acts, { params, query: { userId } })).toEqual([]);
  const [job] = await boss.ok(contract.jobs.list, { params });
  const [service] = await boss.ok(contract.serviceTypes.list, { params });
  const body = { serviceTypeId: service?.id ?? 0, date: '2025-10-09' };
  await driver.ok(contract.jobEntries.create, { params: { id: job?.id ?? 0 }, body });
  await passHour();
  await boss.ok(contract.customers.create, { params, body: { businessName: 'Four' } });
  await driver.ok(contract.jobEntries.create, { params: { id: job?.id ?? 0 }, body });
  const own = await driver.ok(contract.auditLogs.acts, { params, query: { userId, limit: '20' } });
  expect(own.map(({ user, action, entityType }) => [user?.id, action, entityType])).toEqual([
    [driver.userId, 'create', 'job_entry'],
    [driver.userId, 'create', 'job_entry'],
  ]);
  const pages = await walkFrom(driver, `/api/organizations/${boss.orgId}/activity?userId=${userId}&limit=1`);
  expect(pages.flatMap(({ ids }) => ids)).toEqual(own.map(({ id }) => id));
});

test.each([
  ['limit', '0', 'Must be a number from 1 to 1000'],
  ['cursor', 'x', 'Must be the cursor of an earlier response'],
])('refuses the %s %s', async (name, value, message) => {
  const boss = await testApp.owner();
  expect(await boss.send('GET', `/api/organizations/${boss.orgId}/activity?${name}=${value}`)).toMatchObject(refusedFor(name, message));
});

describe('one act', () => {
  test('a new organization', async () => {
    const boss = await testApp.owner('Halvorsen Custom');
    expect((await actsFor(boss, boss.orgId)).map(said)).toEqual(['create 1 organization Halvorsen Custom']);
  });

  test('an organization that is changed three times while it is set up', async () => {
    const boss = await testApp.owner();
    const told = await toldOf(boss, async () => {
      for (const address of ['Road 1', 'Road 2', 'Road 3']) {
        await boss.ok(contract.organizations.update, { params: boss, body: { address } });
      }
    });
    expect(told).toEqual(['update 1 organization Halvorsen Custom']);
  });

  test('a check of entries, and one that is taken back', async () => {
    const { boss, world } = await start();
    const ids = [world.entryId, await world.fresh.entry(), await world.fresh.entry()];
    const check = async (isChecked: boolean) => {
      const entries = await Promise.all(
        ids.map(async (id) => ({ id, version: (await boss.ok(contract.jobEntries.get, { params: { id } })).version })),
      );
      await boss.ok(contract.entryChecks.set, { params: boss, body: { isChecked, entries } });
    };
    expect(await toldOf(boss, () => check(true))).toEqual(['update 3 job_entry Chopping, North silage']);
    const both = async () => {
      await check(false);
      await check(true);
    };
    expect(await toldOf(boss, both)).toEqual(['update 3 job_entry Chopping, North silage', 'update 3 job_entry Chopping, North silage']);
    const [checked, unchecked] = await actsFor(boss, boss.orgId);
    expect([checked?.changes.new?.['checkedAt'], unchecked?.changes.new?.['checkedAt']]).toEqual([expect.any(String), null]);
  });

  test('changes of many entries, in one go and in several', async () => {
    const { boss, world } = await start();
    const ids: number[] = [];
    for (let left = 7; left > 0; left -= 1) {
      ids.push(await world.fresh.entry());
    }
    const move = (some: readonly number[], loads: number) =>
      batchOf(
        boss,
        some.map((id) => ({ method: 'PATCH', path: `/api/job-entries/${id}`, body: { loads } })),
      );
    expect(await toldOf(boss, () => move(ids, 1))).toEqual(['update 7 job_entry Chopping, North silage']);
    const parts = async () => {
      await move(ids.slice(0, 3), 2);
      await move(ids.slice(3), 2);
    };
    expect(await toldOf(boss, parts)).toEqual(['update 7 job_entry Chopping, North silage']);
    const andBack = async () => {
      await move(ids, 3);
      await move(ids, 2);
    };
    expect(await toldOf(boss, andBack)).toEqual(['update 7 job_entry Chopping, North silage']);
  });

  test('a day’s work that a device sends at once, by what it was', async () => {
    const { boss, world } = await start();
    const entry = {
      method: 'POST',
      path: `/api/jobs/${world.jobId}/entries`,
      body: { serviceTypeId: world.serviceTypeId, date: '2025-06-20' },
    } as const;
    const told = await toldOf(boss, () =>
      batchOf(boss, [
        { method: 'POST', path: `/api/organizations/${boss.orgId}/customers`, body: { businessName: 'Blue Hill' } },
        entry,
        entry,
        { method: 'PATCH', path: `/api/job-entries/${world.entryId}`, body: { notes: 'dry' } },
        entry,
      ]),
    );
    expect(told.toSorted()).toEqual([
      'create 1 customer Blue Hill',
      'create 3 job_entry Chopping, North silage',
      'update 1 job_entry Chopping, North silage',
    ]);
  });

  test('a job that is completed, a bill that is issued, and one that is voided', async () => {
    const { boss, addJob, log, setRate, setStatus } = await billingOf(await testApp.owner());
    await setRate('100');
    const [north, south] = [await addJob('North'), await addJob('South')];
    await log(north, 2);
    await log(south, 3);
    expect(await toldOf(boss, () => setStatus(north, 'completed'))).toEqual(['update 1 job North']);
    await setStatus(south, 'completed');
    const { id } = await boss.ok(contract.billDrafts.create, { params: boss, body: { jobIds: [north, south] } });
    const year = new Date().getFullYear();
    expect(await toldOf(boss, () => issue(boss, id))).toEqual([`create 1 billing_record ${year}-1`]);
    expect(await toldOf(boss, () => setStatus(north, 'open'))).toEqual([`create 1 billing_record ${year}-2`]);
  });

  test('a job that is deleted with its entries and its draft, and its return', async () => {
    const { boss, world } = await start();
    await boss.ok(contract.billDrafts.create, { params: boss, body: { jobIds: [world.jobId] } });
    const remove = () => boss.ok(contract.jobs.remove, { params: { id: world.jobId } });
    expect(await toldOf(boss, remove)).toEqual(['delete 1 job North silage']);
    const deletion = (await actsFor(boss, boss.orgId)).find(({ action }) => action === 'delete');
    expect(deletion?.isUndone).toBe(false);
    const undo = () => boss.ok(contract.auditLogs.undo, { params: { orgId: boss.orgId, id: deletion?.id ?? 0 } });
    expect(await toldOf(boss, undo)).toEqual(['restore 1 job North silage']);
    expect((await actsFor(boss, boss.orgId)).find(({ id }) => id === deletion?.id)?.isUndone).toBe(true);
  });

  test('an import, however many transactions it took, and its end', async () => {
    const boss = await testApp.owner();
    const rows = Array.from({ length: 90 }, (_, index) => [`Farm ${index}`]);
    const file = fileOf(boss, 'customers');
    let id = 0;
    const bring = async () => {
      ({ id } = await file.bring(csvOf([['Name'], ...rows])));
    };
    const imported = await toldOf(boss, bring);
    expect(imported).toEqual([expect.stringMatching(/^create 90 customer Farm \d+$/)]);
    const [transactions] = await testApp.db.query<{ n: number }>({
      text: 'select count(distinct timestamp)::int as n from audit_logs where organization_id = $1 and import_id = $2',
      values: [boss.orgId, id],
    });
    expect(transactions?.n).toBeGreaterThan(1);
    expect(await toldOf(boss, () => file.takeBack(id))).toEqual([expect.stringMatching(/^delete 90 customer/)]);
  });

  test('past work that is imported with its jobs and customers', async () => {
    const { boss } = await start();
    const rows = Array.from({ length: 25 }, (_, index) => [
      `2025-05-${String(1 + index).padStart(2, '0')}`,
      `Farm ${index % 2}`,
      'Chopping',
      `${index}`,
    ]);
    const file = fileOf(boss, 'jobEntries');
    const bring = async () => {
      const read = await file.read(csvOf([['Date', 'Customer', 'Service', 'Hours'], ...rows]));
      await file.change(read.id, { names: Object.fromEntries(read.unknownNames.map(({ key }) => [key, true])) });
      await file.run(read.id);
    };
    expect(await toldOf(boss, bring)).toEqual([expect.stringMatching(/^create 25 job_entry Chopping/)]);
  });

  test('every write of the contract is no more than one', async () => {
    const { boss, world } = await start();
    const many: string[] = [];
    for (const { id, endpoint, sample } of operations) {
      if (
        isKeyed(endpoint) &&
        (endpoint.scope === 'organization' || endpoint.scope === 'record') &&
        !/^(archives|samples)|leave$|mail$/.test(id)
      ) {
        const call = await sample(world);
        const url = urlOf(endpoint.path, call, boss.orgId);
        let status = 0;
        const told = await toldOf(boss, async () => {
          ({ status } = await boss.send(endpoint.method, url, call.body));
        });
        many.push(...(status < 300 && told.length <= 1 ? [] : [`${id}: ${status}, ${told.join('; ')}`]));
      }
    }
    expect(many).toEqual([]);
  });
});

describe('several acts', () => {
  test('of several people, and of a program with a key of one of them', async () => {
    const { boss, world } = await start();
    const manager = await testApp.member(boss, 'manager');
    const { secret } = await boss.ok(contract.apiKeys.create, { params: boss, body: { name: 'Scales', accessLevel: 'manager' } });
    const told = await toldOf(boss, async () => {
      for (const [who, headers] of [
        [boss, {}],
        [manager, {}],
        [testApp.nobody, { authorization: `Bearer ${secret}` }],
      ] as const) {
        await who.send('PATCH', `/api/customers/${world.customerId}`, { address: randomUUID() }, headers);
      }
    });
    expect(told).toHaveLength(3);
  });

  test('a while apart, or with other fields', async () => {
    const { boss, world } = await start();
    const change = (body: { address?: string; phoneNumber?: string }) =>
      boss.ok(contract.customers.update, { params: { id: world.customerId }, body });
    const told = await toldOf(boss, async () => {
      await change({ address: 'Road 1' });
      await passHour();
      await change({ address: 'Road 2' });
      await change({ phoneNumber: '1' });
      await change({ address: 'Road 3' });
    });
    expect(told).toEqual(Array.from({ length: 4 }, () => 'update 1 customer Pine Ridge Farms'));
  });
});

test('who may not see money is told what else it did', async () => {
  const { boss, addJob, log, setRate, setStatus } = await billingOf(await testApp.owner());
  const driver = await testApp.member(boss, 'basic');
  await setRate('100');
  const job = await addJob('North');
  await log(job, 2);
  await passHour();
  await setStatus(job, 'billed');
  const [forBoss] = await actsFor(boss, boss.orgId);
  const forDriver = await actsFor(driver, boss.orgId);
  expect(forBoss?.entityType).toBe('billing_record');
  expect(forDriver.slice(0, 1).map(said)).toEqual(['update 1 job North']);
  expect(forDriver.filter(({ entityType }) => ['billing_record', 'bill_draft', 'rate', 'cost_rate'].includes(entityType))).toEqual([]);
});

describe('page by page', () => {
  /** A long story of acts of one item, of some with many, and of imports. */
  const tell = async () => {
    const { boss, world } = await start();
    await testApp.db.query({
      text: `insert into audit_logs (organization_id, entity_type, entity_id, action, subject, changes, user_id, import_id, timestamp, alike)
             select $1, case when n % 3 = 0 then 'bill_draft' when n % 6 = 2 then 'job' else 'customer' end, n, case when n % 5 = 0 then 'create' else 'update' end, 'No. ' || n,
                    jsonb_build_object('old', '{}'::jsonb, 'new', jsonb_build_object('f' || n % 2, 1)), $2,
                    case when n between 200 and 400 then 77 end, '2020-01-01'::timestamptz + n / 3 * interval '4 minutes', 1 + n % 4
               from generate_series(1, 600) n`,
      values: [boss.orgId, boss.userId],
    });
    return { boss, world };
  };

  test('of any size they tell the same acts', async () => {
    const { boss } = await tell();
    const whole = await boss.ok(contract.auditLogs.acts, { params: boss, query: {} });
    expect(whole.length).toBeGreaterThan(200);
    for (const limit of [3, 7, 100, 1000]) {
      const pages = await walkFrom(boss, `/api/organizations/${boss.orgId}/activity?limit=${limit}`);
      expect([limit, pages.flatMap(({ items }) => items)]).toEqual([limit, whole]);
      expect(pages.slice(0, -1).filter(({ items }) => items.length !== limit)).toEqual([]);
    }
  });
});

test('items of another program, of which each stands for itself, are acts all the same, however many', async () => {
  const boss = await testApp.owner();
  await passHour();
  const fill = (count: number) =>
    testApp.db.query({
      text: `insert into audit_logs (organization_id, entity_type, entity_id, action, subject, changes, user_id)
             select $1, 'job_entry', n, 'update', 'Chopping', '{"old": {"loads": 1}, "new": {"loads": 2}}', $2 from generate_series(1, $3::int) n`,
      values: [boss.orgId, boss.userId, count],
    });
  await fill(130);
  expect((await actsFor(boss, boss.orgId, '1')).map(said)).toEqual(['update 130 job_entry Chopping']);
  await fill(4500);
  const all = await boss.ok(contract.auditLogs.acts, { params: boss, query: {} });
  expect(all.slice(0, 1).map(said)).toEqual(['update 4000 job_entry Chopping']);
  expect(all.map(({ entityType }) => entityType).at(-1)).toBe('organization');
});
