import { useQuery } from '@tanstack/react-query';
import { type CalendarDate, localDate } from '#shared/lib/dates.ts';
import { exactSum } from '#shared/lib/exact-sum.ts';
import { UNIT } from '#shared/domain/job-summary.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { ColumnPlot } from '#client/components/column-plot.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { TotalsRow } from '#client/components/totals-row.tsx';
import { jobEntryQueries } from '#client/data/queries.ts';
import { formatWeekday } from '#client/lib/formats.ts';
import { Card, CardHead } from '#client/ui/card.tsx';

/** The seven days, Monday first, of the week that holds this moment. */
export const weekOf = (moment: Date): CalendarDate[] => {
  const monday = moment.getDate() - ((moment.getDay() + 6) % 7);
  return Array.from({ length: 7 }, (_, index) => localDate(new Date(moment.getFullYear(), moment.getMonth(), monday + index)));
};

const sumOf = (entries: readonly JobEntry[], key: 'totalHours' | 'fuel' | 'loads'): number =>
  exactSum(entries.map((entry) => entry[key] ?? 0));

/** This week's hours, fuel and loads, and the hours of each day. */
export const ThisWeek = ({ orgId }: { readonly orgId: number }) => {
  const now = new Date();
  const today = localDate(now);
  const week = weekOf(now);
  const query = useQuery(jobEntryQueries.between(orgId, week[0] ?? today, week.at(-1) ?? today));
  return (
    <Card>
      <CardHead title="This week" />
      <QueryView query={query} loading="Loading this week...">
        {(entries) => (
          <>
            <TotalsRow
              totals={[
                { label: UNIT.totalHours, value: sumOf(entries, 'totalHours') },
                { label: UNIT.fuel, value: sumOf(entries, 'fuel') },
                { label: UNIT.loads, value: sumOf(entries, 'loads') },
              ]}
            />
            <div className="p-4.5">
              <h3 className="mb-2 text-sm font-semibold text-ink2">Hours per day</h3>
              <ColumnPlot
                name="Hours per day of this week"
                unit="hrs"
                series={['Hours']}
                columns={week.map((date) => ({
                  key: date,
                  label: date === today ? 'Today' : formatWeekday(date),
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
