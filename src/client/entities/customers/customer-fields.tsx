import { type FieldsOf, TextField } from '#client/components/text-field.tsx';
import { t } from '#client/lib/texts.ts';

/** Initial values of a customer form. */
export const NEW_CUSTOMER = { businessName: '', address: '', phoneNumber: '' };

/** The fields of every customer form (specification 3.25, 4.10). Without autofill: it is about somebody else. */
export const CustomerFields = ({ form }: { readonly form: FieldsOf<typeof NEW_CUSTOMER> }) => (
  <>
    <TextField form={form} name="businessName" label={t('Business Name')} required autoComplete="off" />
    <TextField form={form} name="address" label={t('Address')} autoComplete="off" />
    <TextField form={form} name="phoneNumber" label={t('Phone Number')} type="tel" autoComplete="off" />
  </>
);
