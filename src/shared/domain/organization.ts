import * as z from 'zod/mini';
import { ACCESS_LEVELS } from '#shared/access/roles.ts';
import { CURRENCIES } from '#shared/domain/currencies.ts';
import { optionalCountry } from '#shared/domain/countries.ts';
import { optionalEmail } from '#shared/domain/email.ts';
import {
  calendarDate,
  flag,
  nullableNumber,
  optionalLanguage,
  optionalLine,
  optionalLineThat,
  requiredLine,
} from '#shared/domain/fields.ts';
import { isMistypedIban } from '#shared/domain/iban.ts';
import { isPictureName } from '#shared/domain/job-entry.ts';
import { PAY_PERIODS } from '#shared/domain/pay-period.ts';
import { UNIT_SYSTEMS } from '#shared/domain/units.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { isTimeZone } from '#shared/lib/is-time-zone.ts';
import { LANGUAGE_IDS } from '#shared/lib/languages.ts';
import { because } from '#shared/messages/because.ts';

/** Steps of the quick way, in their order, then those of the wizard in theirs (specification 3.4), then the end of both. */
export const ONBOARDING_STEPS = [
  'country',
  'trades',
  'lists',
  'people',
  'employees',
  'service-fields',
  'services',
  'equipment',
  'customers',
  'completed',
] as const;

const onboardingStep = z.enum(ONBOARDING_STEPS, because('onboardingStepUnknown'));

const MAX_ADDRESS = 500;

/** Several lines, as on a letter. */
const address = z.optional(
  z.nullable(
    z.pipe(
      z.string(because('mustBeText')).check(z.trim(), z.maxLength(MAX_ADDRESS, because('textTooLong', { most: MAX_ADDRESS }))),
      z.transform((text: string): string | null => (text === '' ? null : text)),
    ),
  ),
);

/** A tax rate of 100 percent, in hundredths of a percent. */
export const WHOLE_RATE = 10_000;
const RATE = because('taxRateOutOfRange', { most: WHOLE_RATE });

/** The most decimals of a percentage that the billing engine accepts. */
const taxRate = z.number(RATE).check(
  z.minimum(0, RATE),
  z.maximum(WHOLE_RATE, RATE),
  z.refine((rate) => /^-?\d+(\.\d{1,2})?$/.test(String(rate)), RATE),
);

const TIME_ZONE = because('timeZoneUnknown');

const CURRENCY = because('currencyUnknown');

export const organizationInput = z.object({
  name: requiredLine(because('organizationNameRequired')),
  onboardingStep: z.optional(onboardingStep),
  seasonStartDate: z.optional(z.nullable(calendarDate())),
  /** The time zone whose day is the organization's; null: not known. */
  timeZone: z.optional(z.nullable(z.string(TIME_ZONE).check(z.refine(isTimeZone, TIME_ZONE)))),
  address,
  street: optionalLine,
  postalCode: optionalLine,
  town: optionalLine,
  region: optionalLine,
  country: optionalCountry,
  language: optionalLanguage,
  phoneNumber: optionalLine,
  email: optionalEmail,
  bankHolder: optionalLine,
  bankAccount: optionalLineThat(z.refine((account) => !isMistypedIban(account), because('ibanMistyped'))),
  bankCode: optionalLine,
  bankName: optionalLine,
  payPeriod: z.optional(z.enum(PAY_PERIODS, because('payPeriodUnknown'))),
  /** The first day of any of them, where they are weeks. */
  payPeriodStart: z.optional(z.nullable(calendarDate())),
  units: z.optional(z.enum(UNIT_SYSTEMS, because('unitsUnknown'))),
  currency: z.optional(z.string(CURRENCY).check(z.refine((code) => CURRENCIES.includes(code), CURRENCY))),
  taxName: optionalLine,
  taxNumber: optionalLine,
  /** In hundredths of a percent: 825 is 8.25 %, and 887.5 is 8.875 %. */
  taxRate: z.optional(z.nullable(taxRate)),
  taxIncluded: flag,
});

const LOGO = because('logoMustBePicture');

export const organizationPatch = z.extend(z.partial(organizationInput), {
  isGuideHidden: flag,
  /** The name of a picture that the organization has, or a new one as a data string. */
  logo: z.optional(z.nullable(z.string(LOGO).check(z.refine((logo) => logo.startsWith('data:') || isPictureName(logo), LOGO)))),
});

export const organization = z.object({
  id: z.int(),
  name: z.string(),
  onboardingCompleted: z.boolean(),
  onboardingStep: z.string(),
  /** `yyyy-MM-dd`; month and day count. */
  seasonStartDate: z.nullable(z.string()),
  /** The IANA name of the time zone whose day is the organization's; null: not chosen yet. */
  timeZone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** The parts of the address, where they are known. */
  street: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  town: z.nullable(z.string()),
  region: z.nullable(z.string()),
  /** ISO 3166-1, two letters; null: nobody has said. */
  country: z.nullable(z.string()),
  /** Of papers and mails to people who chose none. */
  language: z.nullable(z.enum(LANGUAGE_IDS)),
  phoneNumber: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** Whom customers pay, if not the organization by its name. */
  bankHolder: z.nullable(z.string()),
  /** IBAN, or the number of the account. */
  bankAccount: z.nullable(z.string()),
  /** BIC, routing number or sort code. */
  bankCode: z.nullable(z.string()),
  bankName: z.nullable(z.string()),
  payPeriod: z.enum(PAY_PERIODS),
  /** The first day of one of them, where they are weeks; null: they begin on Mondays. */
  payPeriodStart: z.nullable(z.string()),
  /** Whether the list of first steps is over: a bill was issued, or somebody closed it. */
  isGuideHidden: z.boolean(),
  /** Whether it is a made-up company to look around in. */
  isSample: z.boolean(),
  /** The name of a picture that the organization has. */
  logo: z.nullable(z.string()),
  units: z.enum(UNIT_SYSTEMS),
  /** ISO 4217. */
  currency: z.string(),
  taxName: z.nullable(z.string()),
  taxNumber: z.nullable(z.string()),
  /** In hundredths of a percent, with up to two decimals. */
  taxRate: nullableNumber,
  /** Whether prices include the tax. */
  taxIncluded: z.boolean(),
  /** If set, the organization is to be deleted at this time, and only its owner sees it. */
  deletionDueAt: z.nullable(z.string()),
  /** Whether its owner and admins need a second step to sign in. */
  requiresSecondStep: z.boolean(),
  /** Whether the session of this request lacks that: every other call about the organization is refused with 401. */
  needsSecondStep: z.boolean(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The signed-in user's level here, and the employee who they are. */
  role: z.enum(ACCESS_LEVELS),
  employeeId: z.int(),
});
export type Organization = z.output<typeof organization>;

export const organizationEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations',
    summary: 'Organizations of the signed-in user',
    scope: 'user',
    capability: null,
    response: z.array(organization),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/organizations',
    summary: 'Create an organization with its owner and the six system fields',
    scope: 'user',
    capability: null,
    body: organizationInput,
    response: organization,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId',
    summary: 'Read an organization',
    scope: 'organization',
    capability: 'records:read',
    response: organization,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/api/organizations/:orgId',
    summary: 'Change an organization or advance its wizard',
    scope: 'organization',
    capability: 'organization:write',
    offline: 'queue',
    body: organizationPatch,
    response: organization,
  }),
  leave: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/leave',
    summary: 'Leave an organization; its owner cannot',
    scope: 'user',
    capability: null,
    response: null,
  }),
};
