import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BillingRun } from '#shared/billing/schemas/billing-run.ts';
import type { UnbilledBillsOfCustomer } from '#shared/billing/schemas/unbilled-bill.ts';
import type { BillingRecordKind } from '#shared/billing/schemas/record-kinds.ts';

export interface Heard {
  readonly status: number;
  readonly text: string;
}

/** Sends a request under a key; undefined when nobody can know whether it took effect, or nobody is there. */
export type Send = (method: string, path: string, body: object | undefined, key: string) => Promise<Heard | undefined>;

export interface RecordHead {
  readonly id: number;
  readonly kind: BillingRecordKind;
  readonly year: number;
  readonly number: number;
  readonly reversesId: number | null;
  readonly reversedById: number | null;
  readonly jobIds: readonly number[];
  readonly grossCents: number;
  readonly paidCents: number;
}

/** The jobs of one customer that are to be billed, by as many clients as there may be. */
export interface Field {
  readonly orgId: number;
  readonly jobIds: readonly number[];
  /** The payments that were taken, and the billing runs that were started: filled by the storm. */
  readonly paid: number[];
  readonly runs: number[];
}

/** What each payment is of: a bill of one job is not paid by it. */
const PAYMENT_CENTS = 700;

const CLIENTS = 32;

/** Under one key until an answer comes, and then once more: the same answer. What was refused has used up no key. */
const insist = async (send: Send, method: string, path: string, body: object, wrong: string[]): Promise<Heard> => {
  const key = randomUUID();
  for (;;) {
    const first = await send(method, path, body, key);
    if (first === undefined) {
      // Disconnected clients need a moment to come back.
      await sleep(50);
    } else {
      const again = first.status < 300 ? await send(method, path, body, key) : undefined;
      if (again !== undefined && again.text !== first.text) {
        wrong.push(`${path}: ${first.text}, then ${again.text}`);
      }
      if (first.status >= 300 && first.status !== 409 && first.status !== 404) {
        wrong.push(`${method} ${path}: ${first.status} ${first.text}`);
      }
      return first;
    }
  }
};

/** Pays a part of the job's live bill, if it has one at the moment. */
const payFor = async (send: Send, { orgId, paid }: Field, jobId: number, wrong: string[]): Promise<void> => {
  const records = `/api/organizations/${orgId}/billing-records`;
  const heard = await send('GET', `${records}?kind=bill&jobId=${jobId}`, undefined, randomUUID());
  const heads = heard?.status === 200 ? (JSON.parse(heard.text) as RecordHead[]) : [];
  const live = heads.find(({ reversedById }) => reversedById === null);
  if (live !== undefined) {
    const body = { paidOn: '2025-07-01', amountCents: PAYMENT_CENTS };
    const { status } = await insist(send, 'POST', `${records}/${live.id}/payments`, body, wrong);
    if (status === 201) {
      paid.push(PAYMENT_CENTS);
    }
  }
};

/** Starts a billing run over whatever is not billed at the moment, each bill as it was seen, to be mailed to an address of its own. */
const runAll = async (send: Send, { orgId, runs }: Field, wrong: string[]): Promise<void> => {
  const within = `/api/organizations/${orgId}`;
  const heard = await send('GET', `${within}/unbilled-bills`, undefined, randomUUID());
  const customers = heard?.status === 200 ? (JSON.parse(heard.text) as UnbilledBillsOfCustomer[]) : [];
  const items = customers
    .flatMap(({ bills }) => bills)
    .filter(({ hindrance, hasAmount }) => hindrance === null && hasAmount)
    .map(({ customerId, jobs, digest, grossCents }) => ({
      customerId,
      jobIds: jobs.map(({ id }) => id),
      digest,
      grossCents: grossCents ?? 0,
      way: 'mail',
      recipients: [`${randomUUID()}@example.com`],
    }));
  if (items.length > 0) {
    const { status, text } = await insist(send, 'POST', `${within}/billing-runs`, { items }, wrong);
    if (status === 201) {
      runs.push((JSON.parse(text) as { id: number }).id);
    }
  }
};

/**
 * Each client has its own way through the jobs: marks them billed, pays or reopens some, bills some on a draft with
 * others, and whatever is not billed in a run.
 */
const work = async (send: Send, field: Field, client: number, wrong: string[]): Promise<void> => {
  const { orgId, jobIds } = field;
  const setStatus = (id: number, status: string) => insist(send, 'PATCH', `/api/jobs/${id}`, { status }, wrong);
  for (const [step, id] of jobIds.entries()) {
    const other = jobIds[(step + client) % jobIds.length] ?? id;
    if (client % 8 === 1) {
      await insist(send, 'PATCH', `/api/jobs/${other}`, { status: 'completed', payments: 'credit' }, wrong);
    } else if (client % 8 === 3) {
      await payFor(send, field, other, wrong);
    } else if (client % 8 === 2) {
      const draft = await insist(send, 'POST', `/api/organizations/${orgId}/bill-drafts`, { jobIds: [...new Set([id, other])] }, wrong);
      if (draft.status === 201) {
        const { id: draftId, version, bill } = JSON.parse(draft.text) as { id: number; version: number; bill: { grossCents: number } };
        const seen = { draftId, draftVersion: version, grossCents: bill.grossCents };
        await insist(send, 'POST', `/api/organizations/${orgId}/billing-records`, seen, wrong);
      }
    } else if (client % 8 === 4 || client % 8 === 6) {
      await runAll(send, field, wrong);
    } else {
      await setStatus(other, 'billed');
    }
  }
};

/** The run, as soon as nothing of it is left to do. */
const finished = async (send: Send, orgId: number, id: number): Promise<BillingRun> => {
  for (;;) {
    const heard = await send('GET', `/api/organizations/${orgId}/billing-runs/${id}`, undefined, randomUUID());
    const run = heard?.status === 200 ? (JSON.parse(heard.text) as BillingRun) : undefined;
    if (run !== undefined && run.finishedAt !== null) {
      return run;
    }
    await sleep(50);
  }
};

/** What is wrong with the runs: a bill is done with a record of its own, or failed for a reason and without one. Returns its issued numbers, too. */
export const wrongRuns = async (send: Send, { orgId, runs }: Field): Promise<{ readonly wrong: string[]; readonly issued: string[] }> => {
  const all = await Promise.all(runs.map((id) => finished(send, orgId, id)));
  const items = all.flatMap((run) => run.items.map((item) => ({ ...item, run: run.id })));
  const issued = items.flatMap(({ label }) => label ?? []);
  return {
    issued,
    wrong: [
      ...items
        // One whose bill was voided before its mail went out has failed with its record.
        .filter(({ state, label, reason }) => (state === 'done' ? label === null : state !== 'failed' || reason === null))
        .map(({ run, place, state, label }) => `run ${run}, bill ${place}: ${state}, ${label ?? 'without a number'}`),
      ...(new Set(issued).size === issued.length ? [] : [`numbers in two runs: ${issued.toSorted().join(', ')}`]),
    ],
  };
};

/**
 * Lets 32 clients at the jobs at once, while `meanwhile` happens: first each in its own way, where runs are seldom the first, and then with
 * runs alone. In the end every job is billed, and something is paid of each. Returns what went wrong, as sentences.
 */
export const billAtOnce = async (send: Send, field: Field, meanwhile: () => Promise<void>): Promise<string[]> => {
  const wrong: string[] = [];
  for (const id of field.jobIds) {
    await insist(send, 'PATCH', `/api/jobs/${id}`, { status: 'completed' }, wrong);
  }
  const working = Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(send, field, client, wrong)));
  await Promise.all([working, meanwhile()]);
  for (const id of field.jobIds) {
    await insist(send, 'PATCH', `/api/jobs/${id}`, { status: 'completed', payments: 'credit' }, wrong);
  }
  await Promise.all([...Array.from({ length: CLIENTS }, () => runAll(send, field, wrong)), meanwhile()]);
  // What runs had asked for is done before the rest is billed.
  for (const id of field.runs) {
    await finished(send, field.orgId, id);
  }
  for (const id of field.jobIds) {
    await insist(send, 'PATCH', `/api/jobs/${id}`, { status: 'billed' }, wrong);
  }
  // Before, a payment seldom finds a bill that stays.
  await Promise.all(field.jobIds.map((id) => payFor(send, field, id, wrong)));
  return wrong;
};

/** What is wrong with the money on these records: all that was paid must be on one of them, and on none below nothing. */
export const wrongMoney = (records: readonly RecordHead[], paid: readonly number[]): string[] => {
  const add = (cents: readonly number[]): number => cents.reduce((sum, each) => sum + each, 0);
  const found = add(records.map(({ paidCents }) => paidCents));
  return [
    ...(found === add(paid) ? [] : [`${add(paid)} was paid, and ${found} is there`]),
    ...records.filter(({ paidCents }) => paidCents < 0).map(({ number, paidCents }) => `record ${number}: ${paidCents} paid`),
  ];
};

/** What is wrong with the records of jobs that are all billed. */
export const wrongRecords = (records: readonly RecordHead[], jobIds: readonly number[], grossCents: number): string[] => {
  const numbers = records.map(({ number }) => number).sort((a, b) => a - b);
  const live = records.filter(({ kind, reversedById }) => kind === 'bill' && reversedById === null);
  const reversals = records.filter(({ kind }) => kind === 'reversal');
  return [
    ...(numbers.every((number, index) => number === index + 1) ? [] : [`numbers: ${numbers.join(', ')}`]),
    ...jobIds
      .map((id) => ({ id, on: live.filter((each) => each.jobIds.includes(id)).length }))
      .filter(({ on }) => on !== 1)
      .map(({ id, on }) => `job ${id} is on ${on} live records`),
    ...live
      .filter((each) => each.grossCents !== grossCents * each.jobIds.length)
      .map((each) => `record ${each.number}: ${each.grossCents}`),
    ...reversals
      .filter(({ id, reversesId }) => records.find((each) => each.id === reversesId)?.reversedById !== id)
      .map(({ number }) => `reversal ${number} reverses nothing`),
    ...(records.length === live.length + 2 * reversals.length ? [] : ['records that are neither live nor reversed']),
  ];
};
