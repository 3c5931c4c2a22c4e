import { useQuery } from '@tanstack/react-query';
import { QueryView } from '#client/components/query-view.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { serviceTypeQueries } from '#client/data/queries.ts';
import { t } from '#client/lib/texts.ts';
import { CheckGrid } from '#client/ui/check-grid.tsx';

interface ServiceGridProps {
  readonly value: readonly number[];
  readonly onChange: (ids: number[]) => void;
  readonly error: string | undefined;
}

/** Checkboxes for the services that a machine or an implement is used for (specification 4.29, 4.34). */
export const ServiceGrid = (props: ServiceGridProps) => {
  const { id: orgId } = useOrganization();
  const services = useQuery(serviceTypeQueries.list(orgId));
  return (
    <QueryView query={services} loading={t('Loading services...')}>
      {(all) => (
        <CheckGrid
          label={t('Service Types')}
          required
          choices={all}
          empty={t('No services added yet. Add the first one under Services.')}
          {...props}
        />
      )}
    </QueryView>
  );
};
