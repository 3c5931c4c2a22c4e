import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { Link } from 'wouter';
import type { Organization } from '#shared/domain/organization.ts';
import { addDays, mondayOf } from '#shared/lib/dates.ts';
import { exactSum } from '#shared/lib/exact-sum.ts';
import { useUnits } from '#client/data/organization-context.tsx';
import { todayOf } from '#client/data/today.ts';
import { entriesBetweenQuery } from '#client/data/overview-queries.ts';
import { compareNames } from '#client/lib/compare-names.ts';
import { pageLocale } from '#client/lib/language.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Card, CardHead } from '#client/ui/card.tsx';
import { outTodayOf } from './out-today.ts';

const MOST_PEOPLE = 4;

/** The people of today on the review desk. */
const ALL_OF_TODAY = '/job-entries/desk?when=today&group=operator';

/** Formats hours with as many decimals as the finest of them needs, so that all points are below each other. */
const hoursFormat = (all: readonly number[]): Intl.NumberFormat => {
  const digits = all.some((hours) => Math.round(hours * 100) % 10 !== 0) ? 2 : 1;
  return new Intl.NumberFormat(pageLocale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
};

interface OutTodayCardProps {
  readonly organization: Organization;
  /** What it holds: the card itself fills the room that there is. */
  readonly contentRef: Ref<HTMLDivElement>;
}

/** Who works today, by the entries that this device has. */
export const OutTodayCard = ({ organization, contentRef }: OutTodayCardProps) => {
  const units = useUnits();
  const today = todayOf(organization);
  // The week is on the overview already.
  const { data: week } = useQuery(entriesBetweenQuery(organization.id, mondayOf(today), addDays(mondayOf(today), 6)));
  if (!week) {
    return null;
  }
  const out = outTodayOf(
    week.filter(({ date }) => date === today),
    compareNames,
  );
  const people = out.filter(({ id }) => id !== null);
  const each = out.map((one) => one.hours);
  const format = hoursFormat(each);
  const hours = `${format.format(exactSum(each))} ${t(units.totalHours)}`;
  return (
    <Card className="grow">
      <div ref={contentRef}>
        <CardHead title={t('Out today')}>
          {out.length > 0 && (
            <span className="pr-2 text-right text-sm text-ink2 tabular-nums">
              {people.length > 0 ? plural(people.length, '{count} person, {hours}', '{count} people, {hours}', { hours }) : hours}
            </span>
          )}
        </CardHead>
        {out.length === 0 ? (
          <p className="flex min-h-13.5 items-center px-4.5 text-ink2">{t('Nothing logged today yet.')}</p>
        ) : (
          <ul aria-label={t('Out today')}>
            {out.slice(0, MOST_PEOPLE).map(({ id, name, work, hours: own, isWaiting }) => (
              <li
                key={id}
                className="relative flex min-h-13.5 items-center justify-between gap-4 border-line px-4.5 py-1.5 leading-[1.3] not-first:border-t"
              >
                {isWaiting && <span className="swath absolute inset-y-0 left-0 w-2" aria-hidden="true" />}
                <span className="min-w-0 wrap-anywhere">
                  <b className="block font-[640]">{id === null ? t('Without an operator') : name}</b>
                  <small className="block text-sm text-ink2"> {work.join(', ')}</small>
                </span>
                <span className="shrink-0 text-sm text-ink2 tabular-nums">
                  {' '}
                  <b className="text-base font-[640] text-ink">{format.format(own)}</b> {t(units.totalHours)}
                  {isWaiting && <span className="sr-only"> {t('Waiting')}</span>}
                </span>
              </li>
            ))}
          </ul>
        )}
        {out.length > MOST_PEOPLE && (
          <div className="px-4.5 pb-1">
            <Link href={ALL_OF_TODAY} className="inline-flex min-h-11 items-center text-sm font-semibold text-act no-underline">
              {t('Show all {count}', { count: out.length })}
            </Link>
          </div>
        )}
      </div>
    </Card>
  );
};
