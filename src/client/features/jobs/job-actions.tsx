import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { routes } from '#shared/routes.ts';
import { type Job, type JobStatus, mayChangeStatus } from '#shared/domain/job.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { useWriter } from '#client/data/use-write.ts';
import { useBillingStep } from '#client/features/jobs/billing-step.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import { useMedia } from '#client/lib/use-media.ts';
import { IconButton, iconButtonClass } from '#client/ui/button.tsx';
import {
  ArchiveIcon,
  CheckIcon,
  DeleteIcon,
  EditIcon,
  type Icon,
  MoreIcon,
  ReceiptIcon,
  RestoreIcon,
  ViewIcon,
} from '#client/ui/icons.tsx';
import { Menu } from '#client/ui/menu.tsx';

/** The next status of a job, and its label in the row's menu (specification 5.2). */
const NEXT = {
  open: { to: 'completed', label: 'Mark as Completed', icon: CheckIcon, done: 'Job marked as completed successfully' },
  completed: { to: 'billed', label: 'Mark as Billed', icon: ArchiveIcon, done: 'Job marked as billed successfully' },
  billed: { to: 'open', label: 'Reopen Job', icon: RestoreIcon, done: 'Job reopened successfully' },
} as const satisfies Record<
  JobStatus,
  { readonly to: JobStatus; readonly label: PlainText; readonly icon: Icon; readonly done: PlainText }
>;

/** Moves a job to its next status, and reports it; if a bill with amounts would result, leads to the question first. */
export const useNextStatus = (): ((job: Job) => void) => {
  const { id: orgId } = useOrganization();
  const notices = useNotices();
  const update = useWriter(orgId, routes.jobs.update, false);
  const billingStep = useBillingStep();
  return useCallback(
    (job) => {
      const { to, done: said } = NEXT[job.status];
      const go = async () => {
        if (to === 'billed' && (await billingStep(job)) !== 'one-step') {
          return;
        }
        const saved = await update({ params: { id: job.id }, body: { status: to } });
        notices.saved(saved, t('Job'), t('Success'), t(said));
      };
      go().catch((error: unknown) => notices.failure(t('Failed to update job'), error));
    },
    [update, notices, billingStep],
  );
};

interface JobActionsProps {
  readonly job: Job;
  readonly onEdit: (job: Job) => void;
  readonly onNext: (job: Job) => void;
  readonly onDelete: (job: Job) => void;
}

/** What the user may do with a job (specification 7.12): two buttons where there is room, and one menu with everything. */
export const JobActions = ({ job, onEdit, onNext, onDelete }: JobActionsProps) => {
  const { role } = useOrganization();
  const mayWrite = useCan('jobs:write');
  const seesMoney = useCan('money:read');
  // A billed job has to be reopened first, as its entries cannot be deleted (specification 5.36, 8.17).
  const mayDelete = useCan('records:delete') && job.status !== 'billed';
  const [, navigate] = useLocation();
  const hasRoom = useMedia('(min-width: 64rem)');
  const { to, label, icon } = NEXT[job.status];

  const view = { label: t('View entries'), icon: ViewIcon, onSelect: () => navigate(`/jobs/${job.id}/entries`) };
  const edit = { label: job.isPlaceholder ? t('Name the job') : t('Edit'), icon: EditIcon, onSelect: () => onEdit(job) };
  // The one link to a job's bill, whether it is still a draft or already a record (docs/billing.md).
  const bill = {
    label: job.status === 'billed' ? t('Open Billing Record') : t('Draft Bill'),
    icon: ReceiptIcon,
    onSelect: () => navigate(`/organization/billing/jobs/${job.id}`),
  };
  const items = [
    view,
    ...(mayWrite ? [edit] : []),
    ...(seesMoney && job.status !== 'open' ? [bill] : []),
    ...(!job.isPlaceholder && mayChangeStatus(role, job.status, to) ? [{ label: t(label), icon, onSelect: () => onNext(job) }] : []),
    ...(mayDelete ? [{ label: t('Delete'), icon: DeleteIcon, isDanger: true, onSelect: () => onDelete(job) }] : []),
  ];
  return (
    <>
      {hasRoom && <IconButton label={t('View entries of {name}', { name: job.name })} icon={ViewIcon} onClick={view.onSelect} />}
      {hasRoom && mayWrite && <IconButton label={t('Edit {name}', { name: job.name })} icon={EditIcon} onClick={edit.onSelect} />}
      {items.length > 1 && (
        <Menu label={t('More actions for {name}', { name: job.name })} buttonClassName={iconButtonClass} items={items}>
          <MoreIcon className="size-5" aria-hidden="true" />
        </Menu>
      )}
    </>
  );
};
