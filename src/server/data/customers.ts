import { customer } from '#shared/domain/customer.ts';
import { ADDRESS_PARTS, withAddress } from '#shared/domain/postal-address.ts';
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

export const customerData = {
  ...table,
  ...jsonList(order, { schema: customer, table: customers }),
  insert: async (actor: Actor, values: Values) => {
    const given = hasParts(values) ? withAddress(null, values, await homeOf(actor)) : values;
    return unlessNumberTaken(values.externalNumber, table.insert(actor, given));
  },
  insertAll: async (actor: Actor, all: readonly Values[]) => {
    const home = all.some(hasParts) ? await homeOf(actor) : null;
    const given = all.map((values) => (hasParts(values) ? withAddress(null, values, home) : values));
    // Among several the database does not say whose number is taken; they are written one by one then.
    return unlessNumberTaken(all.length === 1 ? all[0]?.externalNumber : null, table.insertAll(actor, given));
  },
  update: async (ctx: Context, id: number, values: Parameters<typeof table.update>[2]) => {
    const given =
      hasParts(values) || values.address !== undefined ? withAddress(await table.find(ctx, id), values, await homeOf(ctx)) : values;
    return unlessNumberTaken(values.externalNumber, table.update(ctx, id, given));
  },
  restore: (actor: Actor, id: number) => restoreUnlessNumberTaken(actor, id, () => table.restore(actor, id)),
};
