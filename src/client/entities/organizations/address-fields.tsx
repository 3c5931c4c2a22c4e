import { useState } from 'react';
import type { Organization } from '#shared/domain/organization.ts';
import { isCodeLast } from '#shared/domain/postal-address.ts';
import { type FieldsOf, TextField } from '#client/components/text-field.tsx';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';

/** An address as a form holds it, as a whole and in parts; empty texts mean nothing. */
export interface AddressForm {
  readonly address: string;
  readonly street: string;
  readonly postalCode: string;
  readonly town: string;
  readonly region: string;
}

/** The fields of the organization that the form has, for `z.pick`. */
export const ADDRESS = { address: true, street: true, postalCode: true, town: true, region: true } as const;

/** What the form begins with; a copy on this device may be from before there were parts. */
export const addressFormOf = (organization: Partial<Organization>): AddressForm => ({
  address: organization.address ?? '',
  street: organization.street ?? '',
  postalCode: organization.postalCode ?? '',
  town: organization.town ?? '',
  region: organization.region ?? '',
});

interface AddressFieldsProps {
  readonly form: FieldsOf<AddressForm>;
  readonly country: string | null;
}

const Parts = ({ form, country }: AddressFieldsProps) => {
  const code = <TextField form={form} name="postalCode" label={t('ZIP')} autoComplete="postal-code" />;
  const isLast = isCodeLast(country);
  return (
    <>
      <TextField
        form={form}
        name="street"
        label={t('Street')}
        autoComplete="street-address"
        hint={t('The parts write the address. E-invoices need them.')}
      />
      <div className="grid gap-5.5 sm:grid-cols-3">
        {!isLast && code}
        <TextField form={form} name="town" label={t('Town')} autoComplete="address-level2" />
        <TextField form={form} name="region" label={t('State')} autoComplete="address-level1" />
        {isLast && code}
      </div>
    </>
  );
};

/** The address in parts, in the order of the country; one that was typed as a whole stays so until somebody parts it. */
export const AddressFields = ({ form, country }: AddressFieldsProps) => {
  const { address, street, postalCode, town, region } = form.values;
  const [isWhole, setWhole] = useState(address !== '' && street + postalCode + town + region === '');
  return isWhole ? (
    <div className="grid gap-2.5">
      <TextField form={form} name="address" label={t('Address')} rows={3} autoComplete="street-address" />
      <Button size="small" className="justify-self-start" onClick={() => setWhole(false)}>
        {t('Enter it in parts, as e-invoices need it')}
      </Button>
    </div>
  ) : (
    <Parts form={form} country={country} />
  );
};
