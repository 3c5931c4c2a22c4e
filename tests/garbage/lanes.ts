import { contract } from '#shared/contract.ts';
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

/** What may stand in no answer to anybody else: marks and the addresses of people. */
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

const OWNER_COLUMN: Readonly<Record<string, string>> = {
  organizations: 'id',
  users: '-id',
  sync_ops: 'case when organization_id = 0 then -user_id else organization_id end',
  installation: '0',
};

/** Digests of all that each organization holds, by its id, and of all that each user holds, by his negative id. */
export type Holdings = ReadonlyMap<number, string>;

/** What every organization and user holds, in one statement: each version of a row bears the number of the transaction that wrote it. */
export const holdingsStatement = async ({ db }: TestApp): Promise<string> => {
  const tables = await db.query<{ name: string }>({
    text: `select table_name as name from information_schema.tables
            where table_schema = 'public' and table_name not in ('attempts', 'sessions') order by 1`,
    values: [],
  });
  const parts = tables.map(
    ({ name }) =>
      `select ${OWNER_COLUMN[name] ?? 'organization_id'} as owner, '${name} ' || count(*) || ' ' || sum(xmin::text::bigint) as part from ${name} group by 1`,
  );
  return `select owner, string_agg(part, ', ' order by part) as digest from (${parts.join(' union all ')}) p group by 1`;
};

export const holdings = async ({ db }: TestApp, text: string): Promise<Holdings> => {
  const rows = await db.query<{ owner: number; digest: string }>({ text, values: [] });
  return new Map(rows.map(({ owner, digest }) => [owner, digest]));
};

const ownersOf = ({ boss, stranger, world }: Lane): number[] => [world.orgId, -boss.userId, -stranger.userId];

/** What the lane holds. */
export const holdingsOf = (lane: Lane, all: Holdings): string =>
  ownersOf(lane)
    .map((owner) => all.get(owner) ?? 'nothing')
    .join(' | ');

/** What nobody's lane holds. */
export const otherHoldings = (lanes: readonly Lane[], all: Holdings): string => {
  const owners = new Set(lanes.flatMap(ownersOf));
  return JSON.stringify([...all].filter(([owner]) => !owners.has(owner)).toSorted(([one], [other]) => one - other));
};
