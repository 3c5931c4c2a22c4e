import type pg from 'pg';
import { FUEL_INCLUDED, HOUR_LINE } from '#bench/fill-lists.ts';

/** Work of the organization that can be billed: every job is completed, has prices, and makes a bill of its own. */
export const makeBillable = async (client: pg.Client, orgId: number): Promise<void> => {
  await client.query(
    `insert into rates (organization_id, name, service_type_id, lines, fuel)
     select $1, 'By the hour', id, $2, $3 from service_types where organization_id = $1`,
    [orgId, JSON.stringify([HOUR_LINE]), JSON.stringify(FUEL_INCLUDED)],
  );
  await client.query(`insert into billing_settings (organization_id, grouping) values ($1, 'job')`, [orgId]);
  await client.query(`update jobs set status = 'completed' where organization_id = $1`, [orgId]);
};

/** Gives a job of the organization so many entries; returns its id. */
export const makeLongJob = async (client: pg.Client, orgId: number, entries: number): Promise<number> => {
  const { rows } = await client.query<{ id: number; customerId: number }>(
    `select id, customer_id as "customerId" from jobs where organization_id = $1 order by id limit 1`,
    [orgId],
  );
  const { id, customerId } = rows[0] ?? { id: 0, customerId: 0 };
  await client.query(
    `update job_entries set job_id = $2, customer_id = $3
      where organization_id = $1 and id in (select id from job_entries where organization_id = $1 order by job_id = $2 desc, id limit $4)`,
    [orgId, id, customerId, entries],
  );
  return id;
};

/** Jobs that nobody billed yet, in the order in which they are billed. */
export const unbilledJobs = async (client: pg.Client, orgId: number): Promise<number[]> => {
  const { rows } = await client.query<{ id: number }>(
    `select id from jobs j where organization_id = $1 and status = 'completed' and deleted_at is null
        and exists (select from job_entries e where e.organization_id = $1 and e.job_id = j.id and e.deleted_at is null) order by id`,
    [orgId],
  );
  return rows.map(({ id }) => id);
};

/** Customers that the bills are shared out to: as many in each organization. */
const PAYERS = 3;

/**
 * Bills of two years ago, as the newest one of the organization: some open, the others paid, and so is all that was open before. Their
 * standings follow by themselves.
 */
export const copyBills = async (client: pg.Client, orgId: number, { open, paid }: { open: number; paid: number }): Promise<void> => {
  await client.query(
    `insert into billing_events (organization_id, record_id, kind, happened_on, amount_cents)
     select $1, record_id, 'payment', due_on, gross_cents - settled_cents from bill_standings
      where organization_id = $1 and not is_void and settled_cents < gross_cents`,
    [orgId],
  );
  const first = await client.query<{ id: number }>(
    `insert into billing_records (organization_id, kind, year, number, label, customer_id, job_ids, issued_on, due_on, currency,
                                  net_cents, tax_cents, gross_cents, content)
     select $1, 'bill', 2024, n, '2024-' || n, c.ids[1 + n % ${PAYERS}], '{}', date '2024-01-01' + n % 300, date '2024-01-31' + n % 300, r.currency,
            10000 + n, 0, 10000 + n, r.content
       from (select * from billing_records where organization_id = $1 order by id desc limit 1) r,
            (select array_agg(id order by id) as ids from customers where organization_id = $1) c, generate_series(1, $2) n
     returning id`,
    [orgId, open + paid],
  );
  const paidIds = first.rows.map(({ id }) => id).slice(open);
  await client.query(
    `insert into billing_events (organization_id, record_id, kind, happened_on, amount_cents)
     select $1, id, 'payment', due_on, gross_cents from billing_records where organization_id = $1 and id = any($2::int[])`,
    [orgId, paidIds],
  );
  await client.query('insert into billing_numbers (organization_id, year, last) values ($1, 2024, $2)', [orgId, open + paid]);
};

/** Forgets what a bank's file brought, so that the next one finds nothing. */
export const forgetLines = (client: pg.Client, orgId: number): Promise<unknown> =>
  client.query('delete from bank_lines where organization_id = $1', [orgId]);
