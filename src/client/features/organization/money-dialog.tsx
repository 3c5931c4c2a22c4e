import { useQuery } from '@tanstack/react-query';
import { CURRENCY_OF } from '#shared/domain/currencies.ts';
import { type Organization, organizationInput } from '#shared/domain/organization.ts';
import { UNIT_SYSTEMS, UNITS, type UnitSystem } from '#shared/domain/units.ts';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useOrganizationChange } from '#client/components/use-organization-change.ts';
import { jobEntryQueries } from '#client/data/queries.ts';
import { CurrencySelect } from '#client/entities/organizations/currency-select.tsx';
import { taxNumberHint } from '#client/entities/organizations/tax-number-hint.ts';
import { percentOf, rateOf, UNIT_SYSTEM_WORDS } from '#client/entities/organizations/money-form.ts';
import { t } from '#client/lib/texts.ts';
import { Note } from '#client/ui/note.tsx';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Checkbox, Field } from '#client/ui/field.tsx';
import { AttentionIcon } from '#client/ui/icons.tsx';
import { NumberField } from '#client/ui/number-field.tsx';
import { RadioGroup } from '#client/ui/radio-group.tsx';
import * as z from 'zod/mini';

const schema = z.pick(organizationInput, { units: true, currency: true, taxName: true, taxNumber: true, taxIncluded: true });

/** What was logged is not converted (specification 12.6): the user has to know before changing the units. */
const NothingConverted = ({ organization, units }: { readonly organization: Organization; readonly units: UnitSystem }) => {
  const { data: entries } = useQuery(jobEntryQueries.count(organization.id));
  return (
    units !== organization.units &&
    entries !== 0 && (
      <Note tone="straw" icon={AttentionIcon}>
        {t('Nothing is converted. Numbers in entries stay as typed: 20 {before} now reads 20 {after}.', {
          before: UNITS[organization.units].fuel,
          after: UNITS[units].fuel,
        })}
      </Note>
    )
  );
};

/** Units, currency and tax of the organization (specification 6.5). */
export const MoneyDialog = ({ organization, onClose }: { readonly organization: Organization; readonly onClose: () => void }) => {
  const { units, currency, taxName, taxNumber, taxRate, taxIncluded } = organization;
  const { save, failed } = useOrganizationChange(organization);
  const form = useForm({
    initial: { units, currency, taxName: taxName ?? '', taxNumber: taxNumber ?? '', taxRate: percentOf(taxRate), taxIncluded },
    schema,
    rules: (values) =>
      rateOf(values.taxRate) === undefined
        ? [{ path: 'taxRate', message: t('Tax rate must be a percentage from 0 to 100, with at most four decimals') }]
        : [],
  });
  const { values, errors, set } = form;

  const chooseUnits = (chosen: UnitSystem) => {
    // If the currency was never chosen, it follows the units.
    if (values.currency === CURRENCY_OF[values.units]) {
      set('currency', CURRENCY_OF[chosen]);
    }
    set('units', chosen);
  };
  const submit = () =>
    form.submit(async (body) => {
      await save({ ...body, taxRate: rateOf(values.taxRate) ?? null });
      onClose();
    }, failed);
  const line = (name: 'taxName' | 'taxNumber', label: string, hint?: string) => (
    <TextField form={form} name={name} label={label} hint={hint} autoComplete="off" />
  );
  return (
    <FormDialog
      title={t('Edit Units, Currency and Tax')}
      submitLabel={t('Update Organization')}
      busyText={form.isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={submit}
      onClose={onClose}
    >
      <RadioGroup
        label={t('Units')}
        choices={UNIT_SYSTEMS.map((id) => ({ id, name: t(UNIT_SYSTEM_WORDS[id].name), hint: t(UNIT_SYSTEM_WORDS[id].hint) }))}
        value={values.units}
        onChange={chooseUnits}
        error={errors['units']}
      />
      <NothingConverted organization={organization} units={values.units} />
      <Field label={t('Currency')} error={errors['currency']}>
        {(control) => <CurrencySelect control={control} value={values.currency} onChange={(code) => set('currency', code)} />}
      </Field>
      <NumberField
        label={t('Tax rate in percent')}
        hint={t('Leave it empty if there is no tax.')}
        error={errors['taxRate']}
        isPercent
        value={values.taxRate}
        onChange={(held) => set('taxRate', held)}
      />
      <div className="grid gap-5.5 sm:grid-cols-2">
        {line('taxName', t('Name of the tax'), t('As shown on bills, such as Sales tax or VAT.'))}
        {line('taxNumber', t('Tax number'), taxNumberHint(values.taxNumber))}
      </div>
      <Checkbox
        label={t('Prices include the tax')}
        checked={values.taxIncluded}
        onChange={(event) => set('taxIncluded', event.target.checked)}
      />
    </FormDialog>
  );
};
