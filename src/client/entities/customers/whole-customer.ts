import type { Customer } from '#shared/domain/customer.ts';
import { BLANKS } from '#shared/kinds/derived.ts';

/** The customer with every field. A copy on this device may be from before there were all of them: then they are as in a new record. */
export const wholeCustomer = (customer: Partial<Customer>): Customer => ({ ...BLANKS['customers'], ...customer }) as Customer;
