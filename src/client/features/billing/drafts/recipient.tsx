import { Link } from 'wouter';
import type { Party } from '#shared/billing/schemas/billing-record.ts';
import { t } from '#client/lib/texts.ts';

/** Whom a bill will name. */
export const Recipient = ({ customer }: { readonly customer: Party }) =>
  customer.address === null ? (
    <>
      {customer.businessName}
      <span className="block font-normal text-straw-fg">{t("No address on file: the bill won't show one.")}</span>
      <Link href={`/customers/${customer.id}`} className="inline-flex min-h-6 items-center text-act">
        {t('Add an address')}
      </Link>
    </>
  ) : (
    `${customer.businessName}\n${customer.address}`
  );
