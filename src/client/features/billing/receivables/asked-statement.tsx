import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from 'wouter';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { customerQueries } from '#client/data/queries.ts';
import { useSendsMail } from '#client/entities/accounts/account.ts';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { StatementDialog } from './statement-dialog.tsx';

interface AskedProps {
  readonly customerId: number;
  readonly today: string;
}

const OfCustomer = ({ customerId, today }: AskedProps) => {
  const { id: orgId } = useOrganization();
  const [, navigate] = useLocation();
  const { data } = useQuery(customerQueries.detail(orgId, customerId));
  const mayBill = useCan('jobs:bill');
  const sendsMail = useSendsMail();
  return (
    data && (
      <StatementDialog
        row={{ customerId, businessName: data.businessName, recipients: data.email ? [data.email] : [] }}
        today={today}
        canMail={mayBill && sendsMail === true}
        onClose={() => navigate(`/customers/${customerId}`, { replace: true })}
      />
    )
  );
};

/**
 * The statement of account that the customer's page asks for by `?statement={id}`: also of one who owes nothing, and is in no list here. Closed,
 * it leads back there.
 */
export const AskedStatement = ({ today }: Pick<AskedProps, 'today'>) => {
  const asked = new URLSearchParams(useSearch()).get('statement');
  const isOffline = useIsOffline();
  return asked !== null && /^[1-9]\d{0,9}$/.test(asked) && !isOffline ? <OfCustomer customerId={Number(asked)} today={today} /> : null;
};
