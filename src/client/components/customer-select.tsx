import { useQuery } from '@tanstack/react-query';
import { useOrganization } from '#client/data/organization-context.tsx';
import { customerQueries } from '#client/data/queries.ts';
import { type ControlProps, Select } from '#client/ui/field.tsx';
import { CustomerIcon } from '#client/ui/icons.tsx';

interface CustomerSelectProps {
  readonly control: ControlProps;
  readonly value: number | null;
  readonly onChange: (id: number | null) => void;
  /** The customer of a stored job, who may have been deleted since and is then in no list. */
  readonly stored?: { readonly id: number; readonly name: string } | undefined;
}

/** The organization's customers to choose one from. */
export const CustomerSelect = ({ control, value, onChange, stored }: CustomerSelectProps) => {
  const { id: orgId } = useOrganization();
  const { data: customers = [] } = useQuery(customerQueries.list(orgId));
  const isListed = stored === undefined || customers.some(({ id }) => id === stored.id);
  return (
    <Select
      {...control}
      icon={CustomerIcon}
      placeholder="Choose a customer"
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
    >
      {!isListed && <option value={stored.id}>{stored.name}</option>}
      {customers.map(({ id, businessName }) => (
        <option key={id} value={id}>
          {businessName}
        </option>
      ))}
    </Select>
  );
};
