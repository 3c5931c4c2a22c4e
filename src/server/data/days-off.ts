import { dayOff } from '#shared/domain/day-off.ts';
import { byDate } from '#server/data/list-cursor.ts';
import { descending, jsonList } from '#server/data/org-list.ts';
import { orgTable } from '#server/data/org-table.ts';
import { daysOff } from '#server/db/tables/index.ts';

const newestFirst = descending(byDate('date'));

export const dayOffData = {
  ...orgTable('dayOff', daysOff, { subject: ({ date }) => date, order: newestFirst }),
  ...jsonList(newestFirst, { schema: dayOff, table: daysOff }),
};
