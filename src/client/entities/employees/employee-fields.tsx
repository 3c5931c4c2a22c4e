import { type FieldsOf, TextField } from '#client/components/text-field.tsx';
import { t } from '#client/lib/texts.ts';

/** Another person's names, without autofill. */
export const EmployeeNames = ({ form }: { readonly form: FieldsOf<{ firstName: string; lastName: string }> }) => (
  <>
    <TextField form={form} name="firstName" label={t('First Name')} required autoComplete="off" />
    <TextField form={form} name="lastName" label={t('Last Name')} required autoComplete="off" />
  </>
);
