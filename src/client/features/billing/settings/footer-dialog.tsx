import * as z from 'zod/mini';
import { billingSettingsPatch } from '#shared/billing/schemas/billing-settings.ts';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { type SettingsDialogProps, useSettingsChange } from '#client/features/billing/settings/use-settings-change.ts';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';

const schema = z.object({ footer: billingSettingsPatch.shape.footer });

/** What stands at the foot of each page. */
export const FooterDialog = (props: SettingsDialogProps) => {
  const { settings, onClose } = props;
  const { save, failed, isBusy } = useSettingsChange(props);
  const form = useForm({ initial: { footer: settings.footer ?? '' }, schema, isOnlineOnly: true });
  return (
    <FormDialog
      title={t('Edit footer')}
      submitLabel={t('Save')}
      busyText={isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={() => form.submit(save, failed)}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="footer"
        label={t('Footer of bills')}
        rows={3}
        hint={t('Such as the commercial register, managing directors, or a thank-you.')}
      />
    </FormDialog>
  );
};
