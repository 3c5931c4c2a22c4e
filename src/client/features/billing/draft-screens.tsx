import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { contract } from '#shared/contract.ts';
import type { Bill } from '#shared/domain/bill.ts';
import type { BillDraft } from '#shared/domain/billing-record.ts';
import type { SeenEntry } from '#shared/domain/entry-check.ts';
import type { Job } from '#shared/domain/job.ts';
import { BackLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { StatusBadge } from '#client/components/status-badge.tsx';
import { useEntryCheck } from '#client/components/use-entry-check.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { jobQueries } from '#client/data/queries.ts';
import { type Added, AddedCard } from '#client/features/billing/added-card.tsx';
import { BilledOnce } from '#client/features/billing/billed-once.tsx';
import { BillView } from '#client/features/billing/bill-view.tsx';
import { billingQueries } from '#client/features/billing/billing-queries.ts';
import { MoneyOnly, OfflineNote, useIsOffline } from '#client/features/billing/money-only.tsx';
import { recordNumber, recordPath } from '#client/features/billing/record-words.ts';
import { useBillingChange } from '#client/features/billing/use-billing-change.ts';
import { Warnings } from '#client/features/billing/warnings.tsx';
import { plural, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead, PageHead } from '#client/ui/card.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { AttentionIcon, CheckIcon, DeleteIcon, ReceiptIcon } from '#client/ui/icons.tsx';
import { Empty } from '#client/ui/states.tsx';

const BOARD = '/organization/billing';

const NOTHING_ADDED: Added = { lines: [], discounts: [], notes: null };

/** What is done with a bill: added to, made a record of, given up. A job's bill becomes a draft with the first thing that is added. */
const useDraftActions = (jobIds: readonly number[], draft: BillDraft | null) => {
  const { id: orgId } = useOrganization();
  const { change, isBusy } = useBillingChange();
  const notices = useNotices();
  const [, navigate] = useLocation();
  const save = async (added: Partial<Added>): Promise<boolean> => {
    try {
      const { id } = await change((ask) =>
        draft
          ? ask(contract.billDrafts.update, { params: { id: draft.id }, body: added }, draft.version)
          : ask(contract.billDrafts.create, { params: { orgId }, body: { jobIds: [...jobIds], ...added } }),
      );
      if (!draft) {
        navigate(`${BOARD}/drafts/${id}`, { replace: true });
      }
      return true;
    } catch (error) {
      notices.failure(t('Failed to save the draft bill'), error);
      return false;
    }
  };
  const bill = async (): Promise<void> => {
    try {
      const record = await change(async (ask) => {
        const { id } = draft ?? (await ask(contract.billDrafts.create, { params: { orgId }, body: { jobIds: [...jobIds] } }));
        return ask(contract.billingRecords.create, { params: { orgId }, body: { draftId: id } });
      });
      notices.success(t('Billed'), t('Billing record {number} was made.', { number: recordNumber(record) }));
      navigate(recordPath(record.id), { replace: true });
    } catch (error) {
      notices.failure(t('Failed to bill'), error);
    }
  };
  const remove = async (id: number): Promise<void> => {
    try {
      await change((ask) => ask(contract.billDrafts.remove, { params: { id } }));
      notices.success(t('Draft bill deleted'));
      navigate(BOARD, { replace: true });
    } catch (error) {
      notices.failure(t('Failed to delete the draft bill'), error);
    }
  };
  return { save, bill, remove, isBusy };
};

/** Entries on this bill that nobody has checked, as they stand in it, and checking them in one go. */
const Unchecked = ({ entries }: { readonly entries: readonly SeenEntry[] }) => {
  const { set, isBusy, isOffline } = useEntryCheck();
  return (
    entries.length > 0 && (
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4.5 py-3">
          <span className="flex min-w-0 flex-[1_1_16rem] items-start gap-2.5">
            <AttentionIcon className="mt-0.5 size-5 shrink-0 text-straw-fg" aria-hidden="true" />
            {plural(entries.length, '{count} entry on this bill is not checked yet.', '{count} entries on this bill are not checked yet.')}
          </span>
          <Button
            size="small"
            icon={CheckIcon}
            disabled={isOffline}
            busyText={isBusy && t('Saving...')}
            onClick={() => void set(entries, true)}
          >
            {t('Check all')}
          </Button>
        </div>
      </Card>
    )
  );
};

interface BillEditorProps {
  readonly jobs: readonly Job[];
  readonly bill: Bill;
  readonly draft: BillDraft | null;
  readonly unchecked: readonly SeenEntry[];
}

const JobList = ({ jobs }: { readonly jobs: readonly Job[] }) => (
  <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
    {jobs.map(({ id, name, status }) => (
      <span key={id} className="inline-flex items-center gap-2">
        <Link href={`/jobs/${id}/entries`} className="inline-flex min-h-11 items-center text-act">
          {name}
        </Link>
        <StatusBadge status={status} />
      </span>
    ))}
  </span>
);

const BillEditor = ({ jobs, bill, draft, unchecked }: BillEditorProps) => {
  const isOffline = useIsOffline();
  const [isAsking, setAsking] = useState(false);
  const {
    save,
    bill: makeRecord,
    remove,
    isBusy,
  } = useDraftActions(
    jobs.map(({ id }) => id),
    draft,
  );
  return (
    <>
      <BackLink to={BOARD}>{t('Back to Billing')}</BackLink>
      <PageHead title={t('Draft bill')} sub={jobs[0]?.customerName}>
        <Button
          variant="primary"
          icon={ReceiptIcon}
          disabled={isOffline}
          busyText={isBusy && t('Saving...')}
          onClick={() => void makeRecord()}
        >
          {t('Mark as Billed')}
        </Button>
      </PageHead>
      <div className="grid grid-cols-1 gap-(--gap)">
        <OfflineNote of={draft ? `drafts/${draft.id}` : `jobs/${jobs[0]?.id}`} />
        <Unchecked entries={unchecked} />
        <Warnings warnings={bill.warnings} />
        <BilledOnce warnings={bill.warnings} />
        <Card>
          <CardHead title={plural(jobs.length, '{count} job', '{count} jobs')} />
          <div className="px-4.5 py-1.5">
            <JobList jobs={jobs} />
          </div>
        </Card>
        <Card>
          <BillView bill={bill} jobNames={new Map(jobs.map(({ id, name }) => [id, name]))} />
        </Card>
        <AddedCard
          added={draft ?? NOTHING_ADDED}
          currency={bill.currency}
          jobs={jobs}
          isOffline={isOffline}
          isBusy={isBusy}
          onSave={save}
        />
        <div className="flex flex-wrap items-center gap-4">
          <p className="max-w-[65ch] flex-[1_1_16rem] text-sm text-ink3">
            {t('The amounts follow entries and rates until the jobs are billed. The record then keeps what it says, whatever changes.')}
          </p>
          {draft && (
            <Button variant="danger" icon={DeleteIcon} disabled={isOffline || isBusy} onClick={() => setAsking(true)}>
              {t('Delete draft')}
            </Button>
          )}
        </div>
      </div>
      {isAsking && draft && (
        <ConfirmDialog
          title={t('Delete draft bill')}
          text={t('What was added by hand is gone then. The jobs and their entries stay.')}
          confirmLabel={t('Delete draft')}
          busyText={isBusy && t('Deleting...')}
          danger
          onConfirm={() => void remove(draft.id)}
          onCancel={() => !isBusy && setAsking(false)}
        />
      )}
    </>
  );
};

const missing = () => ({
  title: t('Draft bill not found'),
  text: t('It was billed or deleted meanwhile.'),
  backTo: BOARD,
  backLabel: t('Back to Billing'),
});

/** A billed job leads to its record. */
const BilledJob = ({ job }: { readonly job: Job }) => {
  const { id: orgId } = useOrganization();
  const query = useQuery(billingQueries.recordsOfJob(orgId, job.id));
  return (
    <QueryView query={query} loading={t('Loading the bill...')}>
      {(records) => {
        const live = records.find(({ kind, reversedById }) => kind === 'bill' && reversedById === null);
        return live ? (
          <Redirect to={recordPath(live.id)} replace />
        ) : (
          <Empty title={t('This job was billed before there were billing records.')}>
            <BackLink to={BOARD}>{t('Back to Billing')}</BackLink>
          </Empty>
        );
      }}
    </QueryView>
  );
};

const OpenJobBill = ({ job }: { readonly job: Job }) => {
  const { id: orgId } = useOrganization();
  const query = useQuery(billingQueries.ofJob(orgId, job.id));
  return (
    <QueryView query={query} loading={t('Loading the bill...')} missing={missing()}>
      {({ bill, draftId, unchecked }) =>
        draftId === null ? (
          <BillEditor jobs={[job]} bill={bill} draft={null} unchecked={unchecked} />
        ) : (
          <Redirect to={`${BOARD}/drafts/${draftId}`} replace />
        )
      }
    </QueryView>
  );
};

interface ScreenProps {
  readonly params: Readonly<Record<string, string | undefined>>;
}

const JobBill = ({ params }: ScreenProps) => {
  const { id: orgId } = useOrganization();
  const query = useQuery(jobQueries.detail(orgId, Number(params['id'])));
  return (
    <QueryView query={query} loading={t('Loading the bill...')} missing={missing()}>
      {(job) => (job.status === 'billed' ? <BilledJob job={job} /> : <OpenJobBill job={job} />)}
    </QueryView>
  );
};

/** `/organization/billing/jobs/{id}`: the bill of one job, wherever it stands: computed now, on a draft, or in its record. */
export const JobBillScreen = (props: ScreenProps) => (
  <MoneyOnly>
    <JobBill {...props} />
  </MoneyOnly>
);

const Draft = ({ params }: ScreenProps) => {
  const { id: orgId } = useOrganization();
  const query = useQuery(billingQueries.draft(orgId, Number(params['id'])));
  const { data: jobs = [] } = useQuery(jobQueries.list(orgId));
  return (
    <QueryView query={query} loading={t('Loading the bill...')} missing={missing()}>
      {({ bill, unchecked, ...draft }) => (
        <BillEditor jobs={jobs.filter(({ id }) => draft.jobIds.includes(id))} bill={bill} draft={draft} unchecked={unchecked} />
      )}
    </QueryView>
  );
};

/** `/organization/billing/drafts/{id}`: a bill that people added to, or that is of several jobs. */
export const DraftScreen = (props: ScreenProps) => (
  <MoneyOnly>
    <Draft {...props} />
  </MoneyOnly>
);
