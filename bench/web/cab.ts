import { setTimeout as sleep } from 'node:timers/promises';
import { postJson } from '#tests/kill/victim.ts';
import type { Took } from './screens.ts';
import type { Stage } from './stage.ts';

/** So many customers are in the run; from one to the next it is one press less. */
const STOPS = 21;
/** Between two presses: what one of them starts may still be running at the next, and sooner would be the bounce of a glove. */
const PAUSE_MS = 900;

const made = async (stage: Stage, path: string, body: object): Promise<number> => {
  const answer = await postJson(`${stage.origin}/api/${path}`, body, stage.cookie);
  const { id } = (await answer.json()) as { id: number };
  return id;
};

/** Yesterday's run, which the next one repeats with all its customers. */
const makeRun = async (stage: Stage): Promise<void> => {
  const { orgId, serviceTypeId } = stage;
  const [date, startedAt, endedAt] = ['2025-07-01', '2025-07-01T08:00:00Z', '2025-07-01T18:00:00Z'];
  const runId = await made(stage, `organizations/${orgId}/runs`, { date, serviceTypeId, startedAt, endedAt });
  for (let stop = 1; stop <= STOPS; stop += 1) {
    const customerId = await made(stage, `organizations/${orgId}/customers`, {
      businessName: `Stop ${String(stop).padStart(2, '0')} Farm`,
    });
    const jobId = await made(stage, `organizations/${orgId}/jobs`, { name: 'Planting', customerId });
    await made(stage, `jobs/${jobId}/entries`, { date, serviceTypeId, runId, spans: [{ from: startedAt, to: startedAt }], loads: 3 });
  }
};

/** Presses in the cab of a phone without a network, each to the frame that shows what came of it. */
export interface CabTimes {
  /** To the next customer: the stop's entry and the state of the run are kept before it is shown. */
  readonly next: readonly Took[];
  /** One load more. */
  readonly more: readonly Took[];
}

export const measureCab = async (stage: Stage): Promise<CabTimes> => {
  await makeRun(stage);
  await stage.open('/dashboard');
  await stage.until(`bench.rows('jobEntries').then((rows) => rows.filter(({ runId }) => runId !== null).length >= ${STOPS})`);
  await stage.open('/runs/new');
  await stage.setOffline(true);
  await stage.page.getByRole('button', { name: /^Start at/ }).tap();
  await stage.page.locator('.cab-next').waitFor();
  await sleep(3_000);
  const took = async (pressed: string, shown: string): Promise<Took> => {
    const before = await stage.busy();
    const clock = await stage.ask<number>(`bench.pressUntilChanged(${JSON.stringify(pressed)}, ${JSON.stringify(shown)})`);
    const busy = (await stage.busy()) - before;
    await sleep(PAUSE_MS);
    return { clock, busy };
  };
  const next: Took[] = [];
  const more: Took[] = [];
  for (let stop = 1; stop < STOPS; stop += 1) {
    more.push(await took('.cab-stepper > :last-child', '.cab-value'), await took('.cab-stepper > :last-child', '.cab-value'));
    next.push(await took('.cab-next', '.cab-place h1'));
  }
  await stage.setOffline(false);
  return { next, more };
};
