import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { UnbilledBill } from '#shared/billing/schemas/unbilled-bill.ts';
import { messageOf } from '#client/api/api-error.ts';
import { SidePanel } from '#client/components/desk/side-panel.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { PreviewButton } from '#client/features/billing/bills/preview-button.tsx';
import { Calculation } from '#client/features/billing/bills/explanation.tsx';
import { billingQueries } from '#client/features/billing/billing-queries.ts';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { t } from '#client/lib/texts.ts';
import { IconButton } from '#client/ui/button.tsx';
import { ChevronIcon, CloseIcon, PreviousIcon } from '#client/ui/icons.tsx';
import { Loading } from '#client/ui/states.tsx';
import { AttentionList } from './attention-list.tsx';
import { BillJobs } from './bill-jobs.tsx';
import { BillPaper } from './bill-paper.tsx';
import { mayBeParted } from './bill-parts.ts';
import { BillRecipients } from './bill-recipients.tsx';
import type { Attention } from './bill-rows.ts';
import { ChangeBill } from './change-bill.tsx';
import { IssueFoot, type IssueFootProps } from './issue-foot.tsx';
import type { BillParts } from './use-bill-parts.ts';

interface PreviewProps {
  readonly bill: UnbilledBill;
  readonly parts: BillParts;
  readonly number: string | undefined;
  readonly day: string;
}

/** The bill in hand, with each amount explained and the way to its entries. */
const Preview = ({ bill, parts, number, day }: PreviewProps) => {
  const { id: orgId } = useOrganization();
  const isOffline = useIsOffline();
  const part = parts.of(bill);
  const jobIds = part.jobs.map(({ id }) => id);
  const { data: preview, error } = useQuery({ ...billingQueries.preview(orgId, jobIds, bill.digest), enabled: !isOffline });
  if (isOffline) {
    return <p>{t('The preview of a bill needs a connection.')}</p>;
  }
  if (preview === undefined) {
    return error ? <p role="alert">{messageOf(error)}</p> : <Loading text={t('Loading...')} />;
  }
  return (
    <>
      <BillRecipients bill={part} />
      <BillPaper preview={preview} number={number} day={day} />
      {preview.creditCents > 0 && (
        <p>{t('Credit of {amount} is applied to it.', { amount: formatMoney(preview.creditCents, preview.currency) })}</p>
      )}
      <ul className="bill-reasons" aria-label={t('How the amounts come about')}>
        {(preview.bill?.lines ?? []).map((line) => (
          <li key={line.key}>
            <Calculation line={line} currency={preview.currency} />{' '}
            {line.jobId !== null && line.entryIds.length > 0 && (
              <Link href={`/job-entries/desk?job=${line.jobId}${line.serviceTypeId === null ? '' : `&service=${line.serviceTypeId}`}`}>
                {t('Show entries')}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2.5">
        <ChangeBill bill={part} />
        <PreviewButton jobIds={jobIds} draftId={bill.draftId} size="small" />
      </div>
    </>
  );
};

interface BillPanelProps extends IssueFootProps {
  readonly isWide: boolean;
  readonly bill: UnbilledBill | undefined;
  readonly index: number;
  readonly count: number;
  readonly attention: readonly Attention[];
  readonly number: string | undefined;
  readonly parts: BillParts;
  readonly onMove: (by: 1 | -1) => void;
  readonly onShowPrinted: () => void;
  readonly onClose: () => void;
}

/** What needs attention, the bill in hand, and what one press will do (look-2, "Billing run"). */
export const BillPanel = ({
  isWide,
  bill,
  index,
  count,
  attention,
  number,
  parts,
  onMove,
  onShowPrinted,
  onClose,
  ...foot
}: BillPanelProps) => (
  <SidePanel label={t('Preview')} isWide={isWide} onClose={onClose}>
    <header className="desk-panel-head">
      <span>{bill === undefined ? t('Preview') : t('Preview, bill {index} of {count}', { index: index + 1, count })}</span>
      <IconButton label={t('Previous row')} icon={PreviousIcon} disabled={index <= 0} onClick={() => onMove(-1)} />
      <IconButton label={t('Next row')} icon={ChevronIcon} disabled={index >= count - 1} onClick={() => onMove(1)} />
      <IconButton label={t('Close')} icon={CloseIcon} onClick={onClose} />
    </header>
    {/* A region that scrolls must be reachable by keyboard. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
    <div className="desk-panel-body" tabIndex={0} role="region" aria-label={t('Preview')}>
      <AttentionList items={attention} onShowPrinted={onShowPrinted} />
      {bill === undefined ? (
        <p>{t('Choose a bill to see it here.')}</p>
      ) : (
        <>
          {mayBeParted(bill) && <BillJobs bill={bill} parts={parts} />}
          <Preview bill={bill} parts={parts} number={number} day={foot.day} />
        </>
      )}
    </div>
    {isWide && <IssueFoot {...foot} />}
  </SidePanel>
);
