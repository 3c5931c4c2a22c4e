import { type ReactNode, useState } from 'react';
import type { Bill } from '#shared/billing/schemas/bill.ts';
import type { Party } from '#shared/billing/schemas/billing-record.ts';
import { PAYMENT_DAYS } from '#shared/billing/schemas/payment-status.ts';
import { addDays, isCalendarDate } from '#shared/lib/dates.ts';
import { messageOf } from '#client/api/api-error.ts';
import { Facts } from '#client/components/facts.tsx';
import type { IssueState } from '#client/entities/billing-records/issue-state.ts';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { BillDateField } from './bill-date-field.tsx';
import { IssueMailFields, useIssueMail } from './issue-mail.tsx';
import { Recipient } from './recipient.tsx';
import { useBillDate } from './use-bill-date.ts';
import type { ShownBill } from './use-draft-actions.ts';
import { useIsRead } from './use-is-read.ts';
import { useLossWords } from './warnings.tsx';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { formatDate } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Note } from '#client/ui/note.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { AttentionIcon, CloudOffIcon, ErrorIcon, ReceiptIcon, SendIcon } from '#client/ui/icons.tsx';

interface IssueProps {
  readonly state: IssueState;
  readonly bill: Bill;
  /** Null: the jobs no longer have the same customer. Undefined: this device's copy is from before it was kept. */
  readonly customer: Party | null | undefined;
  readonly entryCount: number;
  readonly uncheckedCount: number;
  /** What the customer paid already, and what applies to this bill. */
  readonly creditCents: number;
  readonly paymentDays?: number | undefined;
  /** The button that shows the bill on paper. */
  readonly preview: ReactNode;
  readonly isBusy: boolean;
  readonly onIssue: (shown: ShownBill) => Promise<void>;
  readonly onClose: () => void;
}

/** What the issuer should know: that the bill has changed since it was seen, what went wrong, what is missing, what is already paid. */
const Remarks = ({ state, bill, customer, entryCount, uncheckedCount, creditCents }: IssueProps) => {
  const losses = useLossWords(bill.warnings);
  const isOffline = useIsOffline();
  const money = (cents: number) => formatMoney(cents, bill.currency);
  const { seenCents, problem } = state;
  const now = money(bill.grossCents);
  const unchecked = uncheckedCount > 0 ? [t('{count} of {all} entries not checked.', { count: uncheckedCount, all: entryCount })] : [];
  const warnings = [...unchecked, ...losses];
  return (
    <>
      {isOffline && (
        <Note tone="straw" icon={CloudOffIcon}>
          {t('Issuing a bill needs a connection: its number comes from the server.')}
        </Note>
      )}
      {seenCents !== undefined && (
        <Note tone="straw" icon={AttentionIcon}>
          <strong className="block">{t('Not billed: this bill changed since you last looked.')}</strong>
          {seenCents === bill.grossCents
            ? t('The total is still {now}. Check it, then issue it again.', { now })
            : t('The total was {before} and is now {now}. Check it, then issue it again.', { before: money(seenCents), now })}
        </Note>
      )}
      {problem !== undefined && (
        <Note tone="poppy" icon={ErrorIcon}>
          {problem}
        </Note>
      )}
      {customer === null && (
        <Note tone="poppy" icon={ErrorIcon}>
          {t('The jobs on this draft bill no longer belong to one customer. Delete the draft and bill each customer separately.')}
        </Note>
      )}
      {warnings.length > 0 && (
        <ul aria-label={t('Before you issue it')} className="grid gap-1 rounded-ctl bg-straw-bg px-3.5 py-3 text-sm/[1.45] text-straw-fg">
          {warnings.map((words) => (
            <li key={words} className="flex items-start gap-2.5">
              <AttentionIcon className="mt-px size-[1.25em] shrink-0" aria-hidden="true" />
              {words}
            </li>
          ))}
        </ul>
      )}
      {creditCents > 0 && (
        <Note tone="field" icon={ReceiptIcon}>
          {t('The customer has a credit of {credit}. It is applied when this bill is issued.', {
            credit: money(creditCents),
          })}
        </Note>
      )}
    </>
  );
};

/** The question before a bill gets its number, since that cannot be undone without a trace (specification 10.5). */
export const IssueDialog = (props: IssueProps) => {
  const { state, bill, customer, paymentDays = PAYMENT_DAYS, isBusy, onIssue, onClose } = props;
  const isOffline = useIsOffline();
  const isRead = useIsRead(state.at);
  const date = useBillDate({ before: state.issuedOn });
  const { next, day, problem: wrongDay, number, error } = date;
  const mail = useIssueMail(customer?.id, bill.lines.length > 0, state.mail);
  const [isTried, setTried] = useState(false);
  const isDue = bill.grossCents > 0;
  const issue = async () => {
    setTried(true);
    if (next && wrongDay === undefined && mail.problem === undefined) {
      await onIssue({ grossCents: bill.grossCents, issuedOn: day, mail: mail.choice });
    }
  };
  return (
    <Dialog
      title={t('Issue bill')}
      onClose={() => isRead && !isBusy && onClose()}
      onSubmit={issue}
      footer={
        <>
          <Button onClick={() => !isBusy && onClose()}>{t('Cancel')}</Button>
          {props.preview}
          <Button
            type="submit"
            variant="primary"
            icon={mail.choice.isOn ? SendIcon : ReceiptIcon}
            disabled={!isRead || isOffline || !next || !mail.isKnown || customer === null}
            busyText={isBusy && t('Issuing the bill...')}
          >
            {mail.choice.isOn ? t('Issue and send') : t('Issue bill')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <div>
          <p className="text-sm text-ink2">{t('Total')}</p>
          <p className="text-3xl font-bold wrap-anywhere tabular-nums">
            {bill.lines.length === 0 ? t('No amounts, only quantities') : formatMoney(bill.grossCents, bill.currency)}
          </p>
        </div>
        <Remarks {...props} />
        {!isOffline && error && (
          <Note tone="poppy" icon={ErrorIcon}>
            {messageOf(error)}
          </Note>
        )}
        <Facts
          shape="dialog"
          facts={[
            [t('Number to come'), number && t('{number} (expected)', { number })],
            [t('Billed to'), customer && <Recipient key="recipient" customer={customer} />],
            [
              t('Due'),
              isDue ? (isCalendarDate(day) ? formatDate(addDays(day, paymentDays)) : null) : t('Not due: there is nothing to pay'),
            ],
          ]}
        />
        <BillDateField label={t('Bill date')} date={date} isTried={isTried} />
        <IssueMailFields mail={mail} isTried={isTried} />
      </DialogBody>
    </Dialog>
  );
};
