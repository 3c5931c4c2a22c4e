import type { Attack, Bomb, Level } from './bomb.ts';
import { inParallel } from './bomb.ts';
import { statusIn } from './caller.ts';

/** One member asks for the same large answer many times at once. */
const readBomb = (
  name: string,
  finding: string | null,
  level: Level,
  times: readonly [full: number, quick: number],
  path: string,
): Bomb => ({
  name,
  ...(finding === null ? {} : { finding }),
  run: async (attack) => {
    const caller = await attack.caller(level);
    const count = attack.scaled(...times);
    await inParallel(count, count, () => attack.strike(caller, 'GET', `/api/organizations/${attack.organizationId}${path}`));
  },
});

const LONGEST = 'from=2000-01-01&to=2099-12-31';

/** A bill to be printed: created once, by a manager with a rate for everything. */
const makeBill = async (attack: Attack): Promise<number> => {
  const manager = await attack.caller('manager');
  const send = (method: string, path: string, body: unknown) =>
    manager.send(method, path, JSON.stringify(body), { 'idempotency-key': crypto.randomUUID() });
  const inOrganization = `/api/organizations/${attack.organizationId}`;
  const lines = [{ basis: 'hour', prices: [{ upTo: null, price: '95' }] }];
  const { jobId, serviceId: serviceTypeId } = attack.billable;
  await send('POST', `${inOrganization}/rates`, { jobId, serviceTypeId, lines });
  await send('PATCH', `/api/jobs/${jobId}`, { status: 'billed' });
  const { text } = await manager.send('GET', `${inOrganization}/billing-records?jobId=${jobId}`);
  return Number(/"id":(\d+)/.exec(text)?.[1] ?? 0);
};

const documents = (name: string, finding: string | null, times: readonly [full: number, quick: number], format: string): Bomb => ({
  name,
  ...(finding === null ? {} : { finding }),
  run: async (attack) => {
    const id = await makeBill(attack);
    const caller = await attack.caller('manager');
    const count = attack.scaled(...times);
    const path = `/api/organizations/${attack.organizationId}/billing-records/${id}/document?format=${format}&annex=true&notes=true`;
    await inParallel(count, count, () => attack.strike(caller, 'GET', path));
  },
});

/** A client that asks for everything and hardly reads it. */
const slowReaders: Bomb = {
  name: '100 whole lists of which nobody reads more than the beginning',
  run: async (attack) => {
    const caller = await attack.caller('basic');
    const count = attack.scaled(100, 5);
    await inParallel(count, count, async () => {
      const socket = caller.open();
      socket.once('data', (bytes: Buffer) => {
        attack.count(statusIn(bytes));
        socket.pause();
      });
      socket.write(caller.headOf('GET', `/api/organizations/${attack.organizationId}/job-entries`));
      await attack.hold(10_000);
      socket.destroy();
    });
  },
};

/** Attacks by way of what a member may ask for. */
export const LIST_BOMBS: readonly Bomb[] = [
  readBomb('40 whole audit logs', 'S11', 'basic', [40, 3], '/audit-logs'),
  readBomb('40 whole lists of entries', 'S11', 'basic', [40, 3], '/job-entries'),
  readBomb('40 times all changes from the beginning', null, 'basic', [40, 3], '/changes'),
  readBomb('40 searches that match nearly everything', null, 'basic', [40, 3], '/job-entries?q=a'),
  readBomb('40 reports over all time', null, 'basic', [40, 3], `/reports?by=machine&${LONGEST}`),
  readBomb('40 reports of money over all time', null, 'manager', [40, 3], `/reports/money?by=customer&${LONGEST}`),
  readBomb('40 billing exports', null, 'manager', [40, 3], `/billing-export?format=csv&${LONGEST}`),
  readBomb('8 exports of the whole organization', null, 'manager', [8, 2], '/export'),
  documents('20 PDFs', 'S11', [20, 2], 'pdf'),
  documents('40 bills as tables', null, [40, 2], 'csv'),
  slowReaders,
];
