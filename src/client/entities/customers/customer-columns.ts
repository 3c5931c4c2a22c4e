import type { Customer } from '#shared/domain/customer.ts';
import type { ListColumn } from '#client/lib/list-table.ts';
import { t } from '#client/lib/texts.ts';

/** Every field of a customer, under the labels of its form: what the list exports. */
export const customerColumns = (): ListColumn<Customer>[] => [
  { head: t('Business Name'), valueOf: ({ businessName }) => businessName },
  { head: t('First Name'), valueOf: ({ firstName }) => firstName },
  { head: t('Last Name'), valueOf: ({ lastName }) => lastName },
  { head: t('Phone Number'), valueOf: ({ phoneNumber }) => phoneNumber },
  { head: t('Address'), valueOf: ({ address }) => address },
];
