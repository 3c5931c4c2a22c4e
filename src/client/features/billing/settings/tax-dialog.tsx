import * as z from 'zod/mini';
import { billingSettingsPatch, SELLER_TAX_SCHEMES } from '#shared/billing/schemas/billing-settings.ts';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { SCHEME_WORDS, schemeSentence } from '#client/features/billing/settings/settings-words.ts';
import { type SettingsDialogProps, useSettingsChange } from '#client/features/billing/settings/use-settings-change.ts';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { RadioGroup } from '#client/ui/radio-group.tsx';

const { taxScheme, taxRegistration } = billingSettingsPatch.shape;

const schema = z.object({ taxScheme, taxRegistration });

/** How the company stands to the tax, with the sentence that this puts on bills. */
export const TaxDialog = (props: SettingsDialogProps) => {
  const { settings, onClose } = props;
  const organization = useOrganization();
  const { save, failed, isBusy } = useSettingsChange(props);
  const form = useForm({
    initial: { taxScheme: settings.taxScheme, taxRegistration: settings.taxRegistration ?? '' },
    schema,
    isOnlineOnly: true,
  });
  const sentence = schemeSentence(organization, form.values.taxScheme);
  return (
    <FormDialog
      title={t('Edit tax')}
      submitLabel={t('Save')}
      busyText={isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={() => form.submit(save, failed)}
      onClose={onClose}
    >
      <RadioGroup
        label={t('Tax scheme')}
        choices={SELLER_TAX_SCHEMES.map((id) => ({ id, name: t(SCHEME_WORDS[id].name), hint: t(SCHEME_WORDS[id].hint) }))}
        value={form.values.taxScheme}
        onChange={(chosen) => form.set('taxScheme', chosen)}
      />
      <p role="status" className="rounded-ctl bg-sunk px-3.5 py-3 empty:hidden">
        {sentence === null ? null : (
          <>
            {t('Bills say')}: <b className="font-[620]">{sentence}</b>
          </>
        )}
      </p>
      <TextField
        form={form}
        name="taxRegistration"
        label={t('Second tax number')}
        autoComplete="off"
        hint={t('Besides the VAT number, such as the German Steuernummer.')}
      />
    </FormDialog>
  );
};
