import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { routes } from '#shared/routes.ts';
import type { UnbilledJob } from '#shared/billing/schemas/unbilled-job.ts';
import { messageOf } from '#client/api/api-error.ts';
import { RowLink } from '#client/components/links.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { billingQueries } from '#client/features/billing/billing-queries.ts';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { Age, JobAmount, LATE_DAYS } from './unbilled-words.tsx';
import { useBillingChange } from '#client/features/billing/use-billing-change.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Chip } from '#client/ui/badge.tsx';
import { Button, IconButton } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Checkbox } from '#client/ui/field.tsx';
import { CloseIcon, ReceiptIcon } from '#client/ui/icons.tsx';
import { NextRows } from '#client/ui/more-rows.tsx';
import { Empty, Failed, Loading } from '#client/ui/states.tsx';
import { DataTable } from '#client/ui/table.tsx';

const billPath = (job: UnbilledJob): string => `/organization/billing/jobs/${job.id}`;

const Board = ({ jobs }: { readonly jobs: readonly UnbilledJob[] }) => {
  const { id: orgId } = useOrganization();
  const isOffline = useIsOffline();
  const notices = useNotices();
  const [, navigate] = useLocation();
  const { change, isBusy } = useBillingChange();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  // A job that was billed in the meantime is no longer selected.
  const picked = jobs.filter(({ id }) => chosen.includes(id));
  const [first] = picked;

  const billTogether = async () => {
    if (picked.length === 1 && first) {
      navigate(billPath(first));
      return;
    }
    try {
      const jobIds = picked.map(({ id }) => id);
      const { id } = await change((ask) => ask(routes.billDrafts.create, { params: { orgId }, body: { jobIds } }));
      navigate(`/organization/billing/drafts/${id}`);
    } catch (error) {
      notices.failure(t('Failed to start the bill'), error);
    }
  };
  const box = (job: UnbilledJob) => (
    <Checkbox
      className="min-w-11 justify-center"
      label={t('Bill {name} together with others', { name: job.name })}
      hideLabel
      checked={chosen.includes(job.id)}
      disabled={job.draftId !== null || (first !== undefined && first.customerId !== job.customerId)}
      onChange={(event) => setChosen(event.target.checked ? [...chosen, job.id] : chosen.filter((id) => id !== job.id))}
    />
  );
  const name = (job: UnbilledJob) => (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <RowLink to={billPath(job)}>{job.name}</RowLink>
      {job.draftId !== null && <Chip>{t('On a draft')}</Chip>}
      {job.uncheckedCount > 0 && <Chip>{t('{count} of {all} not checked', { count: job.uncheckedCount, all: job.entryCount })}</Chip>}
    </span>
  );
  return (
    <>
      <Card>
        <DataTable
          label={t('Unbilled')}
          rows={jobs}
          keyOf={({ id }) => id}
          onRow={(job) => navigate(billPath(job))}
          columnsFrom="lg"
          columns={[
            { head: t('Choose'), cell: box },
            { head: t('Job'), cell: name },
            { head: t('Customer'), cell: ({ customerName }) => customerName },
            { head: t('Completed for'), cell: (job) => <Age job={job} /> },
            { head: t('Amount'), isNumber: true, cell: (job) => <JobAmount job={job} /> },
          ]}
          card={(job) => ({
            small: job.customerName,
            title: name(job),
            meta: (
              <>
                <Age job={job} />
                <JobAmount job={job} />
              </>
            ),
            aside: box(job),
          })}
        />
      </Card>
      {first && (
        <div className="sticky bottom-26 z-3 mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4.5 py-3 shadow-3 md:bottom-4">
          <p className="flex-[1_1_12rem]" role="status">
            {t('{jobs} of {customer}', { jobs: plural(picked.length, '{count} job', '{count} jobs'), customer: first.customerName })}
            <span className="block text-sm text-ink3 max-md:hidden">{t('Jobs of one customer can be billed together.')}</span>
          </p>
          <IconButton label={t('Clear selection')} icon={CloseIcon} onClick={() => setChosen([])} />
          <Button
            variant="primary"
            icon={ReceiptIcon}
            className="max-sm:order-last max-sm:w-full"
            disabled={isOffline}
            busyText={isBusy && t('Saving...')}
            onClick={() => void billTogether()}
          >
            {t('Bill together')}
          </Button>
        </div>
      )}
    </>
  );
};

/** Completed jobs that are on no record, the longest completed first: money that was earned and not asked for yet. */
export const UnbilledBoard = () => {
  const { id: orgId } = useOrganization();
  const pages = useInfiniteQuery(billingQueries.unbilled(orgId));
  const jobs = useMemo(() => pages.data?.pages.flatMap(({ items }) => items), [pages.data]);
  if (jobs === undefined) {
    return pages.isError ? (
      <Failed text={messageOf(pages.error)} onRetry={() => void pages.refetch()} />
    ) : (
      <Loading text={t('Loading jobs...')} />
    );
  }
  if (jobs.length === 0) {
    return (
      <Card>
        <Empty title={t('Everything is billed.')} text={t('Completed jobs that haven’t been billed show up here.')} />
      </Card>
    );
  }
  const late = jobs.filter(({ days }) => days > LATE_DAYS).length;
  return (
    <>
      <p className="mb-3 text-sm text-ink2">
        {/* The longest completed come first: while all that were read are late, nobody knows how many more there are. */}
        {late === 0 || (late === jobs.length && pages.hasNextPage)
          ? t('Jobs completed more than {days} days ago are marked.', { days: LATE_DAYS })
          : plural(late, '{count} job was completed more than two weeks ago.', '{count} jobs were completed more than two weeks ago.')}
      </p>
      <Board jobs={jobs} />
      {pages.hasNextPage && (
        <NextRows isBusy={pages.isFetchingNextPage} isHeld={pages.isFetchNextPageError} onNext={() => void pages.fetchNextPage()}>
          {t('Show more jobs')}
        </NextRows>
      )}
    </>
  );
};
