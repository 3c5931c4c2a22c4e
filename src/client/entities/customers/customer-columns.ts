import type { Customer } from '#shared/domain/customer.ts';
import type { ListColumn } from '#client/lib/list-table.ts';
import { t } from '#client/lib/texts.ts';

/** Every field of a customer, under the labels of its form: what the list exports. */
export const customerColumns = (): ListColumn<Customer>[] => [
  { head: t('Customer Number'), valueOf: ({ externalNumber }) => externalNumber ?? null },
  { head: t('Business Name'), valueOf: ({ businessName }) => businessName },
  { head: t('First Name'), valueOf: ({ firstName }) => firstName },
  { head: t('Last Name'), valueOf: ({ lastName }) => lastName },
  { head: t('Email'), valueOf: ({ email }) => email ?? null },
  { head: t('Phone Number'), valueOf: ({ phoneNumber }) => phoneNumber },
  { head: t('Address'), valueOf: ({ address }) => address },
  { head: t('Street'), valueOf: ({ street }) => street ?? null },
  { head: t('ZIP'), valueOf: ({ postalCode }) => postalCode ?? null },
  { head: t('Town'), valueOf: ({ town }) => town ?? null },
  { head: t('State'), valueOf: ({ region }) => region ?? null },
  { head: t('Country'), valueOf: ({ country }) => country ?? null },
  { head: t('Tax Number'), valueOf: ({ taxNumber }) => taxNumber ?? null },
  { head: t('Payment Days'), valueOf: ({ paymentDays }) => paymentDays ?? null },
  { head: t('Language'), valueOf: ({ language }) => language ?? null },
  { head: t('Notes'), valueOf: ({ notes }) => notes ?? null },
];
