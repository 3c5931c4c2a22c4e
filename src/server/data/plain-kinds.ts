import { dayOff } from '#shared/domain/day-off.ts';
import { implement } from '#shared/domain/implement.ts';
import { run } from '#shared/domain/run.ts';
import { byDate, byName } from '#server/data/list-cursor.ts';
import { ascending, descending, jsonList } from '#server/data/org-list.ts';
import { orgTable } from '#server/data/org-table.ts';
import { daysOff, implementsTable, runs } from '#server/db/tables/index.ts';

const order = ascending(byName('name'));
const newestFirst = descending(byDate('date'));

/** Kinds that have the five usual calls and nothing else: `handlers/crud-handlers.ts` serves them from here (decision 0048). */
export const PLAIN_KINDS = {
  implement: {
    ...orgTable('implement', implementsTable, { subject: ({ name }) => name, order }),
    ...jsonList(order, { schema: implement, table: implementsTable }),
  },
  dayOff: {
    ...orgTable('dayOff', daysOff, { subject: ({ date }) => `day off ${date}`, order: newestFirst }),
    ...jsonList(newestFirst, { schema: dayOff, table: daysOff }),
  },
  run: {
    ...orgTable('run', runs, { subject: ({ date }) => `run of ${date}`, order: newestFirst }),
    ...jsonList(newestFirst, { schema: run, table: runs }),
  },
};
