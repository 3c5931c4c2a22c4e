import { useQuery } from '@tanstack/react-query';
import { type CalendarDate, localDate } from '#shared/lib/dates.ts';
import { exactSum } from '#shared/lib/exact-sum.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { ColumnPlot } from '#client/components/column-plot.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { TotalsRow } from '#client/components/totals-row.tsx';
import { useUnits } from '#client/data/organization-context.tsx';
import { jobEntryQueries } from '#client/data/queries.ts';
import { formatWeekday } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Card, CardHead } from '#client/ui/card.tsx';

/** The seven days, Monday first, of the week that holds this moment. */
export const weekOf = (moment: Date): CalendarDate[] => {
  const monday = moment.getDate() - ((moment.getDay() + 6) % 7);
  return Array.from({ length: 7 }, (_, index) => localDate(new Date(moment.getFullYear(), moment.getMonth(), monday + index)));
};

const sumOf = (entries: readonly JobEntry[], key: 'totalHours' | 'fuel' | 'loads'): number =>
  exactSum(entries.map((entry) => entry[key] ?? 0));

/** The entries of the week that holds a moment. */
export const thisWeekQuery = (orgId: number, moment = new Date()) => {
  const week = weekOf(moment);
  const today = localDate(moment);
  return jobEntryQueries.between(orgId, week[0] ?? today, week.at(-1) ?? today);
};

/** This week's hours, fuel and loads, and the hours of each day. */
export const ThisWeek = ({ orgId }: { readonly orgId: number }) => {
  const units = useUnits();
  const now = new Date();
  const today = localDate(now);
  const week = weekOf(now);
  const query = useQuery(thisWeekQuery(orgId, now));
  return (
    <Card>
      <CardHead title={t('This week')} />
      <QueryView query={query} loading={t('Loading this week...')}>
        {(entries) => (
          <>
            <TotalsRow
              totals={[
                { label: t(units.totalHours), value: sumOf(entries, 'totalHours') },
                { label: t(units.fuel), value: sumOf(entries, 'fuel') },
                { label: t(units.loads), value: sumOf(entries, 'loads') },
              ]}
            />
            <div className="p-4.5">
              <h3 className="mb-2 text-sm font-semibold text-ink2">{t('Hours per day')}</h3>
              <ColumnPlot
                name={t('Hours per day of this week')}
                unit={t('hrs')}
                series={[t('Hours')]}
                columns={week.map((date) => ({
                  key: date,
                  label: date === today ? t('Today') : formatWeekday(date),
                  isNow: date === today,
                  values: [
                    sumOf(
                      entries.filter((entry) => entry.date === date),
                      'totalHours',
                    ),
                  ],
                }))}
              />
            </div>
          </>
        )}
      </QueryView>
    </Card>
  );
};
