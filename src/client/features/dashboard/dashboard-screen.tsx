import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import type { Organization } from '#shared/domain/organization.ts';
import { can } from '#shared/access/capabilities.ts';
import { useEntryDialog } from '#client/entities/job-entries/entry-dialog-context.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { useCan, useOrganizations } from '#client/data/organization-context.tsx';
import { jobListQuery, newestActivityQuery } from '#client/data/overview-queries.ts';
import { todayOf } from '#client/data/today.ts';
import { GUIDE_ROOM } from '#client/features/dashboard/guide/guide-room.ts';
import { ThisWeek } from '#client/features/dashboard/this-week.tsx';
import { TimerCard } from '#client/features/dashboard/timer-card.tsx';
import { cx } from '#client/lib/cx.ts';
import { formatLongDate } from '#client/lib/formats.ts';
import { later } from '#client/lib/later.tsx';
import { t } from '#client/lib/texts.ts';
import { SideTurns } from '#client/ui/brand.tsx';
import { buttonClass } from '#client/ui/button.tsx';
import { Card, CardHead, PageHead } from '#client/ui/card.tsx';
import { NewJobIcon, PlusIcon } from '#client/ui/icons.tsx';
import { Empty } from '#client/ui/states.tsx';

const InstallOffer = later(async () => (await import('#client/features/dashboard/install-offer.tsx')).InstallOffer);
const ActivityList = later(async () => (await import('#client/entities/audit-logs/activity-list.tsx')).ActivityList);
const Guide = later(
  async () => (await import('#client/features/dashboard/guide/load-guide.ts')).loadGuide(),
  () => <div {...GUIDE_ROOM} />,
);
const GuideSide = later(async () => (await import('#client/features/dashboard/guide/load-guide.ts')).loadGuideSide());
const JobQuestions = lazy(async () => ({ default: (await import('#client/entities/jobs/job-questions.tsx')).JobQuestions }));

/** Specification 1.22. */
const RECENT_ITEMS = 5;

const slab =
  'relative flex min-h-22 items-center gap-4 overflow-hidden rounded-card px-5 py-4 text-left text-[1.375rem] leading-[1.2] font-[740] tracking-[-0.01em] no-underline lg:min-h-30 lg:px-7 [&>svg]:shrink-0';

const QuickActions = () => {
  const { openNew } = useEntryDialog();
  const mayCreateJobs = useCan('jobs:write');
  return (
    <section aria-labelledby="quick-actions">
      <h2 id="quick-actions" className="mb-3 text-lg/[1.3] font-[680]">
        {t('Quick Actions')}
      </h2>
      <div className="grid gap-3 md:grid-cols-[1.35fr_1fr] lg:grid-cols-[1.7fr_1fr]">
        <button type="button" onClick={() => openNew()} className={cx(slab, 'bg-rape text-onrape')}>
          <SideTurns className="absolute -right-24 top-0 h-full text-rapelo md:-right-44 lg:right-0" />
          <PlusIcon className="relative size-9 stroke-[2.5]" aria-hidden="true" />
          <span className="relative">
            {t('New Job Entry')}
            <small className="mt-0.5 block text-sm font-medium tracking-normal">{t('Hours, fuel and loads')}</small>
          </span>
        </button>
        {mayCreateJobs && (
          <Link href="/jobs/new" className={cx(slab, 'border-[1.5px] border-edge bg-surface text-ink')}>
            <NewJobIcon className="size-9 stroke-[2.5] text-act" aria-hidden="true" />
            <span>
              {t('Create New Job')}
              <small className="mt-0.5 block text-sm font-medium tracking-normal text-ink2">{t('For a customer')}</small>
            </span>
          </Link>
        )}
      </div>
    </section>
  );
};

const RecentActivity = ({ orgId }: { readonly orgId: number }) => (
  <Card>
    <CardHead title={t('Recent Activity')}>
      <Link href="/organization/activity" className={buttonClass({ variant: 'ghost', size: 'small' })}>
        {t('View All')}
      </Link>
    </CardHead>
    <QueryView
      query={useQuery(newestActivityQuery(orgId, RECENT_ITEMS, ActivityList.fetch))}
      loading={t('Loading activity...')}
      loadingRows={7}
    >
      {(items) => (items.length === 0 ? <Empty title={t('No recent activity to display.')} /> : <ActivityList items={items} />)}
    </QueryView>
  </Card>
);

/** Whether work was logged without a job and the user may assign one: by what this device holds. */
const useIsAsked = (orgId: number | undefined): boolean => {
  const mayAnswer = useCan('jobs:write');
  const { data } = useQuery({ ...jobListQuery(orgId ?? 0, 'open'), enabled: mayAnswer && orgId !== undefined });
  return data?.some(({ isPlaceholder }) => isPlaceholder) ?? false;
};

/** Whether the first steps are still to be shown; a copy of the organization from before there were any has none. */
const isGuided = (organization: Organization): boolean =>
  'isGuideHidden' in organization && !organization.isGuideHidden && !organization.isSample && can(organization.role, 'organization:write');

/** `/dashboard` (specification 1.19). */
export const DashboardScreen = () => {
  const { selected } = useOrganizations();
  const isAsked = useIsAsked(selected?.id);
  if (!selected) {
    return <Empty title={t('No Organization Selected')} text={t('Please select an organization to view your dashboard.')} />;
  }
  return (
    <>
      <PageHead title={t('Overview')} sub={formatLongDate(todayOf(selected))} />
      <div className="grid gap-(--gap)">
        {isGuided(selected) && <Guide organization={selected} />}
        <QuickActions />
        <TimerCard orgId={selected.id} />
        {isAsked && (
          <Suspense>
            <JobQuestions />
          </Suspense>
        )}
        <div className="grid items-start gap-(--gap) lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
          <RecentActivity orgId={selected.id} />
          <div className="grid gap-(--gap)">
            <ThisWeek organization={selected} isNew={isGuided(selected)} />
            {isGuided(selected) && <GuideSide organization={selected} />}
          </div>
        </div>
      </div>
      <InstallOffer />
    </>
  );
};
