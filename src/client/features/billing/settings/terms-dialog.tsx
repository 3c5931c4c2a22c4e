import * as z from 'zod/mini';
import { billingSettingsPatch } from '#shared/billing/schemas/billing-settings.ts';
import { PAYMENT_DAYS } from '#shared/billing/schemas/payment-status.ts';
import { BILL_GROUPINGS } from '#shared/domain/customer-billing.ts';
import { heldDecimal, heldWhole, wholeDiscount } from '#client/components/form-numbers.ts';
import { useForm } from '#client/components/use-form.ts';
import { GROUPING_WORDS } from '#client/features/billing/settings/settings-words.ts';
import { type SettingsDialogProps, useSettingsChange } from '#client/features/billing/settings/use-settings-change.ts';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { NumberField } from '#client/ui/number-field.tsx';
import { RadioGroup } from '#client/ui/radio-group.tsx';

const { grouping, paymentDays, discountPercent, discountDays } = billingSettingsPatch.shape;

const schema = z
  .object({
    grouping,
    paymentDays: heldWhole(paymentDays),
    discountPercent: heldDecimal(discountPercent),
    discountDays: heldWhole(discountDays),
  })
  .check(wholeDiscount);

/** When bills are due, what paying early is worth, and what stands on one bill. */
export const TermsDialog = (props: SettingsDialogProps) => {
  const { settings, onClose } = props;
  const { save, failed, isBusy } = useSettingsChange(props);
  const form = useForm({
    initial: {
      grouping: settings.grouping,
      paymentDays: String(settings.paymentDays ?? ''),
      discountPercent: settings.discountPercent ?? '',
      discountDays: String(settings.discountDays ?? ''),
    },
    schema,
    isOnlineOnly: true,
  });
  const { values, errors, set } = form;
  const number = (name: 'paymentDays' | 'discountPercent' | 'discountDays', label: string, hint?: string) => (
    <NumberField
      label={label}
      hint={hint}
      isPercent={name === 'discountPercent'}
      error={errors[name]}
      value={values[name]}
      onChange={(held) => set(name, held)}
    />
  );
  return (
    <FormDialog
      title={t('Edit terms')}
      submitLabel={t('Save')}
      busyText={isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={() => form.submit(save, failed)}
      onClose={onClose}
    >
      {number('paymentDays', t('Days to pay'), t('Empty: {days}. A customer may have terms of their own.', { days: String(PAYMENT_DAYS) }))}
      <div className="grid gap-5.5 sm:grid-cols-2">
        {number('discountPercent', t('Discount for paying early, percent'), t('Empty: none.'))}
        {number('discountDays', t('Within days'))}
      </div>
      <RadioGroup
        label={t('One bill')}
        choices={BILL_GROUPINGS.map((id) => ({ id, name: t(GROUPING_WORDS[id].name), hint: t(GROUPING_WORDS[id].hint) }))}
        value={values.grouping}
        onChange={(chosen) => set('grouping', chosen)}
      />
    </FormDialog>
  );
};
