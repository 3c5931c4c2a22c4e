import type { BillGrouping, BillWay, Contact, TaxTreatment } from '#shared/domain/customer-billing.ts';
import type { PageQuery } from '#shared/domain/fields.ts';
import type { Context } from '#server/context.ts';
import { byName, readCursor, writeCursor } from '#server/data/list-cursor.ts';

/** A customer with completed jobs that are on no bill, and how they are billed. */
export interface UnbilledCustomer {
  readonly id: number;
  readonly businessName: string;
  readonly email: string | null;
  readonly contacts: readonly Contact[];
  /** Null: as the organization has it. */
  readonly billGrouping: BillGrouping | null;
  readonly billWay: BillWay | null;
  readonly taxTreatment: TaxTreatment;
  readonly taxNumber: string | null;
  readonly taxNote: string | null;
  readonly address: string | null;
  readonly postalCode: string | null;
  readonly town: string | null;
  readonly country: string | null;
  readonly externalNumber: string | null;
  readonly buyerReference: string | null;
}

/** A completed job that is on no bill. */
export interface CompletedJob {
  readonly id: number;
  readonly name: string;
  readonly customerId: number;
  readonly completedAt: string;
}

/** Which completed jobs count. */
export interface CompletedFilter {
  /** Only those that were completed before this moment. */
  readonly before: Date | null;
  /** Only those whose entries are all checked. */
  readonly isChecked: boolean;
}

type Of = Pick<Context, 'db' | 'orgId'>;

const KEYS = [byName('businessName')];

export const cursorOfCustomer = (customer: Pick<UnbilledCustomer, 'id' | 'businessName'>): string => writeCursor(KEYS, customer);

/** `$2` is the moment, `$3` whether only checked jobs count. */
const COUNTS = `j.organization_id = $1 and j.deleted_at is null and j.status = 'completed' and ($2::timestamptz is null or j.completed_at < $2)
  and (not $3 or not exists (
        select from job_entries e where e.organization_id = $1 and e.job_id = j.id and e.deleted_at is null and e.checked_at is null))`;

const COLUMNS = `c.id, c.business_name as "businessName", c.email, c.contacts, c.bill_grouping as "billGrouping", c.bill_way as "billWay",
  c.tax_treatment as "taxTreatment", c.tax_number as "taxNumber", c.tax_note as "taxNote", c.address, c.postal_code as "postalCode", c.town,
  c.country, c.external_number as "externalNumber", c.buyer_reference as "buyerReference"`;

/** Customers with such jobs, by name. */
export const listUnbilledCustomers = (
  { db, orgId }: Of,
  { before, isChecked }: CompletedFilter,
  { limit, cursor }: PageQuery,
): Promise<UnbilledCustomer[]> => {
  const [name, id] = cursor === undefined ? [null, null] : readCursor(KEYS, cursor);
  return db.query<UnbilledCustomer>({
    name: 'unbilled-customers',
    text: `select ${COLUMNS} from customers c
            where c.organization_id = $1 and c.id in (select j.customer_id from jobs j where ${COUNTS})
              and ($4::text is null or (lower(c.business_name), c.id) > (lower($4), $5::int))
            order by lower(c.business_name), c.id limit $6`,
    values: [orgId, before, isChecked, name, id, limit ?? null],
  });
};

/** The customer, also a deleted one; undefined if there is none. */
export const findBilledCustomer = async ({ db, orgId }: Of, id: number): Promise<UnbilledCustomer | undefined> => {
  const [row] = await db.query<UnbilledCustomer>({
    text: `select ${COLUMNS} from customers c where c.organization_id = $1 and c.id = $2`,
    values: [orgId, id],
  });
  return row;
};

/** Such jobs of these customers, the longest completed first. */
export const listCompletedJobsOf = (
  { db, orgId }: Of,
  customerIds: readonly number[],
  { before, isChecked }: CompletedFilter,
): Promise<CompletedJob[]> =>
  db.query<CompletedJob>({
    name: 'completed-jobs-of',
    text: `select j.id, j.name, j.customer_id as "customerId", j.completed_at as "completedAt" from jobs j
            where ${COUNTS} and j.customer_id = any($4::int[]) order by j.completed_at, j.id`,
    values: [orgId, before, isChecked, [...customerIds]],
  });

/** Those of the jobs that are completed and not deleted. */
export const listCompletedByIds = ({ db, orgId }: Of, ids: readonly number[]): Promise<CompletedJob[]> =>
  db.query<CompletedJob>({
    text: `select j.id, j.name, j.customer_id as "customerId", j.completed_at as "completedAt" from jobs j
            where j.organization_id = $1 and j.deleted_at is null and j.status = 'completed' and j.id = any($2::int[])
            order by j.completed_at, j.id`,
    values: [orgId, [...ids]],
  });

/** Those of the customers who have, or once had, a credit. */
export const listCreditHolders = async ({ db, orgId }: Of, customerIds: readonly number[]): Promise<number[]> => {
  const rows = await db.query<{ id: number }>({
    name: 'credit-holders',
    text: `select distinct r.customer_id as id from billing_records r
            where r.organization_id = $1 and r.customer_id = any($2::int[])
              and exists (select from billing_events e where e.organization_id = $1 and e.record_id = r.id and e.kind = 'credit')`,
    values: [orgId, [...customerIds]],
  });
  return rows.map(({ id }) => id);
};
