import { useQuery } from '@tanstack/react-query';
import { routes } from '#shared/routes.ts';
import { FUEL_KINDS, FUEL_NEEDS, type Rate } from '#shared/billing/schemas/rate.ts';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization, useUnits } from '#client/data/organization-context.tsx';
import { customerQueries, equipmentQueries, jobQueries, serviceTypeQueries } from '#client/data/queries.ts';
import { FUEL_WORD } from '#client/features/billing/bills/bill-words.ts';
import { NEW_LINE, type RateForm, rateFormOf, rateSchema } from './rate-form.ts';
import { RateLineFields } from './rate-line-fields.tsx';
import { useBillingChange } from '#client/features/billing/use-billing-change.ts';
import { t, wordsOf } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Checkbox, Field, FieldError, Select } from '#client/ui/field.tsx';
import { PlusIcon } from '#client/ui/icons.tsx';
import { NumberField } from '#client/ui/number-field.tsx';
import { RadioGroup } from '#client/ui/radio-group.tsx';

const MOST_LINES = 20;

interface RateDialogProps {
  /** Null: a new one. */
  readonly rate: Rate | null;
  /** Of a new one. */
  readonly serviceTypeId?: number;
  readonly onClose: () => void;
}

interface PartProps {
  readonly form: ReturnType<typeof useForm<RateForm, unknown>>;
}

type IdName = 'serviceTypeId' | 'customerId' | 'jobId' | 'equipmentId';
type NumberName = 'fuelPrice' | 'fuelBasePrice' | 'fuelStep' | 'fuelPercent' | 'taxPercent';

interface ChoiceProps extends PartProps {
  readonly name: IdName;
  readonly label: string;
  readonly placeholder: string;
  readonly choices: readonly { readonly id: number; readonly name: string }[];
  readonly required?: boolean;
}

const Choice = ({ form, name, label, placeholder, choices, required = false }: ChoiceProps) => (
  <Field
    label={label}
    required={required}
    error={form.errors[name] === undefined ? undefined : required ? t('Choose a service') : form.errors[name]}
  >
    {(control) => (
      <Select
        {...control}
        placeholder={placeholder}
        value={form.values[name] ?? ''}
        onChange={(event) => form.set(name, event.target.value === '' ? null : Number(event.target.value))}
      >
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.name}
          </option>
        ))}
      </Select>
    )}
  </Field>
);

interface AmountProps extends PartProps {
  readonly name: NumberName;
  readonly label: string;
  readonly error?: string | undefined;
}

const Amount = ({ form, name, label, error }: AmountProps) => (
  <NumberField
    label={label}
    required
    error={error ?? form.errors[name]}
    isPercent={name === 'taxPercent' || name === 'fuelPercent'}
    value={form.values[name]}
    onChange={(held) => form.set(name, held)}
  />
);

/** Which entries a rate applies to. */
const Scope = ({ form }: PartProps) => {
  const { id: orgId } = useOrganization();
  const { data: services = [] } = useQuery(serviceTypeQueries.list(orgId));
  const { data: customers = [] } = useQuery(customerQueries.list(orgId));
  const { data: jobs = [] } = useQuery(jobQueries.list(orgId));
  const { data: machines = [] } = useQuery(equipmentQueries.list(orgId));
  const { customerId, jobId } = form.values;
  const offered = jobs.filter(
    (job) => job.id === jobId || (job.status !== 'billed' && (customerId === null || job.customerId === customerId)),
  );
  return (
    <>
      <Choice form={form} name="serviceTypeId" label={t('Service')} placeholder={t('Choose a service')} choices={services} required />
      <div className="grid gap-5.5 sm:grid-cols-2">
        <Choice
          form={form}
          name="customerId"
          label={t('Only for the customer')}
          placeholder={t('All customers')}
          choices={customers.map(({ id, businessName }) => ({ id, name: businessName }))}
        />
        <Choice form={form} name="jobId" label={t('Only for the job')} placeholder={t('All jobs')} choices={offered} />
        <Choice form={form} name="equipmentId" label={t('Only for the machine')} placeholder={t('All machines')} choices={machines} />
        <TextField
          form={form}
          name="validFrom"
          type="date"
          label={t('Valid from')}
          hint={t("Goes by the entry's date. Leave empty for always.")}
        />
      </div>
    </>
  );
};

const FUEL_FIELDS = {
  price: 'fuelPrice',
  basePrice: 'fuelBasePrice',
  step: 'fuelStep',
  percent: 'fuelPercent',
} as const;

const Fuel = ({ form }: PartProps) => {
  const unit = wordsOf(useUnits().fuel);
  const labels = {
    price: t('Current fuel price per {unit}', { unit }),
    basePrice: t('Base fuel price per {unit}', { unit }),
    step: t('For every'),
    percent: t('Percent of the work'),
  };
  const { fuelKind } = form.values;
  return (
    <>
      <RadioGroup
        label={t('Fuel')}
        choices={FUEL_KINDS.map((id) => ({ id, name: t(FUEL_WORD[id].name), hint: t(FUEL_WORD[id].hint) }))}
        value={fuelKind}
        onChange={(kind) => form.set('fuelKind', kind)}
      />
      {FUEL_NEEDS[fuelKind].length > 0 && (
        <div className="grid gap-5.5 sm:grid-cols-2">
          {FUEL_NEEDS[fuelKind].map((part) => (
            <Amount key={part} form={form} name={FUEL_FIELDS[part]} label={labels[part]} error={form.errors[`fuel.${part}`]} />
          ))}
        </div>
      )}
    </>
  );
};

const Tax = ({ form }: PartProps) => (
  <div className="grid gap-2">
    <Checkbox
      label={t('Different tax rate')}
      checked={form.values.hasOwnTax}
      onChange={(event) => form.set('hasOwnTax', event.target.checked)}
    />
    {form.values.hasOwnTax && (
      <>
        <Amount form={form} name="taxPercent" label={t('Tax in percent')} />
        <Checkbox
          label={t('The prices include the tax')}
          checked={form.values.taxIncluded}
          onChange={(event) => form.set('taxIncluded', event.target.checked)}
        />
      </>
    )}
  </div>
);

/** Creates or edits a rate: what is counted, what it costs, and where it applies (docs/billing.md). */
export const RateDialog = ({ rate, serviceTypeId, onClose }: RateDialogProps) => {
  const { id: orgId } = useOrganization();
  const notices = useNotices();
  const { change, isBusy } = useBillingChange();
  const form = useForm({ initial: rateFormOf(rate, serviceTypeId ?? null), schema: rateSchema, isOnlineOnly: true });
  const { lines } = form.values;
  const submit = () =>
    form.submit(
      async () => {
        // What was validated is what the contract accepts; this validates again.
        const body = rateSchema.parse(form.values);
        await change((ask) =>
          rate
            ? ask(routes.rates.update, { params: { id: rate.id }, body }, rate.version)
            : ask(routes.rates.create, { params: { orgId }, body }),
        );
        notices.success(rate ? t('Rate changed') : t('Rate set'));
        onClose();
      },
      (error) => notices.failure(t('Failed to save the rate'), error),
    );
  return (
    <FormDialog
      title={rate ? t('Edit rate') : t('Add rate')}
      submitLabel={t('Save rate')}
      busyText={isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={submit}
      onClose={onClose}
    >
      <Scope form={form} />
      <TextField form={form} name="name" label={t('Name of the rate')} hint={t('Such as a price list. Shown in price breakdowns.')} />
      {lines.map((line, index) => (
        <RateLineFields
          // oxlint-disable-next-line react/no-array-index-key -- A line is identified by its index.
          key={index}
          line={line}
          index={index}
          serviceTypeId={form.values.serviceTypeId}
          errors={form.errors}
          onChange={(part) => form.set('lines', lines.with(index, { ...line, ...part }))}
          {...(lines.length > 1 ? { onRemove: () => form.set('lines', lines.toSpliced(index, 1)) } : {})}
        />
      ))}
      {form.errors['lines'] !== undefined && <FieldError>{form.errors['lines']}</FieldError>}
      {lines.length < MOST_LINES && (
        <Button icon={PlusIcon} onClick={() => form.set('lines', [...lines, NEW_LINE])}>
          {t('Add another price')}
        </Button>
      )}
      <Fuel form={form} />
      <Tax form={form} />
    </FormDialog>
  );
};
