import { useState } from 'react';
import { type BillDiscount, billDiscount, type ManualLine, manualLine } from '#shared/billing/schemas/bill.ts';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { centsOfText, textOfCents } from '#client/features/billing/money-input.ts';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Checkbox, Field, Select, Textarea } from '#client/ui/field.tsx';
import { NumberField } from '#client/ui/number-field.tsx';
import { PickOne } from '#client/ui/pickers.tsx';
import * as z from 'zod/mini';

interface DialogProps<T> {
  /** Null: a new one. */
  readonly value: T | null;
  readonly isBusy: boolean;
  /** Saves and returns whether that worked; the dialog stays open otherwise. */
  readonly onSave: (value: T) => Promise<boolean>;
  readonly onClose: () => void;
}

interface LineProps extends DialogProps<ManualLine> {
  readonly jobs: readonly { readonly id: number; readonly name: string }[];
}

/** A separate tax has two parts: its percentage, and whether the price includes it. */
const lineForm = z.pipe(
  z.transform(({ tax, ...line }: Omit<ManualLine, 'taxPercent' | 'unit'> & { readonly tax: string; readonly unit: string }) => ({
    ...line,
    unit: line.unit.trim() === '' ? null : line.unit.trim(),
    taxPercent: tax === '' ? null : tax,
    taxIncluded: tax === '' ? null : line.taxIncluded === true,
  })),
  manualLine,
);

/** A line added by hand, such as advice or a used part. */
export const ManualLineDialog = ({ value, jobs, isBusy, onSave, onClose }: LineProps) => {
  const form = useForm({
    initial: {
      label: value?.label ?? '',
      jobId: value?.jobId ?? null,
      quantity: value?.quantity ?? '1',
      unit: value?.unit ?? '',
      price: value?.price ?? '',
      tax: value?.taxPercent ?? '',
      taxIncluded: value?.taxIncluded ?? false,
    },
    schema: lineForm,
    isOnlineOnly: true,
  });
  const submit = () =>
    form.submit(
      async (line) => void ((await onSave(line)) && onClose()),
      () => undefined,
    );
  const line = (name: 'label' | 'unit', label: string, more: { hint?: string; required?: boolean }) => (
    <TextField form={form} name={name} label={label} {...more} />
  );
  const number = (
    name: 'quantity' | 'price' | 'tax',
    label: string,
    more: { error?: string | undefined; hint?: string; required?: boolean },
  ) => (
    <NumberField
      label={label}
      error={form.errors[name]}
      isPercent={name === 'tax'}
      value={form.values[name]}
      onChange={(held) => form.set(name, held)}
      {...more}
    />
  );
  return (
    <FormDialog
      title={value ? t('Edit line') : t('Add line')}
      submitLabel={value ? t('Save line') : t('Add line')}
      busyText={isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={submit}
      onClose={onClose}
    >
      {line('label', t('Description'), { required: true })}
      <div className="grid grid-cols-2 gap-3">
        {number('quantity', t('Quantity'), { required: true })}
        {line('unit', t('Unit'), { hint: t('Such as hrs or pieces') })}
      </div>
      {number('price', t('Unit price'), { required: true, hint: t('Use a negative price to deduct.') })}
      {jobs.length > 1 && (
        <Field label={t('Job')}>
          {(control) => (
            <Select
              {...control}
              placeholder={t('The whole bill')}
              value={form.values.jobId ?? ''}
              onChange={(event) => form.set('jobId', event.target.value === '' ? null : Number(event.target.value))}
            >
              {jobs.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {number('tax', t('Tax in percent'), {
        hint: t("Leave empty to use the organization's tax rate."),
        error: form.errors['taxPercent'],
      })}
      {form.values.tax !== '' && (
        <Checkbox
          label={t('The price includes the tax')}
          checked={form.values.taxIncluded}
          onChange={(event) => form.set('taxIncluded', event.target.checked)}
        />
      )}
    </FormDialog>
  );
};

interface DiscountForm {
  readonly label: string;
  readonly by: 'percent' | 'cents';
  readonly much: string;
}

const discountForm = z.pipe(
  z.transform(({ label, by, much }: DiscountForm) => ({
    label: label.trim(),
    percent: by === 'percent' ? much : null,
    cents: by === 'cents' ? centsOfText(much) : null,
  })),
  billDiscount,
);

/** A discount in percent or as an amount. */
export const DiscountDialog = ({ value, isBusy, onSave, onClose }: DialogProps<BillDiscount>) => {
  const initial: DiscountForm = {
    label: value?.label ?? '',
    by: value?.cents === null || value === null ? 'percent' : 'cents',
    much: value === null ? '' : (value.percent ?? textOfCents(value.cents ?? 0)),
  };
  const form = useForm({ initial, schema: discountForm, isOnlineOnly: true });
  const submit = () =>
    form.submit(
      async (discount) => void ((await onSave(discount)) && onClose()),
      () => undefined,
    );
  return (
    <FormDialog
      title={value ? t('Edit discount') : t('Add discount')}
      submitLabel={value ? t('Save discount') : t('Add discount')}
      busyText={isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={submit}
      onClose={onClose}
    >
      <PickOne
        label={t('Discount')}
        choices={[
          { id: 'percent', name: t('Percent') },
          { id: 'cents', name: t('Amount') },
        ]}
        value={form.values.by}
        onChange={(by: DiscountForm['by']) => form.set('by', by)}
      />
      <NumberField
        label={form.values.by === 'percent' ? t('Percent') : t('Amount')}
        required
        error={form.errors['percent'] ?? form.errors['cents']}
        isPercent={form.values.by === 'percent'}
        hint={t('Discounts apply last, in order, each to what remains after the one before.')}
        value={form.values.much}
        onChange={(much) => form.set('much', much)}
      />
      <TextField form={form} name="label" label={t('Description')} />
    </FormDialog>
  );
};

/** The text below the bill. */
export const NotesDialog = ({ value, isBusy, onSave, onClose }: DialogProps<string>) => {
  const [notes, setNotes] = useState(value ?? '');
  return (
    <FormDialog
      title={t('Notes on the bill')}
      submitLabel={t('Save notes')}
      busyText={isBusy && t('Saving...')}
      onSubmit={async () => void ((await onSave(notes)) && onClose())}
      onClose={onClose}
    >
      <Field label={t('Notes')}>
        {(control) => <Textarea {...control} rows={5} value={notes} onChange={(event) => setNotes(event.target.value)} />}
      </Field>
    </FormDialog>
  );
};
