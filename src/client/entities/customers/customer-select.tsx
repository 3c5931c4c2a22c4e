import { useQuery } from '@tanstack/react-query';
import type { Customer } from '#shared/domain/customer.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { customerQueries } from '#client/data/queries.ts';
import { quickChoices } from '#client/lib/quick-choices.ts';
import { t } from '#client/lib/texts.ts';
import { type ControlProps, Select } from '#client/ui/field.tsx';
import { CustomerIcon } from '#client/ui/icons.tsx';
import { BelowChips, chipsOf, Options, PickChips } from '#client/ui/pickers.tsx';

interface CustomerSelectProps {
  readonly control: ControlProps;
  readonly value: number | null;
  readonly onChange: (id: number | null) => void;
  /** The customer of a stored job, who may have been deleted since and is then in no list. */
  readonly stored?: { readonly id: number; readonly name: string } | undefined;
  /** The customers to choose from, where they are not just those of the organization. */
  readonly offered?: readonly Pick<Customer, 'id' | 'businessName'>[];
  /** Recently used customers, the latest first: offered first. */
  readonly recent?: readonly number[];
  readonly isDisabled?: boolean;
}

/** A picker for one of the organization's customers. */
export const CustomerSelect = ({ control, value, onChange, stored, offered, recent, isDisabled = false }: CustomerSelectProps) => {
  const { id: orgId } = useOrganization();
  const { data: listed = [] } = useQuery(customerQueries.list(orgId));
  const customers = offered ?? listed;
  const unlisted = stored && !customers.some(({ id }) => id === stored.id) ? [stored] : [];
  const choices = [...unlisted, ...customers.map(({ id, businessName }) => ({ id, name: businessName }))];
  const quick = recent ? quickChoices(choices, recent) : [];
  return (
    <div className="grid gap-2">
      {recent && (
        <PickChips
          choices={chipsOf(quick, choices, value === null ? [] : [value])}
          all={{ choices, title: t('Choose a customer') }}
          value={value === null ? [] : [value]}
          onPress={onChange}
        />
      )}
      <BelowChips isSpare={recent !== undefined && choices.length > 0}>
        <Select
          {...control}
          disabled={isDisabled}
          icon={CustomerIcon}
          placeholder={t('Choose a customer')}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
        >
          <Options choices={choices} quick={quick} />
        </Select>
      </BelowChips>
    </div>
  );
};
