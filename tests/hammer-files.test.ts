import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { exportedFiles, sendArchive } from './api/archive-tools.ts';
import { pngBytes } from './api/world.ts';
import { foreignMarks, holdings, holdingsOf } from './garbage/lanes.ts';
import { atOnce, buildSide, type Side } from './hammer/sides.ts';
import { type Files, rowsIn, sealed, tinyArchive, tinyFiles, withRows, zipOf } from './support/archive.ts';
import { injectInto } from './support/inject.ts';
import { type Answer, createTestApp, type TestApp } from './support/test-app.ts';

// Files, archives and limits of two organizations, from both sides at once; records are in `hammer.test.ts`.

let scratch: string;
let testApp: TestApp;
let sides: readonly [Side, Side];

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'headland-scratch-'));
  testApp = await createTestApp({ scratchFolder: scratch });
  sides = [await buildSide(testApp, 911), await buildSide(testApp, 912)];
}, 120_000);

afterAll(async () => {
  await testApp.close();
  await rm(scratch, { recursive: true, force: true });
});

const ways = (): readonly (readonly [Side, Side])[] => [sides, [sides[1], sides[0]]];
const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const pathOf = ({ world }: Side, bytes: Buffer): string => `/api/organizations/${world.orgId}/attachments/${sha256Of(bytes)}`;
const upload = ({ boss }: Side, to: Side, bytes: Buffer, announced = bytes): Promise<Answer> =>
  boss.send('PUT', pathOf(to, announced), bytes, { 'content-type': 'application/octet-stream' });
const statusesOf = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).toSorted();

describe('files of two organizations', () => {
  test('of the same bytes are each one’s own: neither learns that the other has them', async () => {
    const bytes = pngBytes('the same in both');
    const [one, other] = sides;
    const firsts = await atOnce(Array.from({ length: 8 }, () => () => upload(one, one, bytes)));
    expect(new Set(statusesOf(firsts))).toEqual(new Set([200, 201]));
    expect((await other.boss.send('GET', pathOf(other, bytes))).status).toBe(404);
    // New there, whatever lies in the same folder already.
    expect((await upload(other, other, bytes)).status).toBe(201);
    expect((await other.boss.send('GET', pathOf(other, bytes))).status).toBe(200);
  });

  test('sent under each other’s address reach nobody, while both send their own', async () => {
    const works = ways().flatMap(([from, on]) =>
      Array.from({ length: 12 }, (_, number) => async () => {
        const bytes = pngBytes(`file ${number} of ${from.mark}`);
        const [foreign, own] = await Promise.all([upload(from, on, bytes), upload(from, from, bytes)]);
        return { foreign: foreign.status, own: own.status, kept: await on.boss.send('GET', pathOf(on, bytes)) };
      }),
    );
    for (const { foreign, own, kept } of await atOnce(works)) {
      expect({ foreign, own, kept: kept.status }).toEqual({ foreign: 404, own: 201, kept: 404 });
    }
  });

  test('announced as others keep nothing, though the right ones arrive at the same moment', async () => {
    const works = ways().flatMap(([own]) =>
      Array.from({ length: 8 }, (_, number) => async () => {
        const [right, wrong] = [pngBytes(`right ${number} ${own.mark}`), pngBytes(`wrong ${number} ${own.mark}`)];
        const answers = await Promise.all([upload(own, own, right), upload(own, own, wrong, right), upload(own, own, right)]);
        const kept = await injectInto(testApp.app, { method: 'GET', url: pathOf(own, wrong), headers: { cookie: own.boss.cookie } });
        return { statuses: statusesOf(answers).filter((status) => status >= 400), kept: kept.status };
      }),
    );
    for (const { statuses, kept } of await atOnce(works)) {
      expect({ statuses, kept }).toEqual({ statuses: [400], kept: 404 });
    }
    await expect.poll(() => readdir(scratch, { recursive: true })).toEqual([]);
  });

  test('are shown to members of one organization only, by whatever call and caller', async () => {
    const works = ways().flatMap(([from, on]) => {
      const { photoName, orgId } = on.world;
      const urls = [
        `/api/photos/${photoName}`,
        `/api/photos/${photoName}/thumbnail`,
        `/api/organizations/${orgId}/attachments/${photoName.slice(0, 64)}`,
        `/api/organizations/${from.world.orgId}/attachments/${photoName.slice(0, 64)}`,
        `/api/organizations/${orgId}/export`,
      ];
      return from.attackers.flatMap((by) => urls.map((url) => async () => ({ by: by.called, url, ...(await by.send('GET', url)) })));
    });
    const answers = await atOnce(works);
    for (const { by, url, status, body } of answers) {
      expect({ by, url, status }).toEqual({ by, url, status: 404 });
      expect(foreignMarks(JSON.stringify(body), [])).toEqual([]);
    }
  });
});

/** Every list of the export with the organization of its rows said to be another, and ids of that one's records in them. */
const pointing = (files: Files, at: Side): Files => {
  const { world } = at;
  const theirs: Readonly<Record<string, unknown>> = {
    organizationId: world.orgId,
    customerId: world.customerId,
    jobId: world.jobId,
    serviceTypeId: world.serviceTypeId,
    employeeId: world.employeeId,
    userId: at.boss.userId,
    createdBy: at.boss.userId,
  };
  const lists = [...files.keys()].flatMap((path) => /^lists\/(\w+)\.ndjson$/.exec(path)?.[1] ?? []);
  return lists.reduce((all, list) => {
    const rows = rowsIn(all, list).map((row) => ({
      ...row,
      ...Object.fromEntries(Object.entries(theirs).filter(([name]) => name in row)),
      organizationId: world.orgId,
    }));
    return withRows(all, list, rows);
  }, files);
};

describe('archives of two organizations', () => {
  test('brought in by the other make an organization of its own, all at once, and touch neither', async () => {
    const archives = await Promise.all(sides.map(({ boss, world }) => exportedFiles(testApp.app, boss, world.orgId)));
    const before = await holdings(testApp);
    // Each by another person, because one account's imports may have to wait for each other.
    const works = archives.flatMap((foreign) =>
      Array.from({ length: 3 }, () => async () => {
        const by = await testApp.person();
        return { by, answer: await sendArchive(by, await zipOf(foreign)) };
      }),
    );
    const made = await atOnce(works);
    expect(statusesOf(made.map(({ answer }) => answer))).toEqual([201, 201, 201, 201, 201, 201]);
    const ids = made.map(({ answer }) => (answer.body as { id: number }).id);
    expect(new Set([...ids, ...sides.map(({ world }) => world.orgId)]).size).toBe(8);
    const after = await holdings(testApp);
    for (const { boss, world } of sides) {
      expect(after.get(world.orgId)).toBe(before.get(world.orgId));
      // What was a key or a link there is none here.
      const listed = await boss.ok(contract.organizations.list, {});
      expect(listed.map(({ id }) => id)).toContain(world.orgId);
    }
    const keyed = await Promise.all(
      sides.flatMap(({ secret }) =>
        ids.map((id) => testApp.nobody.send('GET', `/api/organizations/${id}`, undefined, { authorization: `Bearer ${secret}` })),
      ),
    );
    expect(new Set(keyed.map(({ status }) => status))).toEqual(new Set([404]));
    for (const { by, answer } of made) {
      const { id } = answer.body as { id: number };
      expect(await by.ok(contract.apiKeys.list, { params: { orgId: id } })).toEqual([]);
      expect(await by.ok(contract.invitations.list, { params: { orgId: id } })).toEqual([]);
    }
    await expect.poll(() => readdir(scratch, { recursive: true })).toEqual([]);
  });

  test('whose rows name the other’s records reach none of them', async () => {
    const works = ways().map(([from, on]) => async () => {
      const files = await exportedFiles(testApp.app, from.boss, from.world.orgId);
      const before = holdingsOf(on, await holdings(testApp));
      const somebody = await testApp.person();
      const answer = await sendArchive(somebody, await zipOf(sealed(pointing(files, on))));
      const mine = answer.status === 201 ? [(answer.body as { id: number }).id] : [];
      const readable = await Promise.all(mine.map((orgId) => exportedFiles(testApp.app, somebody, orgId)));
      const said = readable.flatMap((all) => [...all.values()]).join('\n');
      return {
        status: answer.status,
        marks: foreignMarks(said, [from.mark]).filter((mark) => mark === on.mark),
        before,
        after: holdingsOf(on, await holdings(testApp)),
      };
    });
    // One after the other, so that what was written of the other side is known to be of this.
    for (const work of works) {
      const { status, marks, before, after } = await work();
      expect([201, 400]).toContain(status);
      expect(marks).toEqual([]);
      expect(after).toBe(before);
    }
  });

  test('that an organization of others is said to be in stay the sender’s', async () => {
    const [one, other] = sides;
    const files = tinyFiles();
    const organization = rowsIn(files, 'organization').map((row) => ({ ...row, id: other.world.orgId }));
    const bytes = await zipOf(
      sealed(withRows(files, 'organization', organization), { organization: { id: other.world.orgId, name: 'Tiny' } }),
    );
    const before = holdingsOf(other, await holdings(testApp));
    const answer = await sendArchive(one.stranger, bytes);
    expect(answer.status).toBe(201);
    expect((answer.body as { id: number }).id).not.toBe(other.world.orgId);
    expect(holdingsOf(other, await holdings(testApp))).toBe(before);
  });
});

describe('limits', () => {
  /** Far beyond what anyone does in an hour by hand. */
  const MANY = 400;

  test('that one account has used up are that account’s: everyone else goes on', async () => {
    const greedy = await testApp.person();
    const bytes = await tinyArchive();
    const statuses: number[] = [];
    for (let sent = 0; sent < MANY && !statuses.includes(429); sent += 20) {
      statuses.push(...statusesOf(await atOnce(Array.from({ length: 20 }, () => () => sendArchive(greedy, bytes)))));
    }
    expect(new Set(statuses)).toEqual(new Set([201, 429]));
    // Counted by what is taken and not by what arrives: none of those that came at once slipped through.
    const taken = statuses.filter((status) => status === 201).length;
    const { body } = await greedy.send('GET', '/api/organizations');
    expect((body as unknown[]).length).toBe(taken);
    const refused = await sendArchive(greedy, bytes);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    for (const { stranger, boss, world } of sides) {
      expect((await sendArchive(stranger, bytes)).status).toBe(201);
      expect((await boss.send('GET', `/api/organizations/${world.orgId}/customers`)).status).toBe(200);
    }
  });

  test('of wrong passwords are not those of others at other addresses', async () => {
    const sign = (email: string, remoteAddress: string) =>
      injectInto(testApp.app, {
        method: 'POST',
        url: contract.users.login.path,
        remoteAddress,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ email, password: 'not the password of anybody' }),
      });
    const [one, other] = sides;
    const guessed = await atOnce(Array.from({ length: 30 }, () => () => sign(one.boss.email, '198.51.100.77')));
    expect(new Set(guessed.map(({ status }) => status))).toEqual(new Set([401, 429]));
    expect((await sign(other.boss.email, '198.51.100.78')).status).toBe(401);
    // Signed-in people stay signed in.
    expect((await one.boss.send('GET', contract.account.get.path)).status).toBe(200);
  });
});
