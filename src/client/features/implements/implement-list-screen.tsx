import { useQuery } from '@tanstack/react-query';
import { routes } from '#shared/routes.ts';
import type { Implement } from '#shared/domain/implement.ts';
import { implementColumns } from '#client/entities/equipment/equipment-columns.ts';
import { EquipmentTabs } from '#client/entities/equipment/equipment-tabs.tsx';
import { RecordList } from '#client/components/record-list.tsx';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { implementQueries, serviceTypeQueries } from '#client/data/queries.ts';
import { ImplementDialog } from '#client/features/implements/implement-dialog.tsx';
import { plural, t } from '#client/lib/texts.ts';
import { Chips } from '#client/ui/badge.tsx';

/** `/implements` (specification 4.33). An implement has no screen of its own: the list shows everything there is. */
export const ImplementListScreen = () => {
  const { id: orgId } = useOrganization();
  const mayWrite = useCan('setup:write');
  const { data: services = [] } = useQuery(serviceTypeQueries.list(orgId));
  const chips = ({ serviceTypeIds }: Implement) => (
    <Chips names={services.filter(({ id }) => serviceTypeIds.includes(id)).map(({ name }) => name)} />
  );
  return (
    <RecordList
      store="implements"
      title={t('Implements')}
      tabs={<EquipmentTabs />}
      query={useQuery(implementQueries.list(orgId))}
      words={{
        search: t('Search implements...'),
        loading: t('Loading implements...'),
        empty: t('No implements added yet.'),
        emptyHint: t('What the machines pull or carry, by the services it is for.'),
        noMatch: t('No implements matching your search'),
        add: t('Add Implement'),
        rows: (count) => plural(count, 'implement', 'implements'),
      }}
      nameOf={({ name }) => name}
      textsOf={({ name }) => [name]}
      exported={() => implementColumns(services)}
      mayAdd={mayWrite}
      mayEdit={() => mayWrite}
      mayDelete={() => mayWrite}
      columns={[
        { head: t('Name'), cell: ({ name }) => <span className="font-[680]">{name}</span>, sortBy: ({ name }) => name },
        { head: t('Service Types'), cell: chips },
      ]}
      card={(implement) => ({ title: implement.name, meta: chips(implement) })}
      dialog={(implement, close) => <ImplementDialog implement={implement} onClose={close} />}
      deletionOf={(implement) => ({
        route: routes.implements.remove,
        record: implement,
        title: t('Delete {name}?', { name: implement.name }),
        kind: t('Implement'),
        question: t('Are you sure you want to delete this implement? This might affect existing jobs.'),
      })}
    />
  );
};
