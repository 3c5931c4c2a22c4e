import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useOrganization } from '#client/data/organization-context.tsx';
import { billingQueries } from '#client/features/billing/billing-queries.ts';
import { t } from '#client/lib/texts.ts';
import { recordNumber, recordPath } from './billing-record-words.ts';

/** Links to another record, by its number as soon as that is known. */
export const OtherRecord = ({ id }: { readonly id: number }) => {
  const { id: orgId } = useOrganization();
  const { data } = useQuery(billingQueries.record(orgId, id));
  return (
    <Link href={recordPath(id)} className="font-[640] text-inherit underline">
      {data ? recordNumber(data) : t('another record')}
    </Link>
  );
};
