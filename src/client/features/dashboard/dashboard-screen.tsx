import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Organization } from '#shared/domain/organization.ts';
import { can } from '#shared/access/capabilities.ts';
import { useEntryDialog } from '#client/entities/job-entries/entry-dialog-context.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { useOrganizations } from '#client/data/organization-context.tsx';
import { newestActivityQuery } from '#client/data/overview-queries.ts';
import { todayOf } from '#client/data/today.ts';
import { useUser } from '#client/data/user-context.tsx';
import { dayRoom } from '#client/features/dashboard/day/day-room.ts';
import { GUIDE_ROOM } from '#client/features/dashboard/guide/guide-room.ts';
import { OFFICE_MEMORY } from '#client/features/dashboard/office/office-memory.ts';
import { ThisWeek } from '#client/features/dashboard/this-week.tsx';
import { TimerCard } from '#client/features/dashboard/timer-card.tsx';
import { cx } from '#client/lib/cx.ts';
import { formatLongDate } from '#client/lib/formats.ts';
import { later } from '#client/lib/later.tsx';
import { t } from '#client/lib/texts.ts';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { Card, CardHead, PageHead } from '#client/ui/card.tsx';
import { NewJobIcon, PlusIcon } from '#client/ui/icons.tsx';
import { Empty } from '#client/ui/states.tsx';

const InstallOffer = later(async () => (await import('#client/features/dashboard/load-parts.ts')).loadInstallOffer());
const ActivityList = later(async () => (await import('#client/entities/audit-logs/activity-list.tsx')).ActivityList);
const Guide = later(
  async () => (await import('#client/features/dashboard/load-parts.ts')).loadGuide(),
  () => <div {...GUIDE_ROOM} />,
);
const GuideSide = later(async () => (await import('#client/features/dashboard/load-parts.ts')).loadGuideSide());
const Office = later(
  async () => (await import('#client/features/dashboard/load-parts.ts')).loadOffice(),
  ({ children }) => children(),
);
/** The day of whoever is not of the office. */
export const MyDay = later(
  async () => (await import('#client/features/dashboard/load-parts.ts')).loadMyDay(),
  ({ organization, isBeside }) => !isBeside && <div style={{ minHeight: dayRoom(organization.id) }} />,
);
const QuickActions = later(async () => (await import('#client/features/dashboard/load-parts.ts')).loadQuickActions());
const JobQuestions = later(async () => (await import('#client/features/dashboard/load-parts.ts')).loadJobQuestions());

/** Specification 1.22. */
const RECENT_ITEMS = 5;

/** The quick actions of the office in the head of its page, where that is wide enough. */
const HeadActions = () => {
  const { openNew } = useEntryDialog();
  return (
    <section className="absolute top-3 right-0 hidden gap-2.5 lg:flex">
      <h2 className="sr-only">{t('Quick Actions')}</h2>
      <Link href="/jobs/new" className={buttonClass()}>
        <NewJobIcon aria-hidden="true" />
        {t('Create New Job')}
      </Link>
      <Button variant="log" icon={PlusIcon} onClick={() => openNew()}>
        {t('New Job Entry')} <span className="sr-only">{t('Hours, fuel and loads')}</span>
      </Button>
    </section>
  );
};

/** `userId`: only what this person did. */
const RecentActivity = ({ orgId, userId }: { readonly orgId: number; readonly userId?: number | undefined }) => {
  const query = useQuery(newestActivityQuery(orgId, RECENT_ITEMS, userId, ActivityList.fetch));
  // A driver's screen says once that there is no network, at its top.
  return userId !== undefined && query.isError && !query.data && !navigator.onLine ? null : (
    <Card className="lg:row-span-2">
      <CardHead title={t('Recent Activity')}>
        <Link href="/organization/activity" className={buttonClass({ variant: 'ghost', size: 'small' })}>
          {t('View All')}
        </Link>
      </CardHead>
      <QueryView query={query} loading={t('Loading activity...')} loadingRows={7}>
        {(items) => (items.length === 0 ? <Empty title={t('No recent activity to display.')} /> : <ActivityList items={items} />)}
      </QueryView>
    </Card>
  );
};

/** Whether the first steps are still to be shown; a copy of the organization from before there were any has none. */
const isGuided = (organization: Organization): boolean =>
  'isGuideHidden' in organization && !organization.isGuideHidden && !organization.isSample && can(organization.role, 'organization:write');

/** How high the office's card is at most, and the quick actions below it with the gap between, in windows up to this width. */
const HEIGHTS = [
  { upToPx: 768, card: 650, actions: 242 },
  { upToPx: 1024, card: 440, actions: 165 },
  { upToPx: Infinity, card: 440, actions: 0 },
];

/**
 * How high the office's card, its column and the one beside it are from the first moment on, so that nothing below them moves when they come:
 * as this device showed them last (`useRoomMemory`), for how much there is to do is known only then; at first enough for all of it, of which
 * a new company has nothing yet. The layout changes at widths that are multiples of 256.
 */
const officeRoom = (isNew: boolean): string[] => {
  const { card = 0, actions = 0 } = HEIGHTS.find(({ upToPx }) => innerWidth < upToPx) ?? {};
  const [ofCard, beside] = isNew ? [120, 120] : [card, 740];
  return (localStorage.getItem(OFFICE_MEMORY + (innerWidth >> 8)) ?? `${ofCard}px ${ofCard + actions}px ${beside}px`).split(' ');
};

/** `/dashboard` (specification 1.19). */
export const DashboardScreen = () => {
  const { selected } = useOrganizations();
  const { id: userId } = useUser();
  if (!selected) {
    return <Empty title={t('No Organization Selected')} text={t('Please select an organization to view your dashboard.')} />;
  }
  const { id: orgId, role } = selected;
  const isNew = isGuided(selected);
  const isOffice = can(role, 'jobEntries:check');
  const [card, column, beside] = officeRoom(isNew);
  const questions = can(role, 'jobs:write') && <JobQuestions />;
  return (
    <div className="relative">
      <PageHead title={t('Overview')} sub={formatLongDate(todayOf(selected))} />
      {isOffice && <HeadActions />}
      <div className="grid gap-(--gap)">
        {isNew && <Guide organization={selected} />}
        <TimerCard orgId={orgId} />
        {isOffice || (
          <>
            <MyDay organization={selected}>
              <QuickActions isQuiet />
            </MyDay>
            {questions}
          </>
        )}
        {/* Each of the two columns goes on where its upper part ends. */}
        <div
          className={cx(
            'grid items-start gap-(--gap)',
            isOffice &&
              'lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] lg:grid-rows-[min-content_min-content_1fr] lg:gap-y-0 lg:*:mb-(--gap)',
          )}
        >
          {isOffice && (
            <Office organization={selected} isNew={isNew}>
              {(todo, side) => (
                <>
                  <div id="office" className="grid content-start gap-(--gap)" style={{ minHeight: column }}>
                    <div className="grid" style={{ minHeight: card }}>
                      {todo}
                    </div>
                    <div className="lg:hidden">
                      <QuickActions />
                    </div>
                    {questions}
                  </div>
                  <div className="grid lg:row-span-2" style={{ minHeight: beside }}>
                    {side}
                  </div>
                </>
              )}
            </Office>
          )}
          <RecentActivity orgId={orgId} userId={isOffice ? undefined : userId} />
          <div className="grid gap-(--gap)">
            {isOffice && <ThisWeek organization={selected} isNew={isNew} />}
            {isNew && <GuideSide organization={selected} />}
            {isOffice && <MyDay organization={selected} isBeside />}
          </div>
        </div>
      </div>
      <InstallOffer />
    </div>
  );
};
