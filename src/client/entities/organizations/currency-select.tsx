import { currencyChoices } from '#client/entities/organizations/money-form.ts';
import { t } from '#client/lib/texts.ts';
import { type ControlProps, Select } from '#client/ui/field.tsx';

interface CurrencySelectProps {
  readonly control: ControlProps;
  readonly value: string;
  readonly onChange: (code: string) => void;
}

/** Every currency, the common ones first. */
export const CurrencySelect = ({ control, value, onChange }: CurrencySelectProps) => {
  const { common, others } = currencyChoices();
  const options = (list: typeof common) =>
    list.map(({ code, name }) => (
      <option key={code} value={code}>
        {name}
      </option>
    ));
  return (
    <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
      <optgroup label={t('Common currencies')}>{options(common)}</optgroup>
      <optgroup label={t('All others')}>{options(others)}</optgroup>
    </Select>
  );
};
