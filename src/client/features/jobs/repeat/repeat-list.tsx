import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { routes } from '#shared/routes.ts';
import type { MOST_REPEATS, RepeatResult, SeasonWork } from '#shared/domain/season-repeat.ts';
import { newKey } from '#client/api/call.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { RowLink } from '#client/components/links.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { useSyncState } from '#client/data/engine-context.tsx';
import { useOrganization, useUnits } from '#client/data/organization-context.tsx';
import { formatDates } from '#client/lib/formats.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button, IconButton } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Checkbox } from '#client/ui/field.tsx';
import { ActiveIcon, CheckIcon, CloseIcon, PlusIcon } from '#client/ui/icons.tsx';
import { DataTable } from '#client/ui/table.tsx';
import type { RepeatView } from './repeat-address.ts';
import { repeatsKey } from './repeat-query.ts';
import { sumsOf } from './repeat-words.ts';

// Hand-written: the contract's own would add the schemas' library to the screen.
const AT_ONCE = 500 satisfies typeof MOST_REPEATS;

const piecesOf = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, index) => ids.slice(index * AT_ONCE, (index + 1) * AT_ONCE));

/** Asks the server for the jobs, and says how many there are now. Asked twice, each is made once. */
const useMaking = ({ season, of }: RepeatView) => {
  const { id: orgId } = useOrganization();
  const client = useQueryClient();
  const notices = useNotices();
  const [, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const make = async (ids: readonly number[]): Promise<boolean> => {
    setBusy(true);
    try {
      const results: RepeatResult[] = [];
      for (const jobIds of piecesOf(ids)) {
        results.push(await callOnline(routes.seasonRepeats.make, { params: { orgId }, body: { season, of, jobIds } }, newKey()));
      }
      const count = (name: 'madeIds' | 'thereIds' | 'leftOutIds') => results.flatMap((result) => result[name]).length;
      const others = [
        ...(count('thereIds') > 0 ? [plural(count('thereIds'), '{count} was there already.', '{count} were there already.')] : []),
        ...(count('leftOutIds') > 0
          ? [plural(count('leftOutIds'), '{count} was deleted in the meantime.', '{count} were deleted in the meantime.')]
          : []),
      ];
      const made = count('madeIds');
      notices.success(made === 0 ? t('No new jobs') : plural(made, '{count} job made', '{count} jobs made'), others.join(' '), {
        label: t('Show jobs'),
        onSelect: () => navigate('/jobs'),
      });
      return true;
    } catch (error) {
      notices.failure(t('Failed to make the jobs'), error);
      return false;
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: repeatsKey(orgId) });
    }
  };
  return { make, isBusy };
};

const STATES = {
  open: { label: 'Active', tone: 'field', icon: ActiveIcon },
  done: { label: 'Done', tone: 'sky', icon: CheckIcon },
} as const;

/** What there is of it, with the way there. */
const State = ({ work: { state, thereJobId } }: { readonly work: SeasonWork }) => {
  if (state === 'notYet') {
    return (
      <Badge tone="straw" isWaiting>
        {t('Not yet')}
      </Badge>
    );
  }
  const { label, tone, icon } = STATES[state];
  return (
    <Link href={`/jobs/${thereJobId}/entries`} className="inline-flex min-h-11 items-center">
      <Badge tone={tone} icon={icon}>
        {t(label)}
      </Badge>
    </Link>
  );
};

/** What was done, a line for each service. */
const Work = ({ work: { services } }: { readonly work: SeasonWork }) => {
  const units = useUnits();
  return (
    <span className="grid gap-0.5">
      {services.map((service) => (
        <span key={service.serviceTypeId}>
          {service.serviceTypeName} <span className="text-ink2 tabular-nums">{sumsOf(service, units)}</span>
        </span>
      ))}
    </span>
  );
};

const daysOf = ({ firstDay, lastDay }: SeasonWork) => (
  <span className="whitespace-nowrap tabular-nums">{formatDates(firstDay, lastDay)}</span>
);

/** Of many machines the first few are named. */
const MOST_NAMED = 3;
const machinesOf = ({ equipmentNames }: SeasonWork): string =>
  [
    ...equipmentNames.slice(0, MOST_NAMED),
    ...(equipmentNames.length > MOST_NAMED ? [t('+{count} more', { count: equipmentNames.length - MOST_NAMED })] : []),
  ].join(', ');

interface ListProps {
  readonly works: readonly SeasonWork[];
  readonly view: RepeatView;
}

/** The jobs of the earlier season: ticked ones are made again. */
export const RepeatList = ({ works, view }: ListProps) => {
  const isOffline = useSyncState().connection === 'offline';
  const { make, isBusy } = useMaking(view);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const picked = works.filter(({ jobId }) => chosen.has(jobId));
  const missing = works.filter(({ state }) => state === 'notYet').map(({ jobId }) => jobId);
  const customers = new Set(picked.map(({ customerId }) => customerId)).size;
  const choose = (ids: readonly number[], isChosen: boolean) => {
    const others = [...chosen].filter((id) => !ids.includes(id));
    setChosen(new Set(isChosen ? [...others, ...ids] : others));
  };
  const box = ({ jobId, jobName, customerName }: SeasonWork) => (
    <Checkbox
      className="min-w-11 justify-center"
      label={t('Do {name} of {customer} again', { name: jobName, customer: customerName })}
      hideLabel
      checked={chosen.has(jobId)}
      onChange={({ target }) => choose([jobId], target.checked)}
    />
  );
  const name = ({ jobId, jobName, nextName }: SeasonWork) => (
    <>
      <RowLink to={`/jobs/${jobId}/entries`}>{jobName}</RowLink>
      {nextName !== jobName && <span className="block text-sm font-normal text-ink2">{t('becomes {name}', { name: nextName })}</span>}
    </>
  );
  return (
    <>
      {missing.length > 0 && (
        <Checkbox
          className="mb-2 inline-flex"
          label={plural(missing.length, 'Choose the {count} that is not there yet', 'Choose all {count} that are not there yet')}
          checked={missing.every((id) => chosen.has(id))}
          onChange={({ target }) => choose(missing, target.checked)}
        />
      )}
      <Card>
        <DataTable
          label={t('Work of season {season}', { season: view.of })}
          rows={works}
          keyOf={({ jobId }) => jobId}
          columnsFrom="xl"
          columns={[
            { head: t('Choose'), cell: box },
            { head: t('Customer'), cell: ({ customerName }) => customerName, sortBy: ({ customerName }) => customerName },
            { head: t('Job'), cell: name, sortBy: ({ jobName }) => jobName },
            { head: t('What was done'), cell: (work) => <Work work={work} /> },
            { head: t('Days'), cell: daysOf, sortBy: ({ firstDay }) => firstDay },
            { head: t('Equipment'), cell: machinesOf },
            { head: t('This time'), cell: (work) => <State work={work} />, sortBy: ({ state }) => state },
          ]}
          sorted={{ head: t('Customer'), isDescending: false }}
          card={(work) => ({
            small: work.customerName,
            title: name(work),
            meta: (
              <>
                <Work work={work} />
                {daysOf(work)}
                {machinesOf(work) !== '' && <span>{machinesOf(work)}</span>}
                <State work={work} />
              </>
            ),
            aside: box(work),
          })}
        />
      </Card>
      {picked.length > 0 && (
        <div className="sticky bottom-26 z-3 mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4.5 py-3 shadow-3 md:bottom-4">
          <p className="flex-[1_1_12rem]" role="status">
            {plural(customers, '{jobs} of {count} customer', '{jobs} of {count} customers', {
              jobs: plural(picked.length, '{count} job', '{count} jobs'),
            })}
            <span className="block text-sm text-ink2">
              {isOffline ? t('Making them needs a connection.') : t('They are made for season {season}, open.', { season: view.season })}
            </span>
          </p>
          <IconButton label={t('Clear selection')} icon={CloseIcon} onClick={() => setChosen(new Set())} />
          <Button
            variant="primary"
            icon={PlusIcon}
            className="max-sm:order-last max-sm:w-full"
            disabled={isOffline}
            busyText={isBusy && t('Saving...')}
            onClick={() => void make(picked.map(({ jobId }) => jobId)).then((isDone) => isDone && setChosen(new Set()))}
          >
            {plural(picked.length, 'Make {count} job', 'Make {count} jobs')}
          </Button>
        </div>
      )}
    </>
  );
};
