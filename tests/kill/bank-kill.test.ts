import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { camtOf } from '#tests/support/camt.ts';
import { sized } from '#tests/support/proof-size.ts';
import { postJson, setUp, type Victim, withVictim } from './victim.ts';

const KILLS = sized({ push: 2, proofs: 10 });
const BILLS = 6;
const CENTS = 10_000;

interface Line {
  readonly id: number;
  readonly text: string;
  readonly bookedCents: number;
  readonly amountCents: number;
}

interface Head {
  readonly id: number;
  readonly label: string;
  readonly paidCents: number;
}

/** Asks under one key until somebody answers. */
const insistOn =
  (victim: Victim, cookie: string) =>
  async (method: string, path: string, body?: object): Promise<{ readonly status: number; readonly text: string }> => {
    const key = randomUUID();
    for (;;) {
      const url = await victim.url();
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          cookie,
          ...(method === 'GET' ? {} : { 'idempotency-key': key }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(20_000),
      }).then(
        async (response) => ({ status: response.status, text: await response.text() }),
        () => undefined,
      );
      if (answer && answer.status < 500) {
        return answer;
      }
      await sleep(30);
    }
  };

// Which processes are the database's is read from /proc.
test.runIf(process.platform === 'linux')(
  'payments of the bank are booked and undone while the server is killed: none is lost, none is there twice',
  { timeout: 180_000 + KILLS * 30_000 },
  async () => {
    const outcome = await withVictim({}, async (victim) => {
      const { cookie, base } = await setUp(victim.program.url);
      const { serviceTypeId, customerId } = base;
      const within = `/api/organizations/${base.orgId}`;
      const insist = insistOn(victim, cookie);
      const make = async (path: string, body: object) =>
        ((await (await postJson(victim.program.url + path, body, cookie)).json()) as { id: number }).id;
      await make(`${within}/rates`, { serviceTypeId, lines: [{ basis: 'hour', prices: [{ upTo: null, price: '50' }] }] });
      for (let bill = 0; bill < BILLS; bill += 1) {
        const id = await make(`${within}/jobs`, { name: `Job ${bill}`, customerId });
        await make(`/api/jobs/${id}/entries`, { serviceTypeId, date: '2025-06-20', totalHours: 2 });
        await insist('PATCH', `/api/jobs/${id}`, { status: 'billed' });
      }
      const heads = async () => JSON.parse((await insist('GET', `${within}/billing-records`)).text) as Head[];
      const lines = async () =>
        (
          await Promise.all(['open', 'matched'].map(async (state) => (await insist('GET', `${within}/bank-lines?state=${state}`)).text))
        ).flatMap((text) => JSON.parse(text) as Line[]);
      const bills = await heads();
      const { currency } = JSON.parse((await insist('GET', within)).text) as { currency: string };
      const file = camtOf([{ entries: bills.map(({ label }) => ({ amount: '100.00', currency, text: label, bankReference: label })) }]);
      await fetch(`${victim.program.url}${within}/bank-statements?fileName=camt.xml`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/octet-stream' },
        body: new TextEncoder().encode(file),
      });
      const all = await lines();
      const itemOf = ({ id, text }: Line) => ({
        lineId: id,
        parts: [{ recordId: bills.find(({ label }) => label === text)?.id ?? 0, amountCents: CENTS }],
      });
      const storm = { isOver: false, booked: 0 };
      const wrong: string[] = [];
      const clients = [...all, undefined, undefined].map(async (line) => {
        while (!storm.isOver) {
          // Some book one line again and again, two of them all in one go.
          const items = line ? [itemOf(line)] : all.map(itemOf);
          const { status, text } = await insist('POST', `${within}/bank-lines/book`, { items });
          storm.booked += status === 200 ? 1 : 0;
          if (![200, 400, 409].includes(status)) {
            wrong.push(text);
          }
          const undone = all[Math.floor(Math.random() * all.length)];
          const taken = await insist('POST', `${within}/bank-lines/${undone?.id ?? 0}/undo`);
          if (![200, 409].includes(taken.status)) {
            wrong.push(taken.text);
          }
        }
      });
      for (let kill = 0; kill < KILLS; kill += 1) {
        // Not before something was booked, so that a kill comes in the middle of more.
        for (const before = storm.booked; storm.booked < before + 2;) {
          await sleep(20);
        }
        await sleep(Math.random() * 200);
        await victim.strike(kill % 2 === 1);
      }
      storm.isOver = true;
      await Promise.all(clients);
      const between = await lines();
      const paid = await heads();
      const sumOf = (cents: readonly number[]): number => cents.reduce((sum, each) => sum + each, 0);
      const isEven = sumOf(between.map(({ bookedCents }) => bookedCents)) === sumOf(paid.map(({ paidCents }) => paidCents));
      await insist('POST', `${within}/bank-lines/book`, { items: all.map(itemOf) });
      return {
        wrong,
        isMuch: storm.booked > KILLS,
        isEven,
        lines: all.length,
        paid: (await heads()).map(({ paidCents }) => paidCents),
        booked: (await lines()).map(({ bookedCents }) => bookedCents),
      };
    });
    const whole = Array.from({ length: BILLS }, () => CENTS);
    expect(outcome).toEqual({ wrong: [], isMuch: true, isEven: true, lines: BILLS, paid: whole, booked: whole });
  },
);
