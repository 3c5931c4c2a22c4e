import type { BankLine, BankLineState } from '#shared/billing/schemas/bank-statement.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { idOfCursor } from '#server/data/list-cursor.ts';
import { bankStatements } from '#server/db/tables/index.ts';

/** A payment that came in, with what is booked of it. */
export interface StoredLine extends Omit<BankLine, 'match'> {
  readonly payerAccountHash: string | null;
}

/** A payment as a file tells of it. */
export interface NewLine {
  readonly account: string | null;
  readonly bookedOn: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly payerName: string | null;
  readonly payerAccountHash: string | null;
  readonly text: string | null;
  readonly reference: string | null;
  readonly bankReference: string | null;
  readonly fingerprint: string;
}

export const insertStatement = async (ctx: Context, fileName: string): Promise<number> => {
  const values = { organizationId: ctx.orgId, fileName, createdBy: ctx.user.id, createdAt: ctx.now().toISOString() };
  const [row] = await ctx.db.orm.insert(bankStatements).values(values).returning({ id: bankStatements.id });
  if (!row) {
    throw new Error('The database returned no row for the new bank statement.');
  }
  return row.id;
};

/** Lines that one statement writes. */
const LINES_AT_ONCE = 2000;

/** Writes the lines that are not there yet, in the order of their days. Returns how many these were. */
export const insertLines = async (ctx: Context, statementId: number, lines: readonly NewLine[]): Promise<number> => {
  let added = 0;
  const inOrder = lines.toSorted((one, other) => (one.bookedOn < other.bookedOn ? -1 : one.bookedOn > other.bookedOn ? 1 : 0));
  for (let from = 0; from < inOrder.length; from += LINES_AT_ONCE) {
    const rows = await ctx.db.query({
      name: 'insert-bank-lines',
      text: `insert into bank_lines (organization_id, statement_id, account, booked_on, amount_cents, currency, payer_name,
                                     payer_account_hash, text, reference, bank_reference, fingerprint, created_at)
             select $1, $2, l."account", l."bookedOn", l."amountCents", l."currency", l."payerName", l."payerAccountHash", l."text",
                    l."reference", l."bankReference", l."fingerprint", $4
               from jsonb_to_recordset($3::jsonb) as l("account" text, "bookedOn" date, "amountCents" bigint, "currency" text,
                    "payerName" text, "payerAccountHash" text, "text" text, "reference" text, "bankReference" text, "fingerprint" text)
             on conflict (organization_id, fingerprint) do nothing returning id`,
      values: [ctx.orgId, statementId, JSON.stringify(inOrder.slice(from, from + LINES_AT_ONCE)), ctx.now().toISOString()],
    });
    added += rows.length;
  }
  return added;
};

/**
 * Corrects lines by what their rows are read like now. Only lines that are open and were never booked: what is booked stays as it was
 * seen. Returns how many were others before.
 */
export const correctLines = async (ctx: Context, lines: readonly NewLine[]): Promise<number> => {
  // Whoever books one of them has to wait, or has booked it by the next statement.
  await ctx.db.query({
    name: 'hold-open-bank-lines',
    text: `select id from bank_lines where organization_id = $1 and fingerprint = any($2::text[]) and state = 'open'
            order by id for no key update`,
    values: [ctx.orgId, lines.map(({ fingerprint }) => fingerprint)],
  });
  const rows = await ctx.db.query({
    name: 'correct-bank-lines',
    text: `update bank_lines b
              set booked_on = l."bookedOn", amount_cents = l."amountCents", currency = l."currency", payer_name = l."payerName",
                  payer_account_hash = l."payerAccountHash", text = l."text", reference = l."reference"
             from jsonb_to_recordset($2::jsonb) as l("bookedOn" date, "amountCents" bigint, "currency" text, "payerName" text,
                  "payerAccountHash" text, "text" text, "reference" text, "fingerprint" text)
            where b.organization_id = $1 and b.fingerprint = l."fingerprint" and b.state = 'open'
              and (b.booked_on, b.amount_cents, b.currency, b.payer_name, b.payer_account_hash, b.text, b.reference) is distinct from
                  (l."bookedOn", l."amountCents", l."currency", l."payerName", l."payerAccountHash", l."text", l."reference")
              and not exists (select from billing_events e where e.organization_id = b.organization_id and e.bank_line_id = b.id)
            returning b.id`,
    values: [ctx.orgId, JSON.stringify(lines)],
  });
  return rows.length;
};

const LINE = `l.id, l.statement_id as "statementId", l.account, l.booked_on::text as "bookedOn", l.amount_cents::float8 as "amountCents",
  l.currency, l.payer_name as "payerName", l.payer_account_hash as "payerAccountHash", l.text, l.reference, l.state,
  coalesce(b.cents, 0)::float8 as "bookedCents", coalesce(b.bookings, '[]') as bookings`;

const LIVE = `e.takes_back_id is null
  and not exists (select from billing_events u where u.organization_id = e.organization_id and u.takes_back_id = e.id)`;

// What was undone does not count, wherever it was undone.
const BOOKED = `left join lateral (
  select sum(p.payment + p.charge) as cents,
         jsonb_agg(jsonb_build_object('recordId', p.record_id, 'label', p.label, 'customerName', p.customer_name, 'amountCents', p.payment,
                                      'chargeCents', p.charge, 'discountCents', p.discount) order by p.record_id) as bookings
    from (select e.record_id, coalesce(r.label, r.year || '-' || r.number) as label, r.customer_name,
                 coalesce(sum(e.amount_cents) filter (where e.kind = 'payment'), 0) as payment, coalesce(sum(e.charge_cents), 0) as charge,
                 coalesce(sum(e.amount_cents) filter (where e.kind = 'discount'), 0) as discount
            from billing_events e join billing_records r on r.organization_id = e.organization_id and r.id = e.record_id
           where e.organization_id = l.organization_id and e.bank_line_id = l.id and ${LIVE}
           group by 1, 2, 3) p) b on true`;

/** Lines of a state: those that are open oldest first, others newest first. The id of the last one is the cursor. */
export const listLines = async (
  ctx: Context,
  { state, limit, cursor }: { readonly state: BankLineState; readonly limit: number; readonly cursor: string | undefined },
): Promise<StoredLine[]> => {
  const [sign, order] = state === 'open' ? ['>', 'asc'] : ['<', 'desc'];
  return ctx.db.query<StoredLine>({
    name: `bank-lines-${order}`,
    text: `select ${LINE} from (
             select * from bank_lines where organization_id = $1 and state = $2
                and ($3::int is null or (booked_on, id) ${sign} (
                      select c.booked_on, c.id from bank_lines c where c.organization_id = $1 and c.id = $3))
              order by booked_on ${order}, id ${order} limit $4) l ${BOOKED}
            order by l.booked_on ${order}, l.id ${order}`,
    values: [ctx.orgId, state, cursor === undefined ? null : idOfCursor(cursor), limit],
  });
};

/** These lines as they are now, in the order of their ids. */
export const findLines = async (ctx: Context, ids: readonly number[]): Promise<StoredLine[]> =>
  ctx.db.query<StoredLine>({
    name: 'find-bank-lines',
    text: `select ${LINE} from bank_lines l ${BOOKED} where l.organization_id = $1 and l.id = any($2::int[]) order by l.id`,
    values: [ctx.orgId, [...ids]],
  });

/** Locks lines until the transaction ends, in the order of their ids, and answers them as they are then; 404 if one is none. */
export const holdLines = async (ctx: Context, ids: readonly number[]): Promise<StoredLine[]> => {
  await ctx.db.query({
    name: 'hold-bank-lines',
    text: 'select id from bank_lines where organization_id = $1 and id = any($2::int[]) order by id for no key update',
    values: [ctx.orgId, [...ids]],
  });
  const lines = await findLines(ctx, ids);
  if (lines.length !== ids.length) {
    throw refusal('not_found', 'notFound', { what: { term: 'Payment' } });
  }
  return lines;
};

export const setLineState = async (ctx: Context, ids: readonly number[], state: BankLineState): Promise<void> => {
  await ctx.db.query({
    name: 'set-bank-line-state',
    text: 'update bank_lines set state = $3 where organization_id = $1 and id = any($2::int[])',
    values: [ctx.orgId, [...ids], state],
  });
};

/** The customers whose bills were paid from these accounts before. */
export const findPayersOfAccounts = async (ctx: Context, hashes: readonly string[]): Promise<Map<string, ReadonlySet<number>>> => {
  const rows = await ctx.db.query<{ hash: string; customerIds: number[] }>({
    name: 'payers-of-accounts',
    text: `select l.payer_account_hash as hash, array_agg(distinct r.customer_id) as "customerIds"
             from bank_lines l
             join billing_events e on e.organization_id = l.organization_id and e.bank_line_id = l.id and e.kind = 'payment'
             join billing_records r on r.organization_id = l.organization_id and r.id = e.record_id
            where l.organization_id = $1 and l.payer_account_hash = any($2::text[])
              and ${LIVE}
            group by 1`,
    values: [ctx.orgId, [...hashes]],
  });
  return new Map(rows.map(({ hash, customerIds }) => [hash, new Set(customerIds)]));
};

/** A payment or a discount of a line that was not undone. */
export interface LineEvent {
  readonly id: number;
  readonly recordId: number;
  readonly kind: 'payment' | 'discount';
  readonly happenedOn: string;
  readonly amountCents: number;
  readonly chargeCents: number;
}

export const listLineEvents = async (ctx: Context, lineId: number): Promise<LineEvent[]> =>
  ctx.db.query<LineEvent>({
    name: 'bank-line-events',
    text: `select e.id, e.record_id as "recordId", e.kind, e.happened_on::text as "happenedOn", e.amount_cents::float8 as "amountCents",
                  e.charge_cents::float8 as "chargeCents"
             from billing_events e
            where e.organization_id = $1 and e.bank_line_id = $2 and ${LIVE}
            order by e.id`,
    values: [ctx.orgId, lineId],
  });
