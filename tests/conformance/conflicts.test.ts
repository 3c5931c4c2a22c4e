import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { buildWorld, expectProblem, fingerprint, type Member, type World } from '#tests/api/world.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { WIDE_LIMITS } from '#tests/support/wide-limits.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ limits: WIDE_LIMITS });
});

afterAll(() => testApp.close());

interface Request {
  readonly method: string;
  readonly url: string;
  readonly body?: object;
}
interface Scene {
  readonly boss: Member;
  readonly world: World;
}

const del = (url: string): Request => ({ method: 'DELETE', url });
const patch = (url: string, body: object): Request => ({ method: 'PATCH', url, body });
const inOrg = ({ world }: Scene, path: string): string => `/api/organizations/${world.orgId}${path}`;
const setStatus = ({ boss }: Scene, id: number, status: 'open' | 'completed' | 'billed') =>
  boss.ok(contract.jobs.update, { params: { id }, body: { status } });
const hoursOf = async ({ boss }: Scene): Promise<number> =>
  (await boss.ok(contract.customDataFields.list, { params: boss })).find(({ name }) => name === 'Hours')?.id ?? 0;
const ownerOf = async ({ boss }: Scene): Promise<number> => (await boss.ok(contract.organizations.get, { params: boss })).employeeId;
const fill = ({ world }: Scene) => ({ serviceTypeId: world.serviceTypeId, date: '2025-06-20' });

/** Each refusal that depends on what is stored (specification 4.38, 5.36, 8.19 and others). */
const CONFLICTS: readonly (readonly [name: string, code: string, make: (scene: Scene) => Promise<Request>])[] = [
  ['deleting a system field', 'conflict', async (scene) => del(`/api/custom-data-fields/${await hoursOf(scene)}`)],
  ['renaming a system field', 'conflict', async (scene) => patch(`/api/custom-data-fields/${await hoursOf(scene)}`, { name: 'Time' })],
  ['retyping a system field', 'conflict', async (scene) => patch(`/api/custom-data-fields/${await hoursOf(scene)}`, { fieldType: 'text' })],
  [
    'deactivating a system field',
    'conflict',
    async (scene) => patch(`/api/custom-data-fields/${await hoursOf(scene)}`, { isActive: false }),
  ],
  [
    'deleting a field that a service offers',
    'conflict',
    async ({ boss, world }) => {
      await boss.ok(contract.serviceTypes.update, { params: { id: world.serviceTypeId }, body: { customDataFieldIds: [world.fieldId] } });
      return del(`/api/custom-data-fields/${world.fieldId}`);
    },
  ],
  [
    'deleting a field that an entry holds a value of',
    'conflict',
    async ({ boss, world }) => {
      await boss.ok(contract.jobEntries.update, { params: { id: world.entryId }, body: { customFieldValues: { Moisture: 31 } } });
      return del(`/api/custom-data-fields/${world.fieldId}`);
    },
  ],
  [
    'a second field of one name',
    'conflict',
    async (scene) => ({ method: 'POST', url: inOrg(scene, '/custom-data-fields'), body: { name: 'moisture' } }),
  ],
  ['deleting the owner', 'conflict', async (scene) => del(`/api/employees/${await ownerOf(scene)}`)],
  ['taking the owner’s access', 'conflict', async (scene) => patch(`/api/employees/${await ownerOf(scene)}`, { isUser: false })],
  ['lowering the owner', 'conflict', async (scene) => patch(`/api/employees/${await ownerOf(scene)}`, { accessLevel: 'admin' })],
  [
    'a second employee of one account',
    'conflict',
    async (scene) => {
      const { email } = await testApp.member(scene.boss, 'basic');
      return { method: 'POST', url: inOrg(scene, '/employees'), body: { firstName: 'A', lastName: 'B', isUser: true, email } };
    },
  ],
  [
    'deleting a billed job',
    'conflict',
    async (scene) => {
      await setStatus(scene, scene.world.jobId, 'billed');
      return del(`/api/jobs/${scene.world.jobId}`);
    },
  ],
  ...(['completed', 'billed'] as const).map(
    (status) =>
      [
        `an entry on a ${status} job`,
        'job_not_open',
        async (scene: Scene) => {
          await setStatus(scene, scene.world.jobId, status);
          return { method: 'POST', url: `/api/jobs/${scene.world.jobId}/entries`, body: fill(scene) };
        },
      ] as const,
  ),
  ...(['completed', 'billed'] as const).map(
    (status) =>
      [
        `moving an entry to a ${status} job`,
        'job_not_open',
        async (scene: Scene) => {
          const jobId = await scene.world.fresh.job();
          await setStatus(scene, jobId, status);
          return patch(`/api/job-entries/${scene.world.entryId}`, { jobId });
        },
      ] as const,
  ),
  [
    'changing an entry of a billed job',
    'job_not_open',
    async (scene) => {
      await setStatus(scene, scene.world.jobId, 'billed');
      return patch(`/api/job-entries/${scene.world.entryId}`, { notes: 'late' });
    },
  ],
  [
    'deleting an entry of a billed job',
    'job_not_open',
    async (scene) => {
      await setStatus(scene, scene.world.jobId, 'billed');
      return del(`/api/job-entries/${scene.world.entryId}`);
    },
  ],
  [
    'undoing a deletion twice',
    'conflict',
    async (scene) => {
      const url = inOrg(scene, `/audit-logs/${await scene.world.fresh.deletion()}/undo`);
      await scene.boss.send('POST', url);
      return { method: 'POST', url };
    },
  ],
  [
    'undoing what is no deletion',
    'conflict',
    async (scene) => {
      const [log] = await scene.boss.ok(contract.auditLogs.list, { params: scene.boss, query: { action: 'create' } });
      return { method: 'POST', url: inOrg(scene, `/audit-logs/${log?.id ?? 0}/undo`) };
    },
  ],
];

describe('what is in conflict with what is stored', () => {
  test.each(CONFLICTS)('%s is refused with %s and changes nothing', async (_name, code, make) => {
    const boss = await testApp.owner();
    const scene = { boss, world: await buildWorld(boss) };
    const { method, url, body } = await make(scene);
    const before = await fingerprint(testApp);
    const answer = await boss.send(method, url, body);
    expect(answer).toMatchObject({ status: 409, body: { code, status: 409 } });
    expectProblem(answer);
    expect(await fingerprint(testApp)).toEqual(before);
  });
});
