import type { LanguageId } from '#shared/lib/languages.ts';
import { countryChoices } from '#client/entities/organizations/countries.ts';
import { LANGUAGES } from '#client/lib/language.ts';
import { type ControlProps, Select } from '#client/ui/field.tsx';

interface ChoiceProps<Id> {
  readonly control: ControlProps;
  readonly value: Id | null;
  /** What stands there while nothing is chosen. */
  readonly placeholder: string;
  readonly onChange: (id: Id | null) => void;
}

/** Every country, or none. */
export const CountrySelect = ({ control, value, placeholder, onChange }: ChoiceProps<string>) => (
  <Select {...control} value={value ?? ''} placeholder={placeholder} onChange={({ target }) => onChange(target.value || null)}>
    {countryChoices().map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </Select>
);

/** Every language of Headland in its own words, or none. */
export const LanguageSelect = ({ control, value, placeholder, onChange }: ChoiceProps<LanguageId>) => (
  <Select
    {...control}
    value={value ?? ''}
    placeholder={placeholder}
    onChange={({ target }) => onChange(LANGUAGES.find(({ id }) => id === target.value)?.id ?? null)}
  >
    {LANGUAGES.map(({ id, name }) => (
      <option key={id} value={id} lang={id}>
        {name}
      </option>
    ))}
  </Select>
);
