import { useQuery } from '@tanstack/react-query';
import { useOrganization } from '#client/data/organization-context.tsx';
import { equipmentQueries, serviceTypeQueries } from '#client/data/queries.ts';
import { t } from '#client/lib/texts.ts';

/** Names of services and machines that a bill references by id. */
export const useBillNames = () => {
  const { id: orgId } = useOrganization();
  const { data: services = [] } = useQuery(serviceTypeQueries.list(orgId));
  const { data: machines = [] } = useQuery(equipmentQueries.list(orgId));
  return {
    service: (id: number | null): string => services.find((each) => each.id === id)?.name ?? t('a deleted service'),
    machine: (id: number): string => machines.find((each) => each.id === id)?.name ?? t('a deleted machine'),
  };
};
