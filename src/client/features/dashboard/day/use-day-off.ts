import type { Person } from '#shared/domain/own-hours.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import { routes } from '#shared/routes.ts';
import { useNotices } from '#client/components/use-notices.ts';
import type { Local, Records } from '#client/data/local-rows.ts';
import { useWriter } from '#client/data/use-write.ts';
import { t } from '#client/lib/texts.ts';

/** Marks a day as one on which somebody did not work, and takes that back: the card itself shows what became of it. */
export const useDayOff = (orgId: number, { employeeId }: Person) => {
  const create = useWriter(orgId, routes.daysOff.create, false);
  const remove = useWriter(orgId, routes.daysOff.remove, false);
  const notices = useNotices();
  return {
    markOff: async (date: CalendarDate): Promise<void> => {
      try {
        await create({ params: { orgId }, body: { employeeId, date } });
      } catch (error) {
        notices.failure(t('Failed to mark the day'), error);
      }
    },
    takeBack: async ({ id }: Local<Records['daysOff']>): Promise<void> => {
      try {
        await remove({ params: { id } });
      } catch (error) {
        notices.failure(t('Failed to mark the day'), error);
      }
    },
  };
};
