import * as z from 'zod/mini';
import { type Customer, customerInput } from '#shared/domain/customer.ts';
import { type FieldsOf, TextField } from '#client/components/text-field.tsx';
import { CountrySelect, LanguageSelect } from '#client/entities/organizations/own-choices.tsx';
import { t } from '#client/lib/texts.ts';
import { decimalOf } from '#client/lib/typed-number.ts';
import { Field } from '#client/ui/field.tsx';
import { ChevronIcon } from '#client/ui/icons.tsx';
import { NumberField } from '#client/ui/number-field.tsx';

/** What the office may know of a customer besides name, address and phone number; texts are empty if there are none. */
export interface MoreOfCustomer extends Pick<Customer, 'country' | 'language'> {
  readonly externalNumber: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly street: string;
  readonly postalCode: string;
  readonly town: string;
  readonly region: string;
  readonly taxNumber: string;
  /** As a number field holds it. */
  readonly paymentDays: string;
  readonly notes: string;
}

const TEXTS = ['externalNumber', 'email', 'firstName', 'lastName', 'street', 'postalCode', 'town', 'region', 'taxNumber', 'notes'] as const;

/** What the form begins with. A copy on this device may be from before there was more. */
export const moreOf = (customer: Partial<Customer> | null): MoreOfCustomer => ({
  ...(Object.fromEntries(TEXTS.map((name) => [name, customer?.[name] ?? ''])) as Record<(typeof TEXTS)[number], string>),
  country: customer?.country ?? null,
  language: customer?.language ?? null,
  paymentDays: String(customer?.paymentDays ?? ''),
});

const daysOf = (held: string): number | null | undefined => (held === '' ? null : Number(decimalOf(held) ?? Number.NaN));

/** What the form holds of a customer, as it is sent. */
export const customerForm = z.extend(customerInput, {
  paymentDays: z.pipe(z.pipe(z.string(), z.transform(daysOf)), customerInput.shape.paymentDays),
});

/** Folded, so that a new customer takes a name and nothing else; open where something of it is known. */
export const CustomerMoreFields = ({ form, isOpen }: { readonly form: FieldsOf<MoreOfCustomer>; readonly isOpen: boolean }) => (
  <details open={isOpen} className="group/more">
    <summary className="inline-flex min-h-11 list-none items-center gap-1.5 rounded-ctl font-[620] text-act [&::-webkit-details-marker]:hidden">
      <ChevronIcon className="size-5 -rotate-90 group-open/more:rotate-0" aria-hidden="true" />
      {t('Email, number, address in parts, billing')}
    </summary>
    <div className="mt-3 grid gap-5.5">
      <div className="grid gap-5.5 md:grid-cols-2 md:gap-x-4">
        <TextField form={form} name="email" label={t('Email')} type="email" autoComplete="off" />
        <TextField form={form} name="externalNumber" label={t('Customer Number')} autoComplete="off" />
        <TextField form={form} name="firstName" label={t('First Name')} autoComplete="off" />
        <TextField form={form} name="lastName" label={t('Last Name')} autoComplete="off" />
      </div>
      <TextField
        form={form}
        name="street"
        label={t('Street')}
        autoComplete="off"
        hint={t('Street, ZIP and town write the address above. E-invoices need them.')}
      />
      <div className="grid gap-5.5 md:grid-cols-2 md:gap-x-4">
        <TextField form={form} name="postalCode" label={t('ZIP')} autoComplete="off" />
        <TextField form={form} name="town" label={t('Town')} autoComplete="off" />
        <TextField form={form} name="region" label={t('State')} autoComplete="off" />
        <Field label={t('Country')} error={form.errors['country']}>
          {(control) => (
            <CountrySelect
              control={control}
              value={form.values.country}
              placeholder={t('As our company')}
              onChange={(country) => form.set('country', country)}
            />
          )}
        </Field>
        <TextField form={form} name="taxNumber" label={t('Tax Number')} autoComplete="off" />
        <NumberField
          label={t('Payment Days')}
          hint={t('Empty: as usual.')}
          error={form.errors['paymentDays']}
          value={form.values.paymentDays}
          onChange={(held) => form.set('paymentDays', held)}
        />
        <Field label={t('Language of their bills')} error={form.errors['language']}>
          {(control) => (
            <LanguageSelect
              control={control}
              value={form.values.language}
              placeholder={t('As our company')}
              onChange={(language) => form.set('language', language)}
            />
          )}
        </Field>
      </div>
      <TextField form={form} name="notes" label={t('Notes')} rows={3} />
    </div>
  </details>
);
