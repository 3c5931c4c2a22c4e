import { useId, type ReactNode } from 'react';
import type { Party } from '#shared/billing/schemas/billing-record.ts';
import { messageOf } from '#client/api/api-error.ts';
import { Facts } from '#client/components/facts.tsx';
import { BillDateField } from '#client/features/billing/drafts/bill-date-field.tsx';
import { Recipient } from '#client/features/billing/drafts/recipient.tsx';
import type { BillDate } from '#client/features/billing/drafts/use-bill-date.ts';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { t } from '#client/lib/texts.ts';
import { CloudOffIcon, ErrorIcon } from '#client/ui/icons.tsx';
import { Note } from '#client/ui/note.tsx';

interface IssueFactsProps {
  readonly date: BillDate;
  readonly dateLabel: string;
  readonly isTried: boolean;
  readonly recipientLabel: string;
  /** Null: the jobs no longer have the same customer. */
  readonly customer: Party | null | undefined;
  /** When it is due; null: it is not to be paid. */
  readonly due: ReactNode;
  /** Its total, in a sentence. */
  readonly total: string;
  readonly children?: ReactNode;
}

/** What is asked before a deposit or a credit note gets its number: date, number to come, recipient, when it is due, and the total. */
export const IssueFacts = ({ date, dateLabel, isTried, recipientLabel, customer, due, total, children }: IssueFactsProps) => {
  const isOffline = useIsOffline();
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="grid gap-3.5 border-t border-line pt-4.5">
      <h3 id={headingId} className="font-bold">
        {t('This will be issued')}
      </h3>
      <p className="text-lg font-bold tabular-nums" role="status">
        {total}
      </p>
      {isOffline ? (
        <Note tone="straw" icon={CloudOffIcon}>
          {t('Issuing a bill needs a connection: its number comes from the server.')}
        </Note>
      ) : (
        date.error && (
          <Note tone="poppy" icon={ErrorIcon}>
            {messageOf(date.error)}
          </Note>
        )
      )}
      {customer === null && (
        <Note tone="poppy" icon={ErrorIcon}>
          {t('The jobs on this draft bill no longer belong to one customer. Delete the draft and bill each customer separately.')}
        </Note>
      )}
      <Facts
        shape="dialog"
        facts={[
          [t('Number to come'), date.number && t('{number} (expected)', { number: date.number })],
          [recipientLabel, customer && <Recipient key="recipient" customer={customer} />],
          [t('Due'), due],
        ]}
      />
      {children}
      <BillDateField label={dateLabel} date={date} isTried={isTried} />
    </section>
  );
};
