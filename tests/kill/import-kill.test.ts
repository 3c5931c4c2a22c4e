import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sized } from '#tests/support/proof-size.ts';
import { setUp, type Victim, withVictim } from './victim.ts';

const KILLS = sized({ push: 4, proofs: 20 });
/** So many that kills come while they are written: a call goes on for a second. */
const ROWS = sized({ push: 5_000, proofs: 20_000 });

const nameOf = (row: number): string => `Customer ${String(row).padStart(5, '0')}`;

interface Told {
  readonly id: number;
  readonly state: string;
  readonly written: number;
}

/** Asks until somebody answers. */
const askOf =
  (victim: Victim, cookie: string, path: string) =>
  async (method: string, more: string, body?: Uint8Array<ArrayBuffer>): Promise<Told> => {
    for (;;) {
      const answer = await fetch(`${await victim.url()}${path}${more}`, {
        method,
        headers: { cookie, ...(body ? { 'content-type': 'application/octet-stream' } : {}) },
        ...(body ? { body } : {}),
        signal: AbortSignal.timeout(20_000),
      }).then(
        async (response) => ({ status: response.status, text: await response.text() }),
        () => undefined,
      );
      if (answer && answer.status < 300) {
        return JSON.parse(answer.text) as Told;
      }
      if (answer && answer.status < 500) {
        throw new Error(`${answer.status}: ${answer.text}`);
      }
      await sleep(50);
    }
  };

// Which processes are the database's is read from /proc.
test.runIf(process.platform === 'linux')(
  'an import that is killed again and again goes on where it was: every row is there once',
  { timeout: 180_000 + KILLS * 30_000 },
  async () => {
    const outcome = await withVictim({}, async (victim) => {
      const { cookie, base } = await setUp(victim.program.url);
      const within = `/api/organizations/${base.orgId}`;
      const ask = askOf(victim, cookie, `${within}/imports`);
      const file = new TextEncoder().encode(`Name,Town\n${Array.from({ length: ROWS }, (_, row) => `${nameOf(row)},Evan`).join('\n')}\n`);
      const { id } = await ask('POST', '?kind=customers&fileName=customers.csv', file);
      const seen: number[] = [];
      for (let kills = 0; kills < KILLS; kills += 1) {
        const going = ask('POST', `/${id}/run`);
        await sleep(40 + Math.random() * 160);
        await victim.strike(kills % 2 === 1);
        seen.push((await ask('GET', `/${id}`)).written);
        await going;
      }
      let now = await ask('GET', `/${id}`);
      while (now.state !== 'done') {
        now = await ask('POST', `/${id}/run`);
      }
      const answer = await fetch(`${await victim.url()}${within}/customers`, { headers: { cookie } });
      const names = ((await answer.json()) as { businessName: string }[]).map(({ businessName }) => businessName);
      const made = new Set(names);
      return {
        written: now.written,
        missing: Array.from({ length: ROWS }, (_, row) => nameOf(row)).filter((name) => !made.has(name)).length,
        doubled: names.length - made.size,
        isSteady: seen.every((count, index) => count >= (seen[index - 1] ?? 0)),
        isInTheMiddle: seen[0] !== undefined && seen[0] < ROWS,
      };
    });
    expect(outcome).toEqual({ written: ROWS, missing: 0, doubled: 0, isSteady: true, isInTheMiddle: true });
  },
);
