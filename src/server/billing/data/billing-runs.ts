import type { BillingRun, BillingRunHead, BillingRunItem, RunWay } from '#shared/billing/schemas/billing-run.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Message } from '#shared/messages/message.ts';
import { CAME_BACK } from './undelivered-bills.ts';
import type { Context } from '#server/context.ts';
import { PERSON } from '#server/data/entry-sql.ts';
import type { Database } from '#server/db/database.ts';

type Of = Pick<Context, 'db' | 'orgId'>;

/** How many runs are listed. */
const NEWEST = 20;
/** After so many errors that nobody foresaw a bill is given up. */
export const MOST_ATTEMPTS = 5;

/** Why a bill of a run failed, as it is stored: `now` is the bill in place of the one that was seen. */
export interface StoredReason extends Pick<Message, 'messageCode' | 'values' | 'message'> {
  readonly now?: { readonly digest: string; readonly grossCents: number };
}

/** A bill as a run asks for it. */
export interface WishedBill {
  readonly customerId: number;
  readonly jobIds: readonly number[];
  readonly digest: string;
  readonly grossCents: number;
  readonly way: RunWay;
  readonly recipients: readonly string[];
}

interface NewRun {
  readonly issuedOn: CalendarDate;
  readonly message: string | null;
  readonly language: LanguageId;
  readonly items: readonly WishedBill[];
}

const BETWEEN = ', ';
const recipientsOf = (recipient: string | null): string[] => (recipient === null ? [] : recipient.split(BETWEEN));

export const insertRun = async (ctx: Context, { issuedOn, message, language, items }: NewRun): Promise<number> => {
  const [run] = await ctx.db.query<{ id: number }>({
    text: `insert into billing_runs (organization_id, issued_on, message, language, created_by, created_at)
           values ($1, $2, $3, $4, $5, $6) returning id`,
    values: [ctx.orgId, issuedOn, message, language, ctx.user.id, ctx.now()],
  });
  if (!run) {
    throw new Error('The database gave no row for a billing run.');
  }
  const rows = items.map(({ jobIds, recipients, ...item }, index) => ({
    ...item,
    place: index + 1,
    jobIds,
    recipient: recipients.length === 0 ? null : recipients.join(BETWEEN),
  }));
  await ctx.db.query({
    text: `insert into billing_run_items (organization_id, run_id, place, customer_id, job_ids, digest, gross_cents, way, recipient)
           select $1, $2, i.place, i."customerId", i."jobIds", i.digest, i."grossCents", i.way, i.recipient
             from jsonb_to_recordset($3::jsonb) as i (place int, "customerId" int, "jobIds" int[], digest text, "grossCents" bigint, way text, recipient text)`,
    values: [ctx.orgId, run.id, JSON.stringify(rows)],
  });
  return run.id;
};

/** Whether the printed bill went out: said by somebody, and not taken back. */
const POSTED = `exists (select from billing_events e where e.organization_id = i.organization_id and e.record_id = i.record_id
  and e.kind = 'sent' and e.way <> 'mail'
  and not exists (select from billing_events b where b.organization_id = e.organization_id and b.takes_back_id = e.id))`;

// People who came with an import have no account here.
const CREATED_BY = `coalesce(
    (select ${PERSON} from users n where n.id = r.created_by),
    (select ${PERSON} from former_authors n where n.organization_id = r.organization_id and n.user_id = r.created_by))`;

// Few mails wait: the queue is read once, and the event of each looked up, since a join may read all events.
const HEADS = `with queued as materialized (
    select e.record_id from mails m cross join lateral (
      select record_id, letter_id from billing_events where organization_id = $1 and id = m.billing_event_id limit 1) e
     where m.event_organization_id = $1 and e.letter_id is null)
  select r.id, r.issued_on::text as "issuedOn", r.created_by as "createdBy", ${CREATED_BY} as "createdByName",
         to_json(r.created_at) #>> '{}' as "createdAt", to_json(r.finished_at) #>> '{}' as "finishedAt", o.currency, c.*
    from billing_runs r join organizations o on o.id = r.organization_id
    cross join lateral (
      select count(*)::int as count, (count(*) filter (where i.state = 'waiting'))::int as waiting,
             (count(*) filter (where i.state = 'issued'))::int as "toMail", (count(*) filter (where i.state = 'done'))::int as done,
             (count(*) filter (where i.state = 'failed'))::int as failed, count(i.record_id)::int as issued,
             (count(*) filter (where i.way = 'print' and i.record_id is not null))::int as "toPrint",
             (count(*) filter (where i.way = 'print' and i.record_id is not null and not ${POSTED}))::int as "toPost",
             (count(*) filter (where i.record_id in (select record_id from queued)))::int as "onTheWay",
             count(back.id)::int as undelivered, max(back.id) as "lastUndelivered"
        from billing_run_items i
        left join lateral (
          select max(u.id) as id from billing_events u
           where u.organization_id = i.organization_id and u.record_id = i.record_id and i.way = 'mail' and ${CAME_BACK}) back on true
       where i.organization_id = r.organization_id and i.run_id = r.id
    ) c where r.organization_id = $1`;

/** The job that keeps a bill from being issued, as far as one can tell by now; else the first of its jobs. */
const CAUSE = `(select j.id from jobs j where j.organization_id = i.organization_id and j.id = any(i.job_ids)
  order by j.status = 'completed' and j.customer_id = i.customer_id, j.id limit 1)`;

/** The mails of a bill that came back, an address once; null: none. */
const UNDELIVERED = `(select json_agg(json_build_object('recipient', b.recipient, 'reason', b.note) order by b.id) from (
  select distinct on (u.recipient) u.id, u.recipient, u.note from billing_events u
   where u.organization_id = i.organization_id and u.record_id = i.record_id and i.way = 'mail' and ${CAME_BACK}
   order by u.recipient, u.id desc) b)`;

/** The newest first. */
export const listRuns = ({ db, orgId }: Of): Promise<BillingRunHead[]> =>
  db.query<BillingRunHead>({ name: 'billing-runs', text: `${HEADS} order by r.id desc limit ${NEWEST}`, values: [orgId] });

type ItemRow = Omit<BillingRunItem, 'recipients' | 'reason' | 'now'> & { recipient: string | null; reason: StoredReason | null };

export const findRun = async ({ db, orgId }: Of, id: number): Promise<BillingRun> => {
  const [head] = await db.query<BillingRunHead>({ name: 'billing-run', text: `${HEADS} and r.id = $2`, values: [orgId, id] });
  if (!head) {
    throw refusal('not_found', 'notFound', { what: { term: 'Billing run' } });
  }
  const rows = await db.query<ItemRow>({
    name: 'billing-run-items',
    text: `select i.place, i.customer_id as "customerId", coalesce(b.customer_name, c.business_name) as "customerName", i.job_ids as "jobIds",
                  i.digest, i.gross_cents as "grossCents", i.way, i.recipient, i.state, i.record_id as "recordId",
                  coalesce(b.label, b.year || '-' || b.number) as label, i.reason,
                  case i.way when 'mail' then i.state = 'done' and ${UNDELIVERED} is null when 'print' then ${POSTED} else false end as "isSent",
                  coalesce(${UNDELIVERED}, '[]') as undelivered,
                  case when i.state = 'failed' and i.record_id is null then ${CAUSE} end as "causeJobId"
             from billing_run_items i
             join customers c on c.organization_id = i.organization_id and c.id = i.customer_id
             left join billing_records b on b.organization_id = i.organization_id and b.id = i.record_id
            where i.organization_id = $1 and i.run_id = $2 order by i.place`,
    values: [orgId, id],
  });
  const items = rows.map(({ recipient, reason, ...row }) => ({
    ...row,
    recipients: recipientsOf(recipient),
    reason: reason && { messageCode: reason.messageCode, values: { ...reason.values }, message: reason.message },
    now: reason?.now ?? null,
  }));
  return { ...head, items };
};

/** A bill of a run that is to be worked on, and what the run says of all of its bills. */
export interface DueItem extends WishedBill {
  readonly runId: number;
  readonly place: number;
  readonly state: 'waiting' | 'issued';
  readonly recordId: number | null;
  readonly issuedOn: CalendarDate;
  readonly message: string | null;
  readonly language: LanguageId;
  readonly createdBy: number;
}

/** Organizations with runs that are not finished. */
export const listBillingOrganizations = async (db: Database): Promise<number[]> => {
  const rows = await db.query<{ id: number }>({
    name: 'billing-organizations',
    text: 'select distinct organization_id as id from billing_runs where finished_at is null order by 1',
    values: [],
  });
  return rows.map(({ id }) => id);
};

/**
 * Takes the next bill that nobody else is working on, in the order of the runs, and holds it until the transaction ends: those without a
 * number first. `mails` says which of those that are numbered already are mailed now: all but those to these recipients, or none.
 */
export const takeItem = async (
  { db, orgId }: Of,
  mails: { readonly butTo: readonly (readonly string[])[] } | 'none',
): Promise<DueItem | undefined> => {
  const [row] = await db.query<Omit<DueItem, 'recipients'> & { recipient: string | null }>({
    name: 'take-billing-item',
    text: `select i.run_id as "runId", i.place, i.customer_id as "customerId", i.job_ids as "jobIds", i.digest, i.gross_cents as "grossCents",
                  i.way, i.recipient, i.state, i.record_id as "recordId", r.issued_on::text as "issuedOn", r.message, r.language,
                  r.created_by as "createdBy"
             from billing_run_items i join billing_runs r on r.organization_id = i.organization_id and r.id = i.run_id
            where i.organization_id = $1 and i.state in ('waiting', 'issued') and (i.state = 'waiting' or $2 and not i.recipient = any($3::text[]))
            order by i.state desc, i.attempts, i.run_id, i.place limit 1 for update of i skip locked`,
    values: [orgId, mails !== 'none', mails === 'none' ? [] : mails.butTo.map((recipients) => recipients.join(BETWEEN))],
  });
  if (row === undefined) {
    return undefined;
  }
  const { recipient, ...item } = row;
  return { ...item, recipients: recipientsOf(recipient) };
};

type Key = Pick<DueItem, 'runId' | 'place'>;

/** The bill has its record: `issued` if it is still to be mailed, else `done`. */
export const noteIssued = async ({ db, orgId }: Of, { runId, place }: Key, recordId: number, state: 'issued' | 'done'): Promise<void> => {
  await db.query({
    text: `update billing_run_items set state = $4, record_id = $5, reason = null, attempts = 0
            where organization_id = $1 and run_id = $2 and place = $3`,
    values: [orgId, runId, place, state, recordId],
  });
};

export const noteDone = async ({ db, orgId }: Of, { runId, place }: Key): Promise<void> => {
  await db.query({
    text: `update billing_run_items set state = 'done', reason = null where organization_id = $1 and run_id = $2 and place = $3`,
    values: [orgId, runId, place],
  });
};

export const noteFailed = async ({ db, orgId }: Of, { runId, place }: Key, reason: StoredReason): Promise<void> => {
  await db.query({
    text: `update billing_run_items set state = 'failed', reason = $4 where organization_id = $1 and run_id = $2 and place = $3`,
    values: [orgId, runId, place, JSON.stringify(reason)],
  });
};

/** An error that nobody foresaw: it is tried again after the others, and given up after too many. */
export const noteError = async ({ db, orgId }: Of, { runId, place }: Key, reason: StoredReason): Promise<void> => {
  await db.query({
    text: `update billing_run_items
              set attempts = attempts + 1, state = case when attempts + 1 >= $5 then 'failed' else state end,
                  reason = case when attempts + 1 >= $5 then $4::jsonb end
            where organization_id = $1 and run_id = $2 and place = $3 and state in ('waiting', 'issued')`,
    values: [orgId, runId, place, JSON.stringify(reason), MOST_ATTEMPTS],
  });
};

/** Runs of which nothing is left to do are finished. */
export const finishRuns = async ({ db, orgId }: Of, now: Date): Promise<void> => {
  // Held first: whoever has just revived a bill of one is waited for, and the next statement sees it.
  await db.query({
    name: 'hold-billing-runs',
    text: 'select id from billing_runs where organization_id = $1 and finished_at is null order by id for no key update',
    values: [orgId],
  });
  await db.query({
    name: 'finish-billing-runs',
    text: `update billing_runs r set finished_at = $2
            where r.organization_id = $1 and r.finished_at is null and not exists (
              select from billing_run_items i
               where i.organization_id = r.organization_id and i.run_id = r.id and i.state in ('waiting', 'issued'))`,
    values: [orgId, now],
  });
};

/** A failed bill to try again, as it was seen now. */
export interface SeenAgain {
  readonly place: number;
  readonly digest: string;
  readonly grossCents: number;
}

/** Lets those of these bills of a run that failed be tried again, for the caller. */
export const reviveItems = async (ctx: Context, runId: number, items: readonly SeenAgain[]): Promise<void> => {
  const revived = await ctx.db.query({
    text: `update billing_run_items i
              set state = case when i.record_id is null then 'waiting' else 'issued' end, attempts = 0, reason = null,
                  digest = t.digest, gross_cents = t."grossCents"
             from jsonb_to_recordset($3::jsonb) as t (place int, digest text, "grossCents" bigint)
            where i.organization_id = $1 and i.run_id = $2 and i.place = t.place and i.state = 'failed' returning i.place`,
    values: [ctx.orgId, runId, JSON.stringify(items)],
  });
  if (revived.length > 0) {
    await ctx.db.query({
      text: 'update billing_runs set finished_at = null, created_by = $3 where organization_id = $1 and id = $2',
      values: [ctx.orgId, runId, ctx.user.id],
    });
  }
};
