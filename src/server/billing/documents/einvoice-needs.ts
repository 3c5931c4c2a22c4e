import type { DocumentBuyer, DocumentSeller } from '#shared/billing/document.ts';
import { partiesOf } from '#shared/billing/parties.ts';
import { taxPositionOf } from '#shared/billing/tax-position.ts';
import type { BillingContent } from '#shared/billing/schemas/billing-record.ts';
import { E_INVOICE_NEEDS, type EInvoiceNeed } from '#shared/billing/schemas/tax-position.ts';
import { missingForEInvoice } from './einvoice-missing.ts';

interface Parties {
  readonly seller: DocumentSeller;
  readonly buyer: DocumentBuyer;
}

/** Where programs read invoices out of PDFs: ZUGFeRD in Germany and Austria, Factur-X in France. */
const HYBRID = ['DE', 'AT', 'FR'];

/** Whether a PDF for the customer usually has the e-invoice inside. Small businesses need not send any (§ 34a UStDV): theirs stay plain. */
export const usesHybrid = ({ seller, buyer }: Parties): boolean =>
  HYBRID.includes(seller.country ?? '') && HYBRID.includes(buyer.country ?? '') && seller.taxScheme !== 'smallBusiness';

/** German customers with a reference are public buyers: they ask for XRechnung. */
const usesXRechnung = ({ seller, buyer }: Parties): boolean =>
  seller.country === 'DE' && buyer.country === 'DE' && buyer.reference !== null;

/** What the e-invoice lacks that this customer would get, or ask for; none, where none is usual. `account` is where it is paid to. */
export const eInvoiceNeeds = (
  { bill, ...content }: Pick<BillingContent, 'issuer' | 'customer' | 'bill'>,
  account: string | null,
): EInvoiceNeed[] => {
  const parties = partiesOf(content);
  const isPublic = usesXRechnung(parties);
  if (!isPublic && !usesHybrid(parties)) {
    return [];
  }
  const { lines, taxes } = bill;
  // Its day comes when it is issued.
  const billed = { kind: 'bill', lines, taxes, dueOn: '', taxPosition: taxPositionOf(content), payment: { account } } as const;
  const missing = missingForEInvoice({ ...parties, ...billed }, isPublic ? 'xrechnung' : 'core').map(({ term }) => term);
  return E_INVOICE_NEEDS.filter((need) => missing.includes(need));
};
