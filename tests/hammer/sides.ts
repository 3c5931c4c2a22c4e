import { contract } from '#shared/contract.ts';
import { ACCESS_LEVELS, type AccessLevel } from '#shared/access/roles.ts';
import { API_KEY_LEVELS } from '#shared/domain/api-key.ts';
import { buildLane, type Lane } from '#tests/garbage/lanes.ts';
import type { Answer, Person, TestApp } from '#tests/support/test-app.ts';

/** A person, or a program, of one of the two organizations. */
export interface Attacker {
  readonly called: string;
  readonly level: AccessLevel;
  readonly isReadOnly: boolean;
  readonly send: (method: string, url: string, body?: unknown) => Promise<Answer>;
}

/** One of two organizations, with a person of every access level and a key of every kind. */
export interface Side extends Lane {
  readonly attackers: readonly Attacker[];
  /** What may be told to them: the mark and the addresses of colleagues. */
  readonly words: readonly string[];
  /** An item of the audit log that tells of a deletion which could be undone. */
  readonly auditLogId: number;
  readonly recordId: number;
  readonly paymentId: number;
}

const keyOf = async (
  testApp: TestApp,
  { boss }: Lane,
  accessLevel: (typeof API_KEY_LEVELS)[number],
  isReadOnly: boolean,
): Promise<Attacker> => {
  const { secret } = await boss.ok(contract.apiKeys.create, { params: boss, body: { name: 'Key', accessLevel, isReadOnly } });
  const authorization = `Bearer ${secret ?? ''}`;
  const send: Attacker['send'] = (method, url, body) => testApp.nobody.send(method, url, body, { authorization });
  // Its first use is noted; later ones within the hour are not.
  await send('GET', '/api/organizations');
  return { called: `${isReadOnly ? 'reading ' : ''}key of ${accessLevel}`, level: accessLevel, isReadOnly, send };
};

export const buildSide = async (testApp: TestApp, index: number): Promise<Side> => {
  const lane = await buildLane(testApp, index);
  const people = new Map<AccessLevel, Person>([['owner', lane.boss]]);
  for (const level of ACCESS_LEVELS.filter((each) => each !== 'owner')) {
    people.set(level, await testApp.member(lane.boss, level));
  }
  const attackers = [...people].map(([level, person]): Attacker => ({
    called: level,
    level,
    isReadOnly: false,
    send: (...call) => person.send(...call),
  }));
  for (const level of API_KEY_LEVELS) {
    attackers.push(await keyOf(testApp, lane, level, false));
  }
  attackers.push(await keyOf(testApp, lane, 'manager', true));
  const words = [lane.mark, ...[...people.values()].map(({ email }) => email)];
  const recordId = await lane.world.fresh.record();
  const paymentId = await lane.world.pay(recordId);
  return { ...lane, words, attackers, auditLogId: await lane.world.fresh.deletion(), recordId, paymentId };
};

/** Does the work of all of them, this many at once. */
export const atOnce = async <T>(works: readonly (() => Promise<T>)[], width = 24): Promise<T[]> => {
  const results: T[] = [];
  for (let from = 0; from < works.length; from += width) {
    results.push(...(await Promise.all(works.slice(from, from + width).map((work) => work()))));
  }
  return results;
};
