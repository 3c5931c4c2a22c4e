import { useState } from 'react';
import { Link } from 'wouter';
import { isPictureName } from '#shared/domain/job-entry.ts';
import { ownHoursOf, type Person } from '#shared/domain/own-hours.ts';
import { sumOfHours } from '#shared/domain/own-week.ts';
import type { EntryUnits } from '#shared/domain/units.ts';
import { exactSum } from '#shared/lib/exact-sum.ts';
import { Picture } from '#client/components/picture.tsx';
import { SyncBadge, syncMark } from '#client/components/status-badge.tsx';
import type { Entry } from '#client/data/covered-entries.ts';
import { useUnits } from '#client/data/organization-context.tsx';
import { entryAddress, RETURNING } from '#client/entities/job-entries/entry-address.ts';
import { cx } from '#client/lib/cx.ts';
import { t } from '#client/lib/texts.ts';
import { blobOf } from '#client/offline/public.ts';
import { Card } from '#client/ui/card.tsx';
import { ChevronIcon } from '#client/ui/icons.tsx';
import { countWords, hoursNumber, hoursWords, timeWords, workTitle } from './day-words.ts';
import { type MyDay, spansOf } from './my-day-query.ts';

/** The head of a card with its sum. */
export const SumHead = ({ title, sum }: { readonly title: string; readonly sum: string }) => (
  <div className="flex min-h-14 items-center gap-3 border-b border-line px-4.5 py-1.5">
    <h2 className="flex-1 text-lg/[1.3] font-[680]">{title}</h2>
    <b className="text-[1.375rem] leading-none font-[740] tracking-[-0.01em] tabular-nums">{sum}</b>
  </div>
);

/** Pictures that people took: those that wait on this device, too. */
const picturesOf = ({ photos }: Entry): string[] => photos.filter((name) => blobOf(name) !== null || isPictureName(name));

interface RowProps {
  readonly entry: Entry;
  readonly me: Person;
  readonly units: EntryUnits;
  /** Whether any of them says when it was worked: then all leave room for it. */
  readonly isTimed: boolean;
}

const Row = ({ entry, me, units, isTimed }: RowProps) => {
  const [span] = spansOf(entry);
  const pictures = picturesOf(entry);
  const mark = syncMark(entry);
  return (
    <li
      className={cx(
        'relative border-line not-first:border-t',
        mark === 'waiting' && "before:absolute before:inset-y-0 before:left-0 before:w-2 before:swath before:content-['']",
        mark === 'attention' && "before:absolute before:inset-y-0 before:left-0 before:w-2 before:bg-poppy before:content-['']",
      )}
    >
      <Link
        href={entryAddress(entry.id, entry.jobId)}
        state={RETURNING}
        className="flex min-h-15 items-start gap-3 px-4.5 py-2.5 text-ink no-underline hover:bg-sunk"
      >
        {isTimed && <span className="w-14 shrink-0 text-right leading-[1.45] tabular-nums">{span && timeWords(span.from)}</span>}
        <span className="min-w-0 flex-1 leading-[1.35] wrap-anywhere">
          <b className="block font-[680]">{workTitle(entry)}</b>
          <small className="block text-sm text-ink2">{entry.jobName}</small>
          {mark && (
            <span className="mt-1.5 block">
              <SyncBadge record={entry} />
            </span>
          )}
          {pictures.length > 0 && (
            <span className="mt-2 flex gap-2">
              {pictures.map((name) => (
                <span key={name} className="grid size-12 place-items-center overflow-hidden rounded-ctl border border-line bg-sunk">
                  <Picture name={name} label={t('A picture')} />
                </span>
              ))}
            </span>
          )}
        </span>
        <span className="shrink-0 text-right leading-[1.35] tabular-nums">
          {entry.totalHours !== null && (
            <span className="block">
              <b className="font-[740]">{hoursNumber(ownHoursOf(entry, me))}</b> {t('hrs')}
            </span>
          )}
          <small className="block text-sm text-ink2">{countWords(entry.loads, units.loads)}</small>
        </span>
      </Link>
    </li>
  );
};

const Rows = ({ entries, me, label }: { readonly entries: readonly Entry[]; readonly me: Person; readonly label: string }) => {
  const units = useUnits();
  const isTimed = entries.some((entry) => spansOf(entry).length > 0);
  return (
    <ul aria-label={label}>
      {entries.map((entry) => (
        <Row key={entry.id} entry={entry} me={me} units={units} isTimed={isTimed} />
      ))}
    </ul>
  );
};

/** What they logged today; yesterday's work is one press away, in place. */
export const TodayCard = ({ day: { todays, yesterdays }, me }: { readonly day: MyDay; readonly me: Person }) => {
  const units = useUnits();
  const [isOpen, setOpen] = useState(false);
  const loads = yesterdays.flatMap((entry) => entry.loads ?? []);
  const sums = [hoursWords(sumOfHours(yesterdays, me)), loads.length > 0 && countWords(exactSum(loads), units.loads)];
  return (
    <Card className="overflow-hidden">
      <SumHead title={t('Today')} sum={hoursWords(sumOfHours(todays, me))} />
      {todays.length === 0 ? (
        <p className="flex min-h-15 items-center px-4.5 text-ink2">{t('Nothing today yet.')}</p>
      ) : (
        <Rows entries={todays} me={me} label={t('Today')} />
      )}
      {yesterdays.length > 0 && (
        <>
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-13 w-full items-center gap-3 border-t border-line px-4.5 text-left font-[640] text-act tabular-nums hover:bg-sunk"
          >
            <span className="flex-1">{[t('Yesterday'), ...sums].filter(Boolean).join(', ')}</span>
            <ChevronIcon className={cx('size-5 shrink-0', isOpen && 'rotate-180')} aria-hidden="true" />
          </button>
          {isOpen && (
            <div className="border-t border-line">
              <Rows entries={yesterdays} me={me} label={t('Yesterday')} />
            </div>
          )}
        </>
      )}
    </Card>
  );
};
