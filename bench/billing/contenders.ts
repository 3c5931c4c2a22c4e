import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { camtOf } from '#tests/support/camt.ts';
import type { Contender } from '#bench/turns.ts';
import type { Ask } from './ask.ts';
import { forgetLines } from './rows.ts';

const POLL_MS = 100;
/** As many as a page may have. */
const PAGE_ROWS = 1000;

interface Seen {
  readonly customerId: number;
  readonly digest: string;
  readonly grossCents: number;
}

/** Issues a run of the bills of these jobs, and waits until all have their numbers. */
export const issueRun = async (ask: Ask, jobIds: readonly number[]): Promise<void> => {
  const items = [];
  for (const id of jobIds) {
    const { customerId, digest, grossCents } = await ask<Seen>('GET', `unbilled-bill?jobIds=${id}`);
    items.push({ customerId, digest, grossCents, jobIds: [id], way: 'none' });
  }
  const { id } = await ask<{ id: number }>('POST', 'billing-runs', { items });
  for (;;) {
    const { finishedAt, failed } = await ask<{ finishedAt: string | null; failed: number }>('GET', `billing-runs/${id}`);
    if (failed > 0) {
      throw new Error(`${failed} bills of the run failed.`);
    }
    if (finishedAt !== null) {
      return;
    }
    await sleep(POLL_MS);
  }
};

const timed = async (count: number, work: () => Promise<unknown>) => {
  const began = performance.now();
  await work();
  return { count, seconds: (performance.now() - began) / 1_000 };
};

/** Each turn is one run of so many of the jobs, which nobody billed before; looking at each bill is part of it. */
export const runsOf = (ask: Ask, pid: number, jobs: number[], bills: number): Contender => ({
  pid,
  work: () => timed(bills, () => issueRun(ask, jobs.splice(0, bills))),
});

/** A bank's file in which every third payment names one of the open bills. */
const fileOf = (lines: number, open: number): string =>
  camtOf([
    {
      entries: Array.from({ length: lines }, (_, n) => ({
        amount: `${100 + n}.00`,
        currency: 'USD',
        payer: `Payer ${n}`,
        bankReference: randomUUID(),
        text: n % 3 === 0 ? `Invoice 2024-${1 + (n % open)}` : `Order ${n}`,
      })),
    },
  ]);

/** Each turn reads a file of so many payments, and lists them with the bills that they seem to pay; the last one's are forgotten. */
export const statementsOf = (
  { ask, client, orgId }: { ask: Ask; client: pg.Client; orgId: number },
  { pid, lines, open }: { pid: number; lines: number; open: number },
): Contender => ({
  pid,
  work: async () => {
    await forgetLines(client, orgId);
    const file = fileOf(lines, open);
    return timed(lines, async () => {
      await ask('POST', 'bank-statements?fileName=bench.xml', file);
      const page = await ask<{ match: unknown }[]>('GET', `bank-lines?limit=${PAGE_ROWS}`);
      const matched = page.filter(({ match }) => match !== null).length;
      if (page.length !== lines || matched < Math.min(lines, open) / 4) {
        throw new Error(`Of ${lines} payments ${page.length} are there, and ${matched} have found a bill.`);
      }
    });
  },
});
