import type { Customer } from '#shared/domain/customer.ts';
import type { Contact } from '#shared/domain/customer-billing.ts';
import { treatmentWord, wayWord } from '#client/entities/customers/customer-billing-words.ts';
import { wholeCustomer } from '#client/entities/customers/whole-customer.ts';
import { type ListColumn, namesCell } from '#client/lib/list-table.ts';
import { t } from '#client/lib/texts.ts';

const contactWords = ({ name, email }: Contact): string => (email ? `${name} <${email}>` : name);

const columns = (): ListColumn<Customer>[] => [
  { head: t('Customer Number'), valueOf: ({ externalNumber }) => externalNumber },
  { head: t('Business Name'), valueOf: ({ businessName }) => businessName },
  { head: t('First Name'), valueOf: ({ firstName }) => firstName },
  { head: t('Last Name'), valueOf: ({ lastName }) => lastName },
  { head: t('Email'), valueOf: ({ email }) => email },
  { head: t('Phone Number'), valueOf: ({ phoneNumber }) => phoneNumber },
  { head: t('Address'), valueOf: ({ address }) => address },
  { head: t('Street'), valueOf: ({ street }) => street },
  { head: t('ZIP'), valueOf: ({ postalCode }) => postalCode },
  { head: t('Town'), valueOf: ({ town }) => town },
  { head: t('State'), valueOf: ({ region }) => region },
  { head: t('Country'), valueOf: ({ country }) => country },
  { head: t('Tax Number'), valueOf: ({ taxNumber }) => taxNumber },
  { head: t('Payment Days'), valueOf: ({ paymentDays }) => paymentDays },
  { head: t('Discount Percent'), valueOf: ({ discountPercent }) => (discountPercent === null ? null : Number(discountPercent)) },
  { head: t('Discount Days'), valueOf: ({ discountDays }) => discountDays },
  { head: t('Reference'), valueOf: ({ buyerReference }) => buyerReference },
  { head: t('Bills By'), valueOf: ({ billWay }) => billWay && wayWord(billWay) },
  { head: t('Language'), valueOf: ({ language }) => language },
  { head: t('Contact 2 Name'), valueOf: ({ contacts: [first] }) => first?.name ?? null },
  { head: t('Contact 2 Email'), valueOf: ({ contacts: [first] }) => first?.email ?? null },
  { head: t('More Contacts'), valueOf: ({ contacts }) => namesCell(contacts.slice(1).map(contactWords)) || null },
  { head: t('Tax Treatment'), valueOf: ({ taxTreatment }) => (taxTreatment === 'usual' ? null : treatmentWord(taxTreatment)) },
  { head: t('Tax Note'), valueOf: ({ taxNote }) => taxNote },
  { head: t('Notes'), valueOf: ({ notes }) => notes },
];

/** Every field of a customer, under the labels of its form: what the list exports. */
export const customerColumns = (): ListColumn<Customer>[] =>
  columns().map(({ head, valueOf }) => ({ head, valueOf: (customer) => valueOf(wholeCustomer(customer)) }));
