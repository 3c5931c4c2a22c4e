import { type FieldsOf, TextField } from '#client/components/text-field.tsx';
import { t } from '#client/lib/texts.ts';

/** The names of somebody else, which the browser does not fill in. */
export const EmployeeNames = ({ form }: { readonly form: FieldsOf<{ firstName: string; lastName: string }> }) => (
  <>
    <TextField form={form} name="firstName" label={t('First Name')} required autoComplete="off" />
    <TextField form={form} name="lastName" label={t('Last Name')} required autoComplete="off" />
  </>
);
