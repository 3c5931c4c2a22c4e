import { implement } from '#shared/domain/implement.ts';
import { byName } from '#server/data/list-cursor.ts';
import { ascending, jsonList } from '#server/data/org-list.ts';
import { orgTable } from '#server/data/org-table.ts';
import { implementsTable } from '#server/db/tables/index.ts';

const order = ascending(byName('name'));

/** Kinds that have the five usual calls and nothing else: `handlers/crud-handlers.ts` serves them from here (decision 0048). */
export const PLAIN_KINDS = {
  implement: {
    ...orgTable('implement', implementsTable, { subject: ({ name }) => name, order }),
    ...jsonList(order, { schema: implement, table: implementsTable }),
  },
};
