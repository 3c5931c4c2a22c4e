import { type FieldsOf, TextField } from '#client/components/text-field.tsx';
import { t } from '#client/lib/texts.ts';

/** A customer as a form begins. */
export const NEW_CUSTOMER = { businessName: '', address: '', phoneNumber: '' };

/** What every form of a customer asks for (specification 1 §9, 2 §5). The browser fills nothing in: it is about somebody else. */
export const CustomerFields = ({ form }: { readonly form: FieldsOf<typeof NEW_CUSTOMER> }) => (
  <>
    <TextField form={form} name="businessName" label={t('Business Name')} required autoComplete="off" />
    <TextField form={form} name="address" label={t('Address')} autoComplete="off" />
    <TextField form={form} name="phoneNumber" label={t('Phone Number')} type="tel" autoComplete="off" />
  </>
);
