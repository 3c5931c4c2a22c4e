import * as z from 'zod/mini';
import { labelOf } from '#shared/billing/number-series.ts';
import { billingSettingsPatch, type NextNumber } from '#shared/billing/schemas/billing-settings.ts';
import { wholeOf } from '#client/components/form-numbers.ts';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { type SettingsDialogProps, useSettingsChange } from '#client/features/billing/settings/use-settings-change.ts';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Checkbox, Field, Select } from '#client/ui/field.tsx';
import { NumberField } from '#client/ui/number-field.tsx';

const ZEROS = [0, 3, 4, 5, 6] as const;

const { prefix, digits, nextBillNumber, correctionPrefix, nextCorrectionNumber } = billingSettingsPatch.shape;

/** Nothing typed leaves the range as it is. */
const typedNumber = z.transform((held: string): number | undefined => wholeOf(held) ?? undefined);

const schema = z.object({
  prefix,
  digits: z.pipe(z.pipe(z.string(), typedNumber), digits),
  nextBillNumber: z.pipe(z.pipe(z.string(), typedNumber), nextBillNumber),
  hasOwn: z.boolean(),
  correctionPrefix,
  nextCorrectionNumber: z.pipe(z.pipe(z.string(), typedNumber), nextCorrectionNumber),
});

/** How the number would be printed; nothing while it cannot be read. */
const example = (prefixed: string, zeros: string, { year, number }: Pick<NextNumber, 'year' | 'number'>, typed: string): string => {
  const wished = typed === '' ? number : (wholeOf(typed) ?? Number.NaN);
  return Number.isInteger(wished) ? labelOf({ id: 'bill', prefix: prefixed.trim(), digits: Number(zeros) }, year, wished) : '…';
};

/** The numbers of bills and of what corrects them. */
export const NumbersDialog = (props: SettingsDialogProps) => {
  const { settings, onClose } = props;
  const { nextBill, nextCorrection } = settings;
  const { save, failed, isBusy } = useSettingsChange(props);
  const firstCorrection = nextCorrection ?? { year: nextBill.year, number: 1, hasBegun: false };
  const form = useForm({
    initial: {
      prefix: settings.prefix,
      digits: String(settings.digits),
      nextBillNumber: '',
      hasOwn: settings.correctionPrefix !== null,
      correctionPrefix: settings.correctionPrefix ?? '',
      nextCorrectionNumber: '',
    },
    schema,
    isOnlineOnly: true,
  });
  const { values, errors, set } = form;
  const submit = () =>
    form.submit(async ({ hasOwn, correctionPrefix: own, nextBillNumber: bill, nextCorrectionNumber: correction, ...body }) => {
      await save({
        ...body,
        correctionPrefix: hasOwn ? own : null,
        ...(bill === undefined ? {} : { nextBillNumber: bill }),
        ...(hasOwn && correction !== undefined ? { nextCorrectionNumber: correction } : {}),
      });
    }, failed);
  const nextField = (name: 'nextBillNumber' | 'nextCorrectionNumber', { year, number, hasBegun }: typeof firstCorrection) => (
    <NumberField
      label={t('Next number')}
      disabled={hasBegun}
      hint={
        hasBegun
          ? t('There are numbers of {year} already. They go on without a gap, as the law wants it.', { year: String(year) })
          : t('Empty: {number}. Choose the one that follows your last bill elsewhere.', { number: String(number) })
      }
      error={errors[name]}
      value={values[name]}
      onChange={(held) => set(name, held)}
    />
  );
  return (
    <FormDialog
      title={t('Edit numbers')}
      submitLabel={t('Save')}
      busyText={isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-5.5 sm:grid-cols-2">
        <TextField form={form} name="prefix" label={t('Prefix')} autoComplete="off" hint={t('Such as RE- or your initials. Or nothing.')} />
        <Field label={t('Zeros in front')} error={errors['digits']}>
          {(control) => (
            <Select {...control} value={values.digits} onChange={({ target }) => set('digits', target.value)}>
              {[...new Set([...ZEROS, settings.digits])].map((count) => (
                <option key={count} value={count}>
                  {count === 0 ? t('None: 147') : '147'.padStart(count, '0')}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {nextField('nextBillNumber', nextBill)}
      <p role="status" className="rounded-ctl bg-sunk px-3.5 py-3">
        {t('Next bill')}: <b className="font-[680]">{example(values.prefix, values.digits, nextBill, values.nextBillNumber)}</b>
      </p>
      <Checkbox
        label={t('Corrections have numbers of their own')}
        checked={values.hasOwn}
        onChange={({ target }) => set('hasOwn', target.checked)}
      />
      {values.hasOwn && (
        <>
          <TextField
            form={form}
            name="correctionPrefix"
            label={t('Prefix of corrections')}
            autoComplete="off"
            hint={t('Different from that of bills. Spain asks for a range of their own.')}
          />
          {nextField('nextCorrectionNumber', firstCorrection)}
          <p role="status" className="rounded-ctl bg-sunk px-3.5 py-3">
            {t('Next correction')}:{' '}
            <b className="font-[680]">{example(values.correctionPrefix, values.digits, firstCorrection, values.nextCorrectionNumber)}</b>
          </p>
        </>
      )}
    </FormDialog>
  );
};
