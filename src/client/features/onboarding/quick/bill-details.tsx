import * as z from 'zod/mini';
import { type Organization, organizationInput } from '#shared/domain/organization.ts';
import { type FieldsOf, TextField } from '#client/components/text-field.tsx';
import { BANK, BankFields, type BankForm, bankOf } from '#client/entities/organizations/bank-fields.tsx';
import { LogoField } from '#client/entities/organizations/logo-field.tsx';
import { t } from '#client/lib/texts.ts';
import type { NewFile } from '#client/offline/public.ts';
import { NextIcon } from '#client/ui/icons.tsx';

export interface DetailsForm extends BankForm {
  readonly address: string;
  readonly phoneNumber: string;
  readonly email: string;
  readonly taxNumber: string;
  /** The name of a stored picture, or of the one that was chosen here. */
  readonly logo: string | null;
}

export const detailsSchema = z.pick(organizationInput, { address: true, phoneNumber: true, email: true, taxNumber: true, ...BANK });

export const detailsOf = (organization: Organization): DetailsForm => ({
  address: organization.address ?? '',
  phoneNumber: organization.phoneNumber ?? '',
  email: organization.email ?? '',
  taxNumber: organization.taxNumber ?? '',
  ...bankOf(organization),
  logo: organization.logo,
});

interface BillDetailsProps {
  readonly form: FieldsOf<DetailsForm>;
  readonly onFile: (file: NewFile | null) => void;
}

/** What bills say about the company besides: folded, for none of it is needed to begin. */
export const BillDetails = ({ form, onFile }: BillDetailsProps) => (
  <details className="group rounded-card border border-line bg-surface shadow-1">
    <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-4.5 py-1.5">
      <span className="flex-1 text-lg/[1.3] font-[680]">{t('Also for your bills, now or later')}</span>
      <NextIcon className="size-5 shrink-0 text-ink2 group-open:rotate-90" aria-hidden="true" />
    </summary>
    <div className="grid gap-5.5 border-t border-line p-4.5">
      <TextField form={form} name="address" label={t('Address')} rows={3} autoComplete="street-address" />
      <LogoField
        logo={form.values.logo}
        error={form.errors['logo']}
        onChange={(logo, file) => {
          form.set('logo', logo);
          onFile(file);
        }}
      />
      <TextField form={form} name="phoneNumber" label={t('Phone Number')} type="tel" autoComplete="tel" />
      <TextField form={form} name="email" label={t('Email')} type="email" autoComplete="email" />
      <TextField form={form} name="taxNumber" label={t('Tax number')} autoComplete="off" />
      <BankFields form={form} />
    </div>
  </details>
);
