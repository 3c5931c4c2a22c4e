import * as z from 'zod/mini';
import { type KindWords, say } from '#shared/lib/words.ts';
import { crudEndpoints } from '#shared/domain/crud-endpoints.ts';
import { optionalCountry } from '#shared/domain/countries.ts';
import { optionalEmail } from '#shared/domain/email.ts';
import { BILL_GROUPINGS, BILL_WAYS, contact, contactsInput, TAX_TREATMENTS } from '#shared/domain/customer-billing.ts';
import {
  decimalPercent,
  flag,
  nullableNumber,
  nullableText,
  optionalLanguage,
  optionalLine,
  optionalLines,
  optionalText,
  pageQuery,
  recordFields,
  requiredLine,
} from '#shared/domain/fields.ts';
import { jobList } from '#shared/domain/job.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { firstly } from '#shared/entities/first-values.ts';
import { LANGUAGE_IDS } from '#shared/lib/languages.ts';
import { because } from '#shared/messages/because.ts';

const MOST_PAYMENT_DAYS = 365;
const DAYS = because('mustBeWholeNumberWithin', { least: 0, most: MOST_PAYMENT_DAYS });

const businessName = requiredLine(because('businessNameRequired'));

export const customerInput = z.object({
  businessName,
  address: optionalLines,
  phoneNumber: optionalLine,
  firstName: optionalLine,
  lastName: optionalLine,
  externalNumber: optionalLine,
  email: optionalEmail,
  taxNumber: optionalLine,
  street: optionalLine,
  postalCode: optionalLine,
  town: optionalLine,
  region: optionalLine,
  country: optionalCountry,
  paymentDays: z.optional(z.nullable(z.int(DAYS).check(z.minimum(0, DAYS), z.maximum(MOST_PAYMENT_DAYS, DAYS)))),
  discountPercent: z.optional(z.nullable(decimalPercent)),
  discountDays: z.optional(z.nullable(z.int(DAYS).check(z.minimum(0, DAYS), z.maximum(MOST_PAYMENT_DAYS, DAYS)))),
  language: optionalLanguage,
  notes: optionalText,
  contacts: z.optional(contactsInput),
  taxTreatment: z.optional(z.enum(TAX_TREATMENTS, because('taxTreatmentUnknown'))),
  taxNote: optionalLine,
  buyerReference: optionalLine,
  billGrouping: z.optional(z.nullable(z.enum(BILL_GROUPINGS, because('billGroupingUnknown')))),
  billWay: z.optional(z.nullable(z.enum(BILL_WAYS, because('billWayUnknown')))),
  hasAnnex: z.optional(z.nullable(z.boolean(because('mustBeTrueOrFalse')))),
  isReminded: flag,
});
export const customerPatch = z.partial(customerInput);

export const customer = z.object({
  ...recordFields,
  businessName: z.string(),
  address: nullableText,
  phoneNumber: nullableText,
  firstName: nullableText,
  lastName: nullableText,
  /** What the company, or the program it used before, calls the customer; no two have the same. */
  externalNumber: nullableText,
  email: nullableText,
  taxNumber: nullableText,
  /** The parts of the address, where they are known. */
  street: nullableText,
  postalCode: nullableText,
  town: nullableText,
  region: nullableText,
  /** ISO 3166-1, two letters. */
  country: nullableText,
  /** Days until a bill is due; null: as usual. */
  paymentDays: nullableNumber,
  /** Percent off for those who pay within `discountDays`; null: as usual. */
  discountPercent: nullableText,
  discountDays: nullableNumber,
  /** Of their bills; null: the organization's. */
  language: z.nullable(z.enum(LANGUAGE_IDS)),
  notes: nullableText,
  /** Other people there. */
  contacts: z.array(contact),
  taxTreatment: z.enum(TAX_TREATMENTS),
  /** The number of a certificate, or other words for an exemption. */
  taxNote: nullableText,
  /** What they want to find on each bill: their order's number, or a public buyer's routing number. */
  buyerReference: nullableText,
  /** One bill for all of their jobs, or one for each; null: as usual. */
  billGrouping: z.nullable(z.enum(BILL_GROUPINGS)),
  /** How they get bills; null: by mail if there is an address. */
  billWay: z.nullable(z.enum(BILL_WAYS)),
  /** Whether the work log goes with bills; null: as usual. */
  hasAnnex: z.nullable(z.boolean()),
  /** Whether they are reminded of overdue bills. */
  isReminded: firstly(z.boolean(), true),
});
export type Customer = z.output<typeof customer>;

export const customerEndpoints = {
  ...crudEndpoints('customer', {
    input: customerInput,
    patch: customerPatch,
    record: customer,
    one: 'a customer',
    list: 'Customers, by name',
    says: { remove: 'Delete a customer; its jobs stay and go on showing its name' },
  }),
  jobs: defineEndpoint({
    method: 'GET',
    path: '/api/customers/:id/jobs',
    summary: 'Jobs of a customer, newest first',
    scope: 'record',
    entity: 'customer',
    capability: 'records:read',
    query: z.object(pageQuery),
    response: jobList,
  }),
};

/** For the documentation of the API. */
export const customerWords: KindWords = {
  group: ['Customers', 'Whom the contractor works for.'],
  record: 'A person or business the contractor works for.',
  input: 'A new customer.',
  patch: 'A change of a customer.',
  fields: {
    businessName: say('What the customer is called, and sorted by.', 'Pine Ridge Farms'),
    address: say('As it was typed.', '4410 County Road 9, Gothenburg NE'),
    externalNumber: say('The company’s own number of the customer; no two have the same.', '1007'),
    taxNumber: say('The number under which the customer pays tax, for bills that have to name it.', 'IE6388047V'),
    street: say('Street and number.', '4410 County Road 9'),
    postalCode: say('ZIP or postal code.', '69138'),
    town: say('Town.', 'Gothenburg'),
    region: say('State, province or county.', 'NE'),
    country: say('ISO 3166-1, two letters.', 'US'),
    paymentDays: say('Days until a bill is due; null: as usual.', 30),
    discountPercent: say('Percent off for paying within `discountDays`; null: as usual.', '2'),
    discountDays: say('Days within which the discount may be taken; null: as usual.', 10),
    contacts: say('Other people there.', [{ name: 'Ann Lee', email: 'ann@pine.example', phoneNumber: null, getsBills: true }]),
    taxTreatment: say('Why their bills have no tax, or another one.', 'usual'),
    taxNote: say('The number of a certificate, or other words for an exemption.', null),
    buyerReference: say('What they want to find on each bill.', 'PO 4711'),
    billGrouping: say('One bill for all of their jobs, or one for each; null: as usual.', 'customer'),
    billWay: say('How they get bills; null: by mail if there is an address.', 'mail'),
    hasAnnex: say('Whether the work log goes with bills; null: as usual.', true),
    isReminded: say('Whether they are reminded of overdue bills.', true),
    language: say('The language of their bills; null: the organization’s.', 'en'),
    notes: say('Anything worth knowing.', 'Gate code 4410'),
    firstName: say('First name of the person to talk to.', 'Ruth'),
    lastName: say('Last name of the person to talk to.', 'Lindqvist'),
  },
};
