import { useState } from 'react';
import * as z from 'zod/mini';
import { type Organization, organizationInput } from '#shared/domain/organization.ts';
import { payPeriodOf } from '#shared/domain/pay-period.ts';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useOrganizationChange } from '#client/components/use-organization-change.ts';
import { deviceZone } from '#client/data/today.ts';
import { ADDRESS, AddressFields, type AddressForm, addressFormOf } from '#client/entities/organizations/address-fields.tsx';
import { LogoField } from '#client/entities/organizations/logo-field.tsx';
import { CountrySelect, LanguageSelect } from '#client/entities/organizations/own-choices.tsx';
import { PayPeriodFields } from '#client/entities/organizations/pay-period-fields.tsx';
import { TimeZoneField } from '#client/entities/organizations/time-zone-field.tsx';
import { t } from '#client/lib/texts.ts';
import type { NewFile } from '#client/offline/public.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Field, TextInput } from '#client/ui/field.tsx';

/** What the form holds; texts are empty if there are none. */
interface FormValues
  extends
    AddressForm,
    Pick<Organization, 'name' | 'logo' | 'seasonStartDate' | 'timeZone' | 'country' | 'language' | 'payPeriod' | 'payPeriodStart'> {
  readonly phoneNumber: string;
  readonly email: string;
}

const schema = z.pick(organizationInput, {
  name: true,
  ...ADDRESS,
  seasonStartDate: true,
  payPeriod: true,
  payPeriodStart: true,
  timeZone: true,
  country: true,
  language: true,
  phoneNumber: true,
  email: true,
});

/** Name, address, country, language, logo and season start of the organization (specification 6.1). */
export const OrganizationDialog = ({ organization, onClose }: { readonly organization: Organization; readonly onClose: () => void }) => {
  const { name, logo, seasonStartDate, timeZone, country, language, phoneNumber, email } = organization;
  const { save, failed } = useOrganizationChange(organization);
  const [file, setFile] = useState<NewFile | null>(null);
  const form = useForm<FormValues, z.output<typeof schema>>({
    // If there is none yet, this device's is proposed.
    initial: {
      name,
      ...addressFormOf(organization),
      phoneNumber: phoneNumber ?? '',
      email: email ?? '',
      country,
      language,
      logo,
      seasonStartDate,
      ...payPeriodOf(organization),
      timeZone: timeZone ?? deviceZone(),
    },
    schema,
  });

  const submit = () =>
    form.submit(async (body) => {
      await save({ ...body, logo: form.values.logo }, file);
      onClose();
    }, failed);
  return (
    <FormDialog
      title={t('Edit Organization')}
      submitLabel={t('Update Organization')}
      busyText={form.isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={t('Name')} required autoComplete="organization" />
      <AddressFields form={form} country={form.values.country} />
      <div className="grid gap-5.5 sm:grid-cols-2">
        <TextField form={form} name="phoneNumber" label={t('Phone Number')} type="tel" autoComplete="tel" />
        <TextField form={form} name="email" label={t('Email')} type="email" autoComplete="email" />
        <Field label={t('Country')} error={form.errors['country']}>
          {(control) => (
            <CountrySelect
              control={control}
              value={form.values.country}
              placeholder={t('Not set')}
              onChange={(chosen) => form.set('country', chosen)}
            />
          )}
        </Field>
        <Field
          label={t('Language of bills and mails')}
          error={form.errors['language']}
          hint={t('For people who have chosen none of their own.')}
        >
          {(control) => (
            <LanguageSelect
              control={control}
              value={form.values.language}
              placeholder={t('Not set')}
              onChange={(chosen) => form.set('language', chosen)}
            />
          )}
        </Field>
      </div>
      <LogoField
        logo={form.values.logo}
        error={form.errors['logo']}
        onChange={(chosen, bytes) => {
          form.set('logo', chosen);
          setFile(bytes);
        }}
      />
      <TimeZoneField
        value={form.values.timeZone ?? ''}
        error={form.errors['timeZone']}
        onChange={(zone) => form.set('timeZone', zone === '' ? null : zone)}
      />
      <Field
        label={t('Season Start')}
        error={form.errors['seasonStartDate']}
        hint={t('Only the month and day matter: each season starts on this day. If empty, it starts on January 1.')}
      >
        {(control) => (
          <TextInput
            {...control}
            type="date"
            value={form.values.seasonStartDate ?? ''}
            onChange={(event) => form.set('seasonStartDate', event.target.value === '' ? null : event.target.value)}
          />
        )}
      </Field>
      <PayPeriodFields
        value={form.values}
        error={form.errors['payPeriodStart']}
        onChange={({ payPeriod: length = form.values.payPeriod, payPeriodStart: start = form.values.payPeriodStart }) => {
          form.set('payPeriod', length);
          form.set('payPeriodStart', start);
        }}
      />
    </FormDialog>
  );
};
