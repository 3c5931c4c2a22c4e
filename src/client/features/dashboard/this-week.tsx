import { useQuery } from '@tanstack/react-query';
import { addDays, type CalendarDate, mondayOf } from '#shared/lib/dates.ts';
import { exactSum } from '#shared/lib/exact-sum.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { ColumnPlot } from '#client/components/plots/column-plot.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { TotalsRow } from '#client/components/totals-row.tsx';
import { useUnits } from '#client/data/organization-context.tsx';
import { entriesBetweenQuery } from '#client/data/overview-queries.ts';
import { todayOf } from '#client/data/today.ts';
import { formatWeekday } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Card, CardHead } from '#client/ui/card.tsx';
import { Empty } from '#client/ui/states.tsx';

/** The seven days, Monday first, of the week that contains a day. */
const weekOf = (day: CalendarDate): CalendarDate[] => Array.from({ length: 7 }, (_, index) => addDays(mondayOf(day), index));

const sumOf = (entries: readonly JobEntry[], key: 'totalHours' | 'fuel' | 'loads'): number =>
  exactSum(entries.map((entry) => entry[key] ?? 0));

type Zoned = Pick<Organization, 'id' | 'timeZone'>;

/** The entries of this week. */
export const thisWeekQuery = (organization: Zoned) => {
  const monday = mondayOf(todayOf(organization));
  return entriesBetweenQuery(organization.id, monday, addDays(monday, 6));
};

/** This week's hours, fuel and loads, and the hours of each day. `isNew`: a company that may have no entry at all. */
export const ThisWeek = ({ organization, isNew }: { readonly organization: Zoned; readonly isNew: boolean }) => {
  const units = useUnits();
  const today = todayOf(organization);
  const week = weekOf(today);
  const query = useQuery(thisWeekQuery(organization));
  return (
    <Card>
      <CardHead title={t('This week')} />
      <QueryView query={query} loading={t('Loading this week...')}>
        {(entries) =>
          isNew && entries.length === 0 ? (
            <Empty title={t('Hours, fuel and loads show up here')} text={t('as soon as the first entry is in.')} />
          ) : (
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
          )
        }
      </QueryView>
    </Card>
  );
};
