import type { Organization } from '#shared/domain/organization.ts';
import type { Person } from '#shared/domain/own-hours.ts';
import type { OwnDay } from '#shared/domain/own-week.ts';
import { useEntryDialog } from '#client/entities/job-entries/entry-dialog-context.tsx';
import { cx } from '#client/lib/cx.ts';
import { formatWeekday } from '#client/lib/formats.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { ErrorIcon, NextIcon } from '#client/ui/icons.tsx';
import { hoursNumber, hoursWords, spanWords, weekdayWords } from './day-words.ts';
import type { Lack, MyDay } from './my-day-query.ts';
import { SumHead } from './today-card.tsx';
import { useDayOff } from './use-day-off.ts';

/** As high as the most hours of the week are drawn, of which a usual day is some two thirds. */
const HIGHEST_PX = 76;
const USUAL_HOURS = 12;

/** What is read out of a day. */
const dayWords = ({ date, hours, waitingHours, isMissing, isOff }: OwnDay): string =>
  [
    weekdayWords(date),
    isMissing ? t('nothing logged') : isOff ? t('day off') : hoursWords(hours),
    waitingHours > 0 && t('{hours} of these waiting', { hours: hoursWords(waitingHours) }),
  ]
    .filter(Boolean)
    .join(', ');

/** What only this device has so far. */
const HATCHED = 'repeating-linear-gradient(135deg, var(--plot1) 0 4px, transparent 4px 8px)';

interface BarProps {
  readonly day: OwnDay;
  readonly today: string;
  readonly most: number;
}

const Bar = ({ day, today, most }: BarProps) => {
  const { date, hours, waitingHours, isMissing, isOff } = day;
  const height = Math.round((hours / most) * HIGHEST_PX);
  const waiting = hours > 0 ? Math.round((waitingHours / hours) * height) : 0;
  return (
    <li className="grid min-w-0 text-center text-sm leading-[1.3]">
      <span className="sr-only">{dayWords(day)}</span>
      <span aria-hidden="true" className="grid">
        <b className={cx('text-xs font-[680] tabular-nums', isMissing && 'text-poppy-fg')}>
          {isMissing ? '?' : isOff ? t('off') : hours > 0 ? hoursNumber(hours) : '\u00A0'}
        </b>
        {isMissing ? (
          <span className="mt-1 block h-12 rounded-sm border-[1.5px] border-dashed border-poppy" />
        ) : (
          hours > 0 && (
            <span className="mt-1 block overflow-hidden rounded-sm bg-plot1" style={{ height }}>
              {waiting > 0 && (
                <span
                  className="block rounded-sm border-2 bg-surface"
                  style={{ height: waiting, borderColor: 'var(--plot1)', backgroundImage: HATCHED }}
                />
              )}
            </span>
          )
        )}
        <span className={cx('border-b-3', hours > 0 || isMissing ? 'border-ink' : 'border-line')} />
        <span className={cx('mt-1 truncate', date === today ? 'font-bold text-ink' : 'text-ink2')}>{formatWeekday(date)}</span>
      </span>
    </li>
  );
};

interface MissingDayProps {
  readonly date: string;
  readonly onOff: () => void;
}

/** A day on which nothing was logged, with both ways out. */
const MissingDay = ({ date, onOff }: MissingDayProps) => {
  const { openNew } = useEntryDialog();
  const day = weekdayWords(date);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-ctl bg-poppy-bg px-3.5 py-2.5 text-poppy-fg">
      <ErrorIcon className="size-5 shrink-0" aria-hidden="true" />
      <span className="min-w-40 flex-1 font-[680]">{t('Nothing logged for {day}', { day })}</span>
      <span className="flex gap-2.5 left-hand:flex-row-reverse max-sm:w-full max-sm:*:flex-1">
        <Button className="min-h-12" onClick={() => openNew({ date })}>
          {t('Log it')}
          <span className="sr-only"> {day}</span>
        </Button>
        <Button className="min-h-12" onClick={onOff}>
          {t('Day off')}
          <span className="sr-only"> {day}</span>
        </Button>
      </span>
    </li>
  );
};

const LackRow = ({ lack: { field, count, entry } }: { readonly lack: Lack }) => {
  const { openEdit } = useEntryDialog();
  return (
    <li>
      <button
        type="button"
        onClick={() => openEdit(entry)}
        className="flex min-h-12 w-full items-center gap-3 rounded-ctl border-[1.5px] border-dashed border-poppy px-3.5 py-2 text-left font-[640] text-poppy-fg hover:bg-poppy-bg"
      >
        <span className="flex-1">{plural(count, '{count} entry lacks {field}', '{count} entries lack {field}', { field })}</span>
        <NextIcon className="size-5 shrink-0" aria-hidden="true" />
      </button>
    </li>
  );
};

interface WeekCardProps {
  readonly organization: Organization;
  readonly day: MyDay;
  readonly me: Person;
}

/** Their hours of the week by day, what is missing of it, and the hours of the pay period. */
export const WeekCard = ({ organization, day: { today, week, daysOff, lacks, period }, me }: WeekCardProps) => {
  const { markOff, takeBack } = useDayOff(organization.id, me);
  const most = Math.max(USUAL_HOURS, ...week.map(({ hours }) => hours));
  const sum = week.reduce((all, { hours }) => all + hours, 0);
  const missing = week.filter(({ isMissing }) => isMissing);
  const off = daysOff.filter(({ date }) => week.some((day) => day.date === date && day.isOff));
  return (
    <Card>
      <SumHead title={t('My week')} sum={hoursWords(sum)} />
      <div className="grid gap-3 p-4.5">
        <ul aria-label={t('Hours per day')} className="grid grid-cols-7 items-end gap-2">
          {week.map((day) => (
            <Bar key={day.date} day={day} today={today} most={most} />
          ))}
        </ul>
        {(missing.length > 0 || lacks.length > 0) && (
          <ul aria-label={t('What is missing')} className="grid gap-2.5">
            {missing.map(({ date }) => (
              <MissingDay key={date} date={date} onOff={() => void markOff(date)} />
            ))}
            {lacks.map((lack) => (
              <LackRow key={lack.field} lack={lack} />
            ))}
          </ul>
        )}
        {off.map((dayOff) => (
          <p key={dayOff.id} className="flex items-center gap-3 text-ink2">
            <span className="flex-1">{t('{day}: day off', { day: weekdayWords(dayOff.date) })}</span>
            <Button variant="ghost" className="min-h-12" onClick={() => void takeBack(dayOff)}>
              {t('Undo')}
            </Button>
          </p>
        ))}
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 tabular-nums">
          <span className="text-ink2">{t('Pay period, {days}', { days: spanWords(period.from, period.to) })}</span>
          <b className="font-[740]">{hoursWords(period.hours)}</b>
        </p>
      </div>
    </Card>
  );
};
