import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { isoMoment, seasonOf } from '#shared/lib/dates.ts';
import type { SeasonRepeats } from '#shared/domain/season-repeat.ts';
import { BackLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { TabRow } from '#client/components/tab-row.tsx';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { serviceTypeQueries } from '#client/data/queries.ts';
import { useToday } from '#client/data/today.ts';
import { formatTimestamp } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Card, PageHead } from '#client/ui/card.tsx';
import { Field, Select } from '#client/ui/field.tsx';
import { CloudOffIcon } from '#client/ui/icons.tsx';
import { Note } from '#client/ui/note.tsx';
import { Empty } from '#client/ui/states.tsx';
import { NotYetList } from './not-yet-list.tsx';
import { notYetOf } from './not-yet.ts';
import { addressOf, type RepeatView, seasonsBefore, seasonsToMake, viewOf } from './repeat-address.ts';
import { RepeatList } from './repeat-list.tsx';
import { repeatsQuery } from './repeat-query.ts';

interface ControlsProps {
  readonly view: RepeatView;
  readonly onChange: (part: Partial<RepeatView>) => void;
}

/** Which season is done again, for which, and of which service. */
const Controls = ({ view, onChange }: ControlsProps) => {
  const { id: orgId, seasonStartDate } = useOrganization();
  const { data: services = [] } = useQuery(serviceTypeQueries.list(orgId));
  const current = seasonOf(useToday(), seasonStartDate);
  return (
    <div className="mb-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <Field label={t('Make jobs for')}>
        {(control) => (
          <Select
            {...control}
            value={view.season}
            onChange={({ target }) => onChange({ season: target.value, of: seasonsBefore(target.value)[0] ?? view.of })}
          >
            {seasonsToMake(current).map((season) => (
              <option key={season} value={season}>
                {season === current ? t('This season ({season})', { season }) : t('Next season ({season})', { season })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('Same as in')}>
        {(control) => (
          <Select {...control} value={view.of} onChange={({ target }) => onChange({ of: target.value })}>
            {seasonsBefore(view.season).map((season) => (
              <option key={season} value={season}>
                {t('Season {season}', { season })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('Service')}>
        {(control) => (
          <Select
            {...control}
            placeholder={t('All services')}
            value={view.serviceTypeId ?? ''}
            onChange={({ target }) => onChange({ serviceTypeId: target.value === '' ? null : Number(target.value) })}
          >
            {services.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
};

const Shown = ({ repeats, view }: { readonly repeats: SeasonRepeats; readonly view: RepeatView }) => {
  const { works, deletedCustomers, currency, of } = repeats;
  const notYet = useMemo(() => notYetOf(works), [works]);
  const tabs = [
    { id: 'all' as const, text: t('All work'), count: works.length },
    { id: 'notYet' as const, text: t('Not yet this year'), count: notYet.length },
  ];
  return (
    <>
      <TabRow
        label={t('Views')}
        tabs={tabs.map(({ id, text, count }) => ({
          id,
          href: addressOf({ ...view, tab: id }),
          text: (
            <>
              {text}
              <span className="min-w-[1.5ch] rounded-chip bg-sunk px-1.75 text-center text-base tabular-nums">{count}</span>
            </>
          ),
        }))}
        current={view.tab}
      />
      {works.length === 0 ? (
        <Card>
          <Empty title={t('No work in season {season}.', { season: of })} text={t('Choose an earlier one, or another service.')} />
        </Card>
      ) : view.tab === 'all' ? (
        // What was ticked is of one season and service.
        <RepeatList key={`${view.season} ${of} ${view.serviceTypeId}`} works={works} view={view} />
      ) : (
        <NotYetList customers={notYet} currency={currency} of={of} />
      )}
      {deletedCustomers.length > 0 && (
        <p className="mt-3 text-sm text-ink2">
          {t('Left out, because these customers were deleted: {names}', { names: deletedCustomers.join(', ') })}
        </p>
      )}
    </>
  );
};

/** `/jobs/repeat`: the jobs of an earlier season, to be made again for another, and who is missing. */
const Repeats = () => {
  const { id: orgId, seasonStartDate } = useOrganization();
  const [, navigate] = useLocation();
  const view = viewOf(useSearch(), useToday(), seasonStartDate);
  const query = useQuery(repeatsQuery(orgId, view));
  const { data } = query;
  return (
    <>
      <Controls view={view} onChange={(part) => navigate(addressOf({ ...view, ...part }), { replace: true })} />
      {data && (data.isCopy || query.isError) && (
        <div className="mb-3">
          <Note tone="straw" icon={CloudOffIcon}>
            {t('No connection. This list is from {moment}.', { moment: formatTimestamp(isoMoment(data.at)) })}
          </Note>
        </div>
      )}
      <QueryView query={query} loading={t('Loading jobs...')} loadingRows={8}>
        {({ answer }) => <Shown repeats={answer} view={view} />}
      </QueryView>
    </>
  );
};

export const RepeatScreen = () => {
  const mayWrite = useCan('jobs:write');
  return (
    <>
      <BackLink to="/jobs">{t('Back to Jobs')}</BackLink>
      <PageHead title={t('Same as last year')} />
      {mayWrite ? <Repeats /> : <Empty title={t('Only those who make jobs can do work again.')} />}
    </>
  );
};
