import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Redirect } from 'wouter';
import type { Partable } from '#shared/billing/partings.ts';
import type { BillDraft, JobBill } from '#shared/billing/schemas/billing-record.ts';
import type { SeenEntry } from '#shared/domain/entry-check.ts';
import type { Job } from '#shared/domain/job.ts';
import { useIssueState } from '#client/entities/billing-records/issue-state.ts';
import { BackLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { StatusBadge } from '#client/components/status-badge.tsx';
import { useEntryCheck } from '#client/entities/job-entries/use-entry-check.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { jobQueries } from '#client/data/queries.ts';
import { type Added, AddedCard } from './added-card.tsx';
import { BilledOnce } from './billed-once.tsx';
import { PreviewButton } from '#client/features/billing/bills/preview-button.tsx';
import { BillView } from '#client/features/billing/bills/bill-view.tsx';
import { billingQueries } from '#client/features/billing/billing-queries.ts';
import { LawCard } from './law-card.tsx';
import { IssueDialog } from './issue-dialog.tsx';
import { DepositButton } from '#client/features/billing/corrections/deposit-button.tsx';
import { BOARD } from '#client/features/billing/billing-paths.ts';
import { PartingDialog } from './parting-dialog.tsx';
import { putParting } from './parting-words.ts';
import { MoneyOnly, OfflineNote, useIsOffline } from '#client/features/billing/money-only.tsx';
import { recordPath } from '#client/features/billing/bills/billing-record-words.ts';
import { useDraftActions } from './use-draft-actions.ts';
import { Warnings } from './warnings.tsx';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Note } from '#client/ui/note.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead, PageHead } from '#client/ui/card.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { AttentionIcon, CheckIcon, DeleteIcon, ReceiptIcon } from '#client/ui/icons.tsx';
import { Empty } from '#client/ui/states.tsx';

const NOTHING_ADDED: Added = { lines: [], discounts: [], partings: [], notes: null };

/** Entries on this bill that nobody has checked in their present state, with a button that checks all of them. */
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
            {t('Mark all as checked')}
          </Button>
        </div>
      </Card>
    )
  );
};

/** The bill as it would be issued now. */
type Computed = Pick<
  JobBill,
  'bill' | 'customer' | 'entryCount' | 'unchecked' | 'creditCents' | 'paymentDays' | 'taxPosition' | 'legalNeeds' | 'eInvoiceNeeds'
>;

interface BillEditorProps extends Computed {
  readonly jobs: readonly Job[];
  readonly draft: BillDraft | null;
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

const BillEditor = ({ jobs, draft, ...computed }: BillEditorProps) => {
  const { bill, customer, entryCount, unchecked, creditCents } = computed;
  const isOffline = useIsOffline();
  const asked = useIssueState();
  const [isAsking, setAsking] = useState(false);
  const [parting, setParting] = useState<Partable | null>(null);
  const added: Added = draft ?? NOTHING_ADDED;
  const { save, issue, ask, remove, isBusy } = useDraftActions(
    jobs.map(({ id }) => id),
    draft,
  );
  return (
    <>
      <BackLink to={BOARD}>{t('Back to Billing')}</BackLink>
      <PageHead title={t('Draft bill')} sub={customer?.businessName ?? jobs[0]?.customerName}>
        <DepositButton jobIds={jobs.map(({ id }) => id)} computed={computed} />
        <PreviewButton jobIds={jobs.map(({ id }) => id)} draftId={draft?.id ?? null} />
        <Button variant="primary" icon={ReceiptIcon} disabled={isOffline} onClick={() => ask(true)}>
          {t('Mark as Billed')}
        </Button>
      </PageHead>
      <div className="grid grid-cols-1 gap-(--gap)">
        <OfflineNote copyName={draft ? `drafts/${draft.id}` : `jobs/${jobs[0]?.id}`} />
        {creditCents > 0 && (
          <Note tone="field" icon={ReceiptIcon}>
            {t('The customer has a credit of {credit}. It is applied when this bill is issued.', {
              credit: formatMoney(creditCents, bill.currency),
            })}
          </Note>
        )}
        {customer === null && (
          <Note tone="poppy" icon={AttentionIcon}>
            {t('The jobs on this draft bill no longer belong to one customer. Delete the draft and bill each customer separately.')}
          </Note>
        )}
        <Unchecked entries={unchecked} />
        <Warnings warnings={bill.warnings} />
        <LawCard
          warnings={bill.warnings}
          customer={customer}
          taxPosition={computed.taxPosition}
          legalNeeds={computed.legalNeeds}
          eInvoiceNeeds={computed.eInvoiceNeeds}
        />
        <BilledOnce warnings={bill.warnings} isOffline={isOffline} onPart={setParting} />
        <Card>
          <CardHead title={plural(jobs.length, '{count} job', '{count} jobs')} />
          <div className="px-4.5 py-1.5">
            <JobList jobs={jobs} />
          </div>
        </Card>
        <Card>
          <BillView bill={bill} jobNames={new Map(jobs.map(({ id, name }) => [id, name]))} />
        </Card>
        <AddedCard added={added} bill={bill} jobs={jobs} isOffline={isOffline} isBusy={isBusy} onSave={save} />
        <div className="flex flex-wrap items-center gap-4">
          <p className="max-w-[65ch] flex-[1_1_16rem] text-sm text-ink3">
            {t('Amounts follow entries and rates until you bill the jobs. After that, the bill no longer changes.')}
          </p>
          {draft && (
            <Button variant="danger" icon={DeleteIcon} disabled={isOffline || isBusy} onClick={() => setAsking(true)}>
              {t('Delete draft')}
            </Button>
          )}
        </div>
      </div>
      {asked && (
        <IssueDialog
          state={asked}
          bill={bill}
          customer={customer}
          entryCount={entryCount}
          uncheckedCount={unchecked.length}
          creditCents={creditCents}
          paymentDays={computed.paymentDays}
          preview={<PreviewButton jobIds={jobs.map(({ id }) => id)} draftId={draft?.id ?? null} />}
          isBusy={isBusy}
          onIssue={issue}
          onClose={() => ask(false)}
        />
      )}
      {parting && (
        <PartingDialog
          number={parting}
          value={null}
          isBusy={isBusy}
          onSave={(made) => save({ partings: putParting(added.partings ?? [], made) })}
          onClose={() => setParting(null)}
        />
      )}
      {isAsking && draft && (
        <ConfirmDialog
          title={t('Delete draft bill')}
          text={t('Lines added by hand will be lost. The jobs and their entries stay.')}
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
  text: t('It has been billed or deleted in the meantime.'),
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
          <Empty title={t('This job was billed before billing records were introduced.')}>
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
  const asked = useIssueState();
  return (
    <QueryView query={query} loading={t('Loading the bill...')} missing={missing()}>
      {({ draftId, ...computed }) =>
        draftId === null ? (
          <BillEditor jobs={[job]} draft={null} {...computed} />
        ) : (
          <Redirect to={`${BOARD}/drafts/${draftId}`} replace state={asked && { issue: asked }} />
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

/** `/organization/billing/jobs/{id}`: the bill of one job in any state: computed now, on a draft, or in its record. */
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
      {({ bill, customer, entryCount, unchecked, creditCents, paymentDays, taxPosition, legalNeeds, eInvoiceNeeds, ...draft }) => (
        <BillEditor
          jobs={jobs.filter(({ id }) => draft.jobIds.includes(id))}
          draft={draft}
          {...{ bill, customer, entryCount, unchecked, creditCents, paymentDays, taxPosition, legalNeeds, eInvoiceNeeds }}
        />
      )}
    </QueryView>
  );
};

/** `/organization/billing/drafts/{id}`: a bill with additions, or one of several jobs. */
export const DraftScreen = (props: ScreenProps) => (
  <MoneyOnly>
    <Draft {...props} />
  </MoneyOnly>
);
