import { useState } from 'react';
import { type FieldsOf, TextField } from '#client/components/text-field.tsx';
import { CustomerBillingFields } from '#client/entities/customers/customer-billing-fields.tsx';
import { CustomerContactsFields } from '#client/entities/customers/customer-contacts-fields.tsx';
import type { MoreOfCustomer } from '#client/entities/customers/customer-form.ts';
import { Fold } from '#client/entities/customers/fold.tsx';
import { CountrySelect } from '#client/entities/organizations/own-choices.tsx';
import { t } from '#client/lib/texts.ts';
import { Field } from '#client/ui/field.tsx';

const PERSON = ['externalNumber', 'email', 'firstName', 'lastName', 'street', 'postalCode', 'town', 'region', 'country', 'notes'] as const;

/** Folded, so that a new customer takes a name and nothing else; open where something of it is known. */
export const CustomerMoreFields = ({ form }: { readonly form: FieldsOf<MoreOfCustomer> }) => {
  const [isOpen] = useState(PERSON.some((name) => Boolean(form.values[name])));
  return (
    <div className="grid gap-2">
      <Fold title={t('Email, number, address in parts')} isOpen={isOpen}>
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
        </div>
        <TextField form={form} name="notes" label={t('Notes')} rows={3} />
      </Fold>
      <CustomerBillingFields form={form} />
      <CustomerContactsFields form={form} />
    </div>
  );
};
