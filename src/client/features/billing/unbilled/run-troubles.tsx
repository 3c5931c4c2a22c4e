import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { BillingRun, BillingRunItem } from '#shared/billing/schemas/billing-run.ts';
import { recordPath } from '#client/features/billing/bills/billing-record-words.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { say } from '#client/lib/messages.ts';
import { t } from '#client/lib/texts.ts';
import { ErrorIcon } from '#client/ui/icons.tsx';

interface TroubleProps {
  readonly item: BillingRunItem;
  readonly children: ReactNode;
}

/** Where the bill is seen to: the bill itself once it has its number, else the job that keeps it from that, with what it would be. */
const WayOn = ({ recordId, causeJobId }: BillingRunItem) =>
  recordId === null ? (
    causeJobId !== null && <Link href={`/jobs/${causeJobId}`}>{t('Show job')}</Link>
  ) : (
    <Link href={recordPath(recordId)}>{t('Show bill')}</Link>
  );

const Trouble = ({ item, children }: TroubleProps) => (
  <li>
    <ErrorIcon aria-hidden="true" />
    <p>
      <b>
        <Link href={`/customers/${item.customerId}`}>{item.customerName}</Link>
        {item.label !== null && `, ${item.label}`}
      </b>{' '}
      {children} <WayOn {...item} />
    </p>
  </li>
);

const failedWords = ({ reason, now, grossCents }: BillingRunItem, currency: string): string =>
  [
    reason === null ? '' : say(reason as Parameters<typeof say>[0]),
    now !== null && now.grossCents === grossCents ? t('The total is still {now}.', { now: formatMoney(now.grossCents, currency) }) : '',
  ]
    .filter(Boolean)
    .join(' ');

const backWords = ({ undelivered }: BillingRunItem): string =>
  undelivered
    .map(({ recipient: address, reason }) =>
      reason === null
        ? t('No mail server took the email to {address} in time.', { address })
        : t('The email to {address} came back: {reason}', { address, reason }),
    )
    .join(' ');

/** What of a run failed or came back, each with the reason and the way on. */
export const RunTroubles = ({ run: { items, currency } }: { readonly run: BillingRun }) => {
  const troubled = items.filter(({ state, undelivered }) => state === 'failed' || undelivered.length > 0);
  return (
    troubled.length > 0 && (
      // A region that scrolls must be reachable by keyboard: its links are.
      <ul className="bill-run-failed" aria-label={t('Not issued or not sent')}>
        {troubled.map((item) => (
          <Trouble key={item.place} item={item}>
            {item.state === 'failed' ? failedWords(item, currency) : backWords(item)}
          </Trouble>
        ))}
      </ul>
    )
  );
};
