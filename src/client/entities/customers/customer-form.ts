import * as z from 'zod/mini';
import { type Customer, customerInput } from '#shared/domain/customer.ts';
import type { Contact } from '#shared/domain/customer-billing.ts';
import { heldDecimal, heldWhole, wholeDiscount } from '#client/components/form-numbers.ts';
import { wholeCustomer } from '#client/entities/customers/whole-customer.ts';

/** A person at the customer's, as the form holds them. */
export interface ContactForm {
  readonly name: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly getsBills: boolean;
}

const TEXTS = [
  'externalNumber',
  'email',
  'firstName',
  'lastName',
  'street',
  'postalCode',
  'town',
  'region',
  'taxNumber',
  'taxNote',
  'buyerReference',
  'notes',
] as const;

/** What the office may know of a customer besides name, address and phone number; texts are empty if there are none. */
export interface MoreOfCustomer
  extends
    Readonly<Record<(typeof TEXTS)[number], string>>,
    Pick<Customer, 'country' | 'language' | 'taxTreatment' | 'billGrouping' | 'billWay' | 'hasAnnex' | 'isReminded'> {
  /** As number fields hold them. */
  readonly paymentDays: string;
  readonly discountPercent: string;
  readonly discountDays: string;
  readonly contacts: readonly ContactForm[];
}

const contactForm = ({ name, email, phoneNumber, getsBills }: Contact): ContactForm => ({
  name,
  email: email ?? '',
  phoneNumber: phoneNumber ?? '',
  getsBills,
});

/** What the form begins with. */
export const moreOf = (customer: Partial<Customer> | null): MoreOfCustomer => {
  const whole = wholeCustomer(customer ?? {});
  const { country, language, taxTreatment, billGrouping, billWay, hasAnnex, isReminded } = whole;
  return {
    ...(Object.fromEntries(TEXTS.map((name) => [name, whole[name] ?? ''])) as Record<(typeof TEXTS)[number], string>),
    country,
    language,
    taxTreatment,
    billGrouping,
    billWay,
    hasAnnex,
    isReminded,
    paymentDays: String(whole.paymentDays ?? ''),
    discountPercent: whole.discountPercent ?? '',
    discountDays: String(whole.discountDays ?? ''),
    contacts: whole.contacts.map(contactForm),
  };
};

const { paymentDays, discountPercent, discountDays } = customerInput.shape;

/** What the form holds of a customer, as it is sent. */
export const customerForm = z
  .extend(customerInput, {
    paymentDays: heldWhole(paymentDays),
    discountPercent: heldDecimal(discountPercent),
    discountDays: heldWhole(discountDays),
  })
  .check(wholeDiscount);
