import { countryOf } from './country-of.ts';
import { countryOfSeller, linesOfAddress } from './country-of-seller.ts';
import type { DocumentBuyer, DocumentSeller } from './document.ts';
import type { BillingContent } from '#shared/billing/schemas/billing-record.ts';

const sellerOf = ({ issuer }: Pick<BillingContent, 'issuer'>): DocumentSeller => {
  const { name, taxName, taxNumber, street = null, postalCode = null, town = null, region = null } = issuer;
  const { email = null, phoneNumber = null, taxRegistration = null, taxScheme = 'usual', footer = null } = issuer;
  const addressLines = linesOfAddress(issuer.address, name);
  const country = countryOfSeller(issuer);
  const tax = { taxName, taxNumber, taxRegistration, taxScheme };
  return { name, addressLines, street, postalCode, town, region, country, email, phoneNumber, ...tax, footer };
};

/** A letter without a country stays in the sender's. */
const buyerOf = ({ customer }: Pick<BillingContent, 'customer'>, home: string | null): DocumentBuyer => {
  const { businessName: name, phoneNumber, taxNumber = null, taxTreatment = 'usual', taxNote = null } = customer;
  const { street = null, postalCode = null, town = null, region = null, email = null, contactName = null } = customer;
  const addressLines = linesOfAddress(customer.address, name);
  const country = customer.country ?? countryOf(addressLines) ?? home;
  const said = { number: customer.externalNumber ?? null, reference: customer.buyerReference ?? null, contactName };
  return { name, addressLines, street, postalCode, town, region, country, email, phoneNumber, taxNumber, taxTreatment, taxNote, ...said };
};

/** Who bills and who is billed, as documents name them. */
export const partiesOf = (
  content: Pick<BillingContent, 'issuer' | 'customer'>,
): { readonly seller: DocumentSeller; readonly buyer: DocumentBuyer } => {
  const seller = sellerOf(content);
  return { seller, buyer: buyerOf(content, seller.country) };
};
