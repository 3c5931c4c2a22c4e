import { useState } from 'react';
import { TAX_TREATMENTS } from '#shared/domain/customer-billing.ts';
import { type FieldsOf, TextField } from '#client/components/text-field.tsx';
import { groupingChoices, TREATMENT_WORDS, wayChoices } from '#client/entities/customers/customer-billing-words.ts';
import type { MoreOfCustomer } from '#client/entities/customers/customer-form.ts';
import { Fold } from '#client/entities/customers/fold.tsx';
import { LanguageSelect } from '#client/entities/organizations/own-choices.tsx';
import { taxNumberHint } from '#client/entities/organizations/tax-number-hint.ts';
import { t } from '#client/lib/texts.ts';
import { Checkbox, Field, Select } from '#client/ui/field.tsx';
import { NumberField } from '#client/ui/number-field.tsx';
import { RadioGroup } from '#client/ui/radio-group.tsx';

interface PartProps {
  readonly form: FieldsOf<MoreOfCustomer>;
}

interface ChoiceProps<Id extends string> {
  readonly label: string;
  readonly usual: string;
  readonly choices: readonly { readonly id: Id; readonly name: string }[];
  readonly value: Id | null;
  readonly error: string | undefined;
  readonly onChange: (id: Id | null) => void;
}

/** What is usual, or something else for this customer. */
const Choice = <Id extends string>({ label, usual, choices, value, error, onChange }: ChoiceProps<Id>) => (
  <Field label={label} error={error}>
    {(control) => (
      <Select
        {...control}
        placeholder={usual}
        value={value ?? ''}
        onChange={({ target }) => onChange(choices.find(({ id }) => id === target.value)?.id ?? null)}
      >
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    )}
  </Field>
);

const Terms = ({ form }: PartProps) => {
  const number = (name: 'paymentDays' | 'discountPercent' | 'discountDays', label: string, hint?: string) => (
    <NumberField
      label={label}
      hint={hint}
      isPercent={name === 'discountPercent'}
      error={form.errors[name]}
      value={form.values[name]}
      onChange={(held) => form.set(name, held)}
    />
  );
  return (
    <div className="grid gap-5.5 md:grid-cols-3 md:gap-x-4">
      {number('paymentDays', t('Payment Days'), t('Empty: as usual.'))}
      {number('discountPercent', t('Discount, percent'), t('Empty: as usual. 0: none.'))}
      {number('discountDays', t('Discount within days'))}
    </div>
  );
};

const WITH = 'with';
const WITHOUT = 'without';

const Bills = ({ form }: PartProps) => {
  const { values, errors } = form;
  const annex = values.hasAnnex === null ? null : values.hasAnnex ? WITH : WITHOUT;
  const annexChoices = [
    { id: WITH, name: t('With bills') },
    { id: WITHOUT, name: t('Not with bills') },
  ] as const;
  return (
    <>
      <Terms form={form} />
      <div className="grid gap-5.5 md:grid-cols-2 md:gap-x-4">
        <Choice
          label={t('Number of bills')}
          usual={t('As usual')}
          choices={groupingChoices()}
          value={values.billGrouping}
          error={errors['billGrouping']}
          onChange={(chosen) => form.set('billGrouping', chosen)}
        />
        <Choice
          label={t('How they get bills')}
          usual={t('By email, if there is an address')}
          choices={wayChoices()}
          value={values.billWay}
          error={errors['billWay']}
          onChange={(chosen) => form.set('billWay', chosen)}
        />
        <Choice
          label={t('Work log')}
          usual={t('As usual')}
          choices={annexChoices}
          value={annex}
          error={errors['hasAnnex']}
          onChange={(chosen) => form.set('hasAnnex', chosen === null ? null : chosen === WITH)}
        />
        <Field label={t('Language of their bills')} error={errors['language']}>
          {(control) => (
            <LanguageSelect
              control={control}
              value={values.language}
              placeholder={t('As our company')}
              onChange={(language) => form.set('language', language)}
            />
          )}
        </Field>
      </div>
      <TextField
        form={form}
        name="buyerReference"
        label={t('Their reference')}
        autoComplete="off"
        hint={t('Stands on each bill: an order number, or a public buyer’s routing number.')}
      />
      <Checkbox
        label={t('Remind them of overdue bills')}
        checked={values.isReminded}
        onChange={({ target }) => form.set('isReminded', target.checked)}
      />
    </>
  );
};

const Tax = ({ form }: PartProps) => (
  <>
    <TextField form={form} name="taxNumber" label={t('Tax Number')} autoComplete="off" hint={taxNumberHint(form.values.taxNumber)} />
    <RadioGroup
      label={t('Tax on their bills')}
      choices={TAX_TREATMENTS.map((id) => ({ id, name: t(TREATMENT_WORDS[id].name), hint: t(TREATMENT_WORDS[id].hint) }))}
      value={form.values.taxTreatment}
      onChange={(chosen) => form.set('taxTreatment', chosen)}
    />
    {form.values.taxTreatment !== 'usual' && (
      <TextField
        form={form}
        name="taxNote"
        label={t('Reason or certificate')}
        autoComplete="off"
        hint={t('Stands on their bills, such as the number of an exemption certificate.')}
      />
    )}
  </>
);

const hasBills = ({
  paymentDays,
  discountPercent,
  billGrouping,
  billWay,
  hasAnnex,
  language,
  buyerReference,
  isReminded,
}: MoreOfCustomer) =>
  [paymentDays, discountPercent, billGrouping, billWay, language, buyerReference].some(Boolean) || hasAnnex !== null || !isReminded;

/** How the customer is billed and taxed, folded where all of it is as usual. */
export const CustomerBillingFields = ({ form }: PartProps) => {
  // As it was when the form was opened: it does not fold while somebody types.
  const [isOpen] = useState({
    bills: hasBills(form.values),
    tax: form.values.taxNumber !== '' || form.values.taxTreatment !== 'usual' || form.values.taxNote !== '',
  });
  return (
    <>
      <Fold title={t('Bills and terms')} isOpen={isOpen.bills}>
        <Bills form={form} />
      </Fold>
      <Fold title={t('Tax')} isOpen={isOpen.tax}>
        <Tax form={form} />
      </Fold>
    </>
  );
};
