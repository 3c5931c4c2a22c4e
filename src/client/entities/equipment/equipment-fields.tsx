import { type FieldsOf, TextField } from '#client/components/text-field.tsx';
import { t } from '#client/lib/texts.ts';

/** Initial values of a machine form. */
export const NEW_MACHINE = { name: '', unitNumber: '', serialNumber: '' };

export const EquipmentNumbers = ({ form }: { readonly form: FieldsOf<Omit<typeof NEW_MACHINE, 'name'>> }) => (
  <>
    <TextField form={form} name="unitNumber" label={t('Unit Number')} autoComplete="off" />
    <TextField form={form} name="serialNumber" label={t('Serial Number')} autoComplete="off" />
  </>
);
