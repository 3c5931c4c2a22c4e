import { type Attack, type Bomb, inParallel, MIB, repeated } from './bomb.ts';

const entryHead = ({ serviceId }: Attack): string => `{"serviceTypeId":${serviceId},"date":"2025-10-07"`;

/** Sends an entry with this body; `PATCH` changes one. */
const entryBomb = (name: string, finding: string | null, make: (attack: Attack) => Buffer | string, method = 'POST'): Bomb => ({
  name,
  ...(finding === null ? {} : { finding }),
  run: async (attack) => {
    // The author of an entry may change it, and so may a manager; nobody here logged this one.
    const caller = await attack.caller(method === 'PATCH' ? 'manager' : 'basic');
    const path = method === 'PATCH' ? `/api/job-entries/${attack.entryId}` : `/api/jobs/${attack.openJobIds[0]}/entries`;
    await attack.strike(caller, method, path, make(attack), { 'idempotency-key': crypto.randomUUID() });
  },
});

const ofObjects = (full: number) => (attack: Attack) =>
  repeated(`${entryHead(attack)},"customFieldValues":{"x":[`, '{},', attack.scaled(full, 0.5) * MIB, '{}]}}');

/** Attacks by way of JSON bodies. */
export const BODY_BOMBS: readonly Bomb[] = [
  entryBomb('10 MiB of {} as a new entry', 'S2', ofObjects(10)),
  entryBomb('40 MiB of {} as a new entry', 'S2', ofObjects(40)),
  entryBomb('40 MiB of {} as a changed entry', 'S2', ofObjects(40), 'PATCH'),
  entryBomb('8 MiB of [ inside each other', null, (attack) =>
    repeated(`${entryHead(attack)},"customFieldValues":{"x":`, '[', attack.scaled(8, 0.2) * MIB, ''),
  ),
  entryBomb('one text of 40 MiB', null, (attack) => repeated(`${entryHead(attack)},"notes":"`, 'ä ', attack.scaled(40, 0.5) * MIB, '"}')),
  entryBomb('a number of 20 million digits', null, (attack) =>
    repeated(`${entryHead(attack)},"totalHours":1`, '0', attack.scaled(20, 0.2) * MIB, '}'),
  ),
  entryBomb('one key of 30 MiB', null, (attack) =>
    repeated(`${entryHead(attack)},"customFieldValues":{"`, 'k', attack.scaled(30, 0.2) * MIB, '":1}}'),
  ),
  entryBomb('500,000 different keys', null, (attack) => {
    const keys = Array.from({ length: attack.scaled(500_000, 2_000) }, (_, place) => `"key ${place}":${place}`);
    return `${entryHead(attack)},"customFieldValues":{${keys.join(',')}}}`;
  }),
  {
    name: 'texts just under the limit, 40 at once',
    run: async (attack) => {
      const caller = await attack.caller('basic');
      const body = repeated(`${entryHead(attack)},"notes":"`, 'x', 0.95 * MIB, '"}');
      await inParallel(attack.scaled(200, 10), 40, () =>
        attack.strike(caller, 'POST', `/api/jobs/${attack.openJobIds[0]}/entries`, body, { 'idempotency-key': crypto.randomUUID() }),
      );
    },
  },
  {
    name: 'addresses of 2,000 parameters',
    run: async (attack) => {
      const caller = await attack.caller('basic');
      const query = Array.from({ length: 2_000 }, (_, place) => `a${place % 10}=1`).join('&');
      await inParallel(attack.scaled(2_000, 50), 40, () =>
        attack.strike(caller, 'GET', `/api/organizations/${attack.organizationId}/job-entries?${query}`),
      );
    },
  },
  {
    name: 'writes with a key of 200 letters each, 50 at once',
    run: async (attack) => {
      const caller = await attack.caller('basic');
      const key = () => crypto.randomUUID().padEnd(200, 'k');
      await inParallel(attack.scaled(3_000, 60), 50, (number) =>
        attack.strike(
          caller,
          'POST',
          `/api/jobs/${attack.openJobIds[number % attack.openJobIds.length]}/entries`,
          `${entryHead(attack)},"notes":"n"}`,
          { 'idempotency-key': key() },
        ),
      );
    },
  },
];
