import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sized } from '#tests/support/proof-size.ts';
import { billAtOnce, type RecordHead, type Send, wrongMoney, wrongRecords } from './billing-storm.ts';
import { postJson, setUp, type Victim, withVictim } from './victim.ts';

const KILLS = sized({ push: 2, proofs: 20 });
const TIMEOUT_MS = 20_000;

const sendTo =
  (victim: Victim, cookie: string): Send =>
  async (method, path, body, key) => {
    try {
      const response = await fetch(`${await victim.url()}${path}`, {
        method,
        headers: { cookie, 'idempotency-key': key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      return response.status >= 500 ? undefined : { status: response.status, text };
    } catch {
      return undefined;
    }
  };

// Which processes are the database's is read from /proc.
test.runIf(process.platform === 'linux')(
  '32 clients bill, reopen and draft the same jobs while the server is killed: each job is on one live record, numbers have no gap',
  { timeout: 180_000 + KILLS * 30_000 },
  async () => {
    const outcome = await withVictim({}, async (victim) => {
      const { cookie, base } = await setUp(victim.program.url);
      const within = `/api/organizations/${base.orgId}`;
      const make = async (path: string, body: object) =>
        ((await (await postJson(victim.program.url + path, body, cookie)).json()) as { id: number }).id;
      const { serviceTypeId, customerId } = base;
      await make(`${within}/rates`, { serviceTypeId, lines: [{ basis: 'hour', prices: [{ upTo: null, price: '50' }] }] });
      const jobIds: number[] = [];
      for (const name of ['A', 'B', 'C']) {
        const id = await make(`${within}/jobs`, { name, customerId });
        await make(`/api/jobs/${id}/entries`, { serviceTypeId, date: '2025-06-20', totalHours: 2 });
        jobIds.push(id);
      }
      const strikes = async () => {
        for (let kill = 0; kill < KILLS; kill += 1) {
          await sleep(300 + Math.random() * 900);
          await victim.strike(kill % 2 === 1);
        }
      };
      const paid: number[] = [];
      const wrong = await billAtOnce(sendTo(victim, cookie), { orgId: base.orgId, jobIds, paid }, strikes);
      const answer = await fetch(`${victim.program.url}${within}/billing-records`, { headers: { cookie } });
      const records = (await answer.json()) as RecordHead[];
      return {
        wrong: [...wrong, ...wrongRecords(records, jobIds, 10_000), ...wrongMoney(records, paid)],
        isMuch: records.length > 2 * jobIds.length,
      };
    });
    expect(outcome).toEqual({ wrong: [], isMuch: true });
  },
);
