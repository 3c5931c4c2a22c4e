import type { BrowserContext } from 'playwright-core';

interface Named {
  readonly id: number;
  readonly name: string;
}
interface Job extends Named {
  readonly customerId: number;
}
type Ask = <T>(method: 'GET' | 'POST' | 'PATCH', path: string, data?: object) => Promise<T>;

/** What the demo's company asks an hour of a service for; of those not named here `USUAL`. */
const PRICES: Readonly<Record<string, string>> = { Harvesting: '310', Chopping: '285', Baling: '165', Tillage: '180', Hauling: '95' };
const USUAL = '140';

const askFor =
  (context: BrowserContext, url: string): Ask =>
  async (method, path, data) => {
    const answer = await context.request.fetch(`${url}/api${path}`, { method, ...(data ? { data } : {}) });
    if (!answer.ok()) {
      throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    }
    return answer.json();
  };

/** Two jobs of one customer, the first there are. */
const pairOf = (jobs: readonly Job[]): number[] => {
  const first = jobs.find((job) => jobs.some(({ id, customerId }) => id !== job.id && customerId === job.customerId));
  return jobs
    .filter(({ customerId }) => customerId === first?.customerId)
    .slice(0, 2)
    .map(({ id }) => id);
};

/** A run of three stops, which the demo has none of. */
const furnishRun = async (ask: Ask, within: string): Promise<void> => {
  const [service] = await ask<Named[]>('GET', `${within}/service-types`);
  const [machine] = await ask<Named[]>('GET', `${within}/equipment`);
  const crew = { serviceTypeId: service?.id, equipmentIds: machine ? [machine.id] : [], date: '2025-10-09' };
  const run = await ask<Named>('POST', `${within}/runs`, {
    ...crew,
    startedAt: '2025-10-09T07:05:00-05:00',
    endedAt: '2025-10-09T10:05:00-05:00',
    fuel: 46,
  });
  const jobs = await ask<Job[]>('GET', `${within}/jobs?status=open`);
  for (const [index, { id }] of jobs.slice(0, 3).entries()) {
    const span = { from: `2025-10-09T0${7 + index}:05:00-05:00`, to: `2025-10-09T${index === 2 ? '10' : `0${8 + index}`}:05:00-05:00` };
    await ask('POST', `/jobs/${id}/entries`, { ...crew, runId: run.id, spans: [span], totalHours: 1 });
  }
};

/** Gives the demo's company rates, billed jobs and a draft of a bill: it has none. Done once: what is there already stays. */
export const furnishBilling = async (context: BrowserContext, url: string, orgId: number): Promise<void> => {
  const ask = askFor(context, url);
  const within = `/organizations/${orgId}`;
  if ((await ask<unknown[]>('GET', `${within}/rates`)).length > 0) {
    return;
  }
  for (const { id, name } of await ask<Named[]>('GET', `${within}/service-types`)) {
    const prices = [{ upTo: null, price: PRICES[name] ?? USUAL }];
    await ask('POST', `${within}/rates`, { serviceTypeId: id, lines: [{ basis: 'hour', prices }] });
  }
  const completed = await ask<Job[]>('GET', `${within}/jobs?status=completed`);
  const pair = pairOf(completed);
  await ask('POST', `${within}/bill-drafts`, { jobIds: pair });
  // The newest one stays: its summary and its draft are shown.
  for (const { id } of completed
    .slice(1)
    .filter((job) => !pair.includes(job.id))
    .slice(0, 5)) {
    await ask('PATCH', `/jobs/${id}`, { status: 'billed' });
  }
  await furnishRun(ask, within);
};
