import { contract } from '#shared/contract.ts';
import { noteWrites } from '#tests/support/noted-writes.ts';
import type { Person, TestApp } from '#tests/support/test-app.ts';
import { buildWorld, type Member, type World } from '#tests/api/world.ts';

/** An organization for one of several requests at once, so that afterwards it is known which of them left what. */
export interface Lane {
  readonly boss: Member;
  /** Signed in, and a member of nothing. */
  readonly stranger: Person;
  readonly world: World;
  /** Of a manager's level. */
  readonly secret: string;
  /** Stands in every text of the lane's records, and in its files. */
  readonly mark: string;
}

/** What must be in no answer to others: marks and e-mail addresses of people. */
const MARKS = /zqx\d+qxz|person-\d+-[0-9a-f]{8}@example\.com/g;

export const buildLane = async (testApp: TestApp, index: number): Promise<Lane> => {
  const mark = `zqx${index}qxz`;
  const boss = await testApp.owner(`Halvorsen ${mark}`);
  const world = await buildWorld(boss, boss, ` ${mark}`);
  const key = await boss.ok(contract.apiKeys.create, { params: boss, body: { name: `Key ${mark}`, accessLevel: 'manager' } });
  const stranger = await testApp.person();
  const lane = { boss, stranger, world, secret: key.secret ?? '', mark };
  // Its first use is noted; later ones within the hour are not.
  await testApp.nobody.send('GET', '/api/organizations', undefined, { authorization: `Bearer ${lane.secret}` });
  return lane;
};

/** The marks of others in a text. */
export const foreignMarks = (text: string, own: readonly string[]): string[] =>
  (text.match(MARKS) ?? []).filter((mark) => !own.includes(mark));

/** What was written about each organization so far, by its id, and about each user, by their negative id. */
export type Holdings = ReadonlyMap<number, string>;

/** What was written of every organization and user since the first look. */
export const holdings = async (testApp: TestApp): Promise<Holdings> => {
  await noteWrites(testApp);
  const rows = await testApp.db.query<{ owner: number; digest: string }>({
    name: 'holdings',
    text: `select owner, string_agg(name || ' ' || writes, ', ' order by name) as digest
             from (select owner, name, count(*) as writes from noted.writes
                    where name not in ('one_time_tokens', 'mails') group by owner, name) each_table
            group by owner`,
    values: [],
  });
  return new Map(rows.map(({ owner, digest }) => [owner, digest]));
};

const ownersOf = ({ boss, stranger, world }: Lane): number[] => [world.orgId, -boss.userId, -stranger.userId];

/** What was written of the lane. */
export const holdingsOf = (lane: Lane, all: Holdings): string =>
  ownersOf(lane)
    .map((owner) => all.get(owner) ?? 'nothing')
    .join(' | ');

/** What was written of nobody's lane. */
export const otherHoldings = (lanes: readonly Lane[], all: Holdings): string => {
  const owners = new Set(lanes.flatMap(ownersOf));
  return JSON.stringify([...all].filter(([owner]) => !owners.has(owner)).toSorted(([one], [other]) => one - other));
};
