import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sized } from '#tests/support/proof-size.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { billAtOnce, type RecordHead, type Send, wrongMoney, wrongRecords, wrongRuns } from './billing-storm.ts';
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

/**
 * Bills that were mailed as two mails. One that the program was handing over when it was killed may arrive again, as the same mail: its
 * reader's program shows it once.
 */
const sentTwice = ({ mails }: Mailbox): string[] => {
  const ids = new Map<string, Set<string>>();
  for (const { subject, messageId } of mails) {
    ids.set(subject, (ids.get(subject) ?? new Set()).add(messageId));
  }
  return [...ids].filter(([, own]) => own.size > 1).map(([subject]) => subject);
};

// Which processes are the database's is read from /proc.
test.runIf(process.platform === 'linux')(
  '32 clients bill, reopen, draft and run over the same jobs while the server is killed: each job is on one live record, no gap, no mail twice',
  { timeout: 180_000 + 2 * KILLS * 30_000 },
  async () => {
    const mailbox = await openMailbox();
    const outcome = await withVictim({}, async (victim) => {
      const { cookie, base } = await setUp(victim.program.url);
      // Where mail is sent, an account begins with a mailed link, which this one did not need.
      victim.give({ SMTP_URL: mailbox.url, MAIL_FROM: 'Headland <headland@farm.test>' });
      await victim.strike(false);
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
      const send = sendTo(victim, cookie);
      const field = { orgId: base.orgId, jobIds, paid, runs: [] };
      const wrong = await billAtOnce(send, field, strikes);
      const ofRuns = await wrongRuns(send, field);
      const answer = await fetch(`${victim.program.url}${within}/billing-records`, { headers: { cookie } });
      const records = (await answer.json()) as RecordHead[];
      return {
        wrong: [...wrong, ...ofRuns.wrong, ...wrongRecords(records, jobIds, 10_000), ...wrongMoney(records, paid)],
        isMuch: records.length > 2 * jobIds.length && ofRuns.issued.length > 0,
        twice: sentTwice(mailbox),
      };
    });
    await mailbox.close();
    expect(outcome).toEqual({ wrong: [], isMuch: true, twice: [] });
  },
);
