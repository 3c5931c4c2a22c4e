import { customer } from '#shared/domain/customer.ts';
import { isDiscountWhole } from '#shared/domain/customer-billing.ts';
import { ADDRESS_PARTS, withAddress } from '#shared/domain/postal-address.ts';
import { invalid } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { externalNumbers } from '#server/data/external-numbers.ts';
import { byName } from '#server/data/list-cursor.ts';
import { ascending, jsonList } from '#server/data/org-list.ts';
import { type Actor, orgTable } from '#server/data/org-table.ts';
import { customers } from '#server/db/tables/index.ts';

const order = ascending(byName('businessName'));

const table = orgTable('customer', customers, { subject: (row) => row.businessName, order });

const { unlessNumberTaken, restoreUnlessNumberTaken } = externalNumbers('customers');

/** Their own country is nearly always the company's. */
const homeOf = async (ctx: Pick<Actor, 'db' | 'orgId'>): Promise<string | null> => {
  const [row] = await ctx.db.query<{ country: string | null }>({
    name: 'country-of-organization',
    text: 'select country from organizations where id = $1',
    values: [ctx.orgId],
  });
  return row?.country ?? null;
};

type Values = Parameters<typeof table.insert>[1];

const hasParts = (values: Partial<Values>): boolean => ADDRESS_PARTS.some((part) => values[part] !== undefined);

/** A discount says both how much and until when: refused before anything is written. */
const requireWholeDiscount = ({ discountPercent, discountDays }: Partial<Values>): void => {
  const discount = { discountPercent: discountPercent ?? null, discountDays: discountDays ?? null };
  if (!isDiscountWhole(discount)) {
    throw invalid(discount.discountDays === null ? 'discountDays' : 'discountPercent', 'discountNeedsBoth');
  }
};

const hasDiscount = ({ discountPercent, discountDays }: Partial<Values>): boolean =>
  discountPercent !== undefined || discountDays !== undefined;

export const customerData = {
  ...table,
  ...jsonList(order, { schema: customer, table: customers }),
  insert: async (actor: Actor, values: Values) => {
    requireWholeDiscount(values);
    const given = hasParts(values) ? withAddress(null, values, await homeOf(actor)) : values;
    return unlessNumberTaken(values.externalNumber, table.insert(actor, given));
  },
  insertAll: async (actor: Actor, all: readonly Values[]) => {
    all.forEach(requireWholeDiscount);
    const home = all.some(hasParts) ? await homeOf(actor) : null;
    const given = all.map((values) => (hasParts(values) ? withAddress(null, values, home) : values));
    // Among several the database does not say whose number is taken; they are written one by one then.
    return unlessNumberTaken(all.length === 1 ? all[0]?.externalNumber : null, table.insertAll(actor, given));
  },
  update: async (ctx: Context, id: number, values: Parameters<typeof table.update>[2]) => {
    const isAddress = hasParts(values) || values.address !== undefined;
    const before = isAddress || hasDiscount(values) ? await table.find(ctx, id) : null;
    if (before && hasDiscount(values)) {
      const { discountPercent = before.discountPercent, discountDays = before.discountDays } = values;
      requireWholeDiscount({ discountPercent, discountDays });
    }
    const given = before && isAddress ? withAddress(before, values, await homeOf(ctx)) : values;
    return unlessNumberTaken(values.externalNumber, table.update(ctx, id, given));
  },
  restore: (actor: Actor, id: number) => restoreUnlessNumberTaken(actor, id, () => table.restore(actor, id)),
};
