import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { ROUTES } from '#client/app/routes.tsx';
import { OVERVIEW } from '#client/app/screens.tsx';
import { buildWorld, type Member } from '../../api/world.ts';
import { fillBilling } from '../../api/archive-fill.ts';
import { ENGINES, type EngineApp, giveSession, startEngineApp } from '../../support/engines/app.ts';
import type { Driver } from '../../support/engines/driver.ts';
import { PATIENCE, userOf } from '../../support/engines/user.ts';
import { oneAtAPush } from '../../support/proof-size.ts';

// Every screen once in each engine, by its address: its heading is there, nothing is loading any more, and no error was heard.

vi.setConfig({ testTimeout: 400_000 });

let app: EngineApp;
let boss: Member;
/** A record for each kind of address that names one. */
let ids: Readonly<Record<string, number>>;

beforeAll(async () => {
  app = await startEngineApp();
  boss = await app.test.owner();
  const params = { orgId: boss.orgId };
  await boss.ok(contract.organizations.update, { params, body: { onboardingStep: 'completed' } });
  const world = await buildWorld(boss);
  const { drafted } = await fillBilling(boss, world);
  const [record] = await boss.ok(contract.billingRecords.list, { params });
  const began = { serviceTypeId: world.serviceTypeId, date: '2025-06-16', startedAt: '2025-06-16T07:05:00-05:00' };
  const run = await boss.ok(contract.runs.create, { params, body: { ...began, endedAt: '2025-06-16T16:55:00-05:00' } });
  ids = {
    '/customers': world.customerId,
    '/employees': world.employeeId,
    '/service-types': world.serviceTypeId,
    '/equipment': world.equipmentId,
    '/jobs': world.jobId,
    '/runs': run.id,
    '/organization/billing/jobs': drafted,
    '/organization/billing/drafts': world.draftId,
    '/organization/billing/records': record?.id ?? 0,
  };
});
afterAll(() => app?.close());

const addressOf = (path: string): string => path.replace(/^(.*)\/:id/, (_, above: string) => `${above}/${ids[above]}`);

interface Seen {
  readonly title: string;
  readonly hasHeading: boolean;
  readonly waits: string | null;
  readonly refusal: string | null;
}

const look = (driver: Driver): Promise<Seen> =>
  driver.run(() => {
    const main = document.querySelector('main');
    const heading = [...(main?.querySelectorAll('h1') ?? [])].find((each) => each.checkVisibility());
    return {
      title: document.title.replace(' · Headland', ''),
      hasHeading: (heading?.innerText ?? '') !== '',
      waits: document.querySelector<HTMLElement>('[role=status]:not([popover] *)')?.textContent.match(/^Loading.*/)?.[0] ?? null,
      refusal: main?.innerText.match(/.*(?:not found|could not be|cannot be).*/i)?.[0] ?? null,
    };
  });

test.each(oneAtAPush(ENGINES, 'screens'))('%s shows every screen', async (_, openEngine) => {
  const driver = await openEngine();
  try {
    const user = userOf(driver);
    await giveSession(driver, app.url, boss);
    for (const { path, title } of [OVERVIEW, ...ROUTES]) {
      await driver.open(app.url + addressOf(path));
      await expect
        .poll(async () => ({ path, ...(await look(driver)) }), PATIENCE)
        .toEqual({ path, title, hasHeading: true, waits: null, refusal: null });
    }
    expect(await user.errors()).toEqual([]);
  } finally {
    await driver.close();
  }
});
