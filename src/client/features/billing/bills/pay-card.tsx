import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { countryOfSeller } from '#shared/billing/country-of-seller.ts';
import { payableOf } from '#shared/billing/payable.ts';
import { payCodeOf } from '#shared/billing/pay-code.ts';
import { formatReference } from '#shared/billing/payment-references.ts';
import { discountFor } from '#shared/billing/receivables.ts';
import type { BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import { formatIban, isIban } from '#shared/domain/iban.ts';
import { Facts } from '#client/components/facts.tsx';
import { useCan } from '#client/data/organization-context.tsx';
import { termsWords } from '#client/features/billing/terms-words.ts';
import { BOARD } from '#client/features/billing/billing-paths.ts';
import { QrCode } from '#client/components/qr-code.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { formatMoney, formatPercent } from '#client/lib/format-amounts.ts';
import { formatDate } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';

/** The account in groups of four, which copies without spaces. */
const Account = ({ account }: { readonly account: string }) => {
  const notices = useNotices();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(account.replaceAll(' ', ''));
      notices.success(t('Copied'));
    } catch (error) {
      notices.failure(t('Could not copy'), error);
    }
  };
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="tabular-nums">{formatIban(account)}</span>
      <Button size="small" onClick={() => void copy()}>
        {isIban(account) ? t('Copy IBAN') : t('Copy')}
      </Button>
    </span>
  );
};

/** What may be taken off by those who pay early, as the bill says it. */
const earlyWords = ({ content, grossCents, currency }: BillingRecord): string | null => {
  const { discountPercent = null, discountUntil = null } = content.terms ?? {};
  if (discountPercent === null || discountUntil === null) {
    return null;
  }
  const off = discountFor({ grossCents, currency, discountPercent, discountUntil }, discountUntil);
  return t('{percent} off until {date}: {amount}', {
    percent: formatPercent(Number(discountPercent)),
    date: formatDate(discountUntil),
    amount: formatMoney(grossCents - off, currency),
  });
};

const agreedWords = (record: BillingRecord): ReactNode => {
  const { terms } = record.content;
  const early = earlyWords(record);
  return (
    terms && (
      <>
        {termsWords(terms.paymentDays, countryOfSeller(record.content.issuer))}
        {early !== null && <span className="block">{early}</span>}
      </>
    )
  );
};

/** What the office can do about a bill that does not say how it is paid. */
const NoAccount = () => {
  const mayChange = useCan('organization:write');
  return (
    <p className="px-4.5 pt-3.5 print:hidden">
      {t('This bill names no bank account.')}{' '}
      {mayChange && (
        <Link href={`${BOARD}/settings`} className="text-act underline">
          {t('Enter one for the next bills')}
        </Link>
      )}
    </p>
  );
};

/** How a customer pays what is open of the bill: the code to scan, and the account that it holds. */
export const PayCard = ({ record }: { readonly record: BillingRecord }) => {
  const bill = payableOf(record);
  const { payment, openCents, currency, seller } = bill;
  if (openCents === 0 || payment === null) {
    return null;
  }
  const code = payCodeOf(bill);
  const { holder, account, code: bankCode, bankName, reference, text } = payment;
  const name = holder ?? seller.name;
  const amount = formatMoney(openCents, currency);
  return (
    <Card>
      <CardHead title={t('To pay: {amount}', { amount })} />
      {account === null && text === null && <NoAccount />}
      <div className="flex flex-wrap items-start gap-4.5 p-4.5">
        {code !== null && (
          <div className="size-36 shrink-0">
            <QrCode text={code.text} label={t('Code to pay {amount} to {name}, reference {reference}', { amount, name, reference })} />
          </div>
        )}
        <div className="min-w-0 flex-[1_1_18rem]">
          <Facts
            shape="dialog"
            facts={[
              [t('Account holder'), account === null ? null : name],
              [account !== null && isIban(account) ? 'IBAN' : t('Account number'), account && <Account key={account} account={account} />],
              [account !== null && isIban(account) ? 'BIC' : t('Bank code'), bankCode],
              [t('Bank'), bankName],
              [t('Reference'), account === null ? null : formatReference(reference)],
              [t('Terms'), agreedWords(record)],
              [t('Other ways to pay'), text && <span className="whitespace-pre-line">{text}</span>],
            ]}
          />
        </div>
      </div>
    </Card>
  );
};
