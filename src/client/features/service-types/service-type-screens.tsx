import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import { systemFirst } from '#client/components/data-fields.tsx';
import { EntryHistory } from '#client/components/entry-history.tsx';
import { Facts } from '#client/components/facts.tsx';
import { BackLink, RowLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { RecordList } from '#client/components/record-list.tsx';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { customDataFieldQueries, serviceTypeQueries } from '#client/data/queries.ts';
import { AssignEquipmentDialog } from '#client/features/service-types/assign-equipment-dialog.tsx';
import { ServiceTypeDialog } from '#client/features/service-types/service-type-dialog.tsx';
import { formatDayOf } from '#client/lib/formats.ts';
import { Chips } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead, PageHead } from '#client/ui/card.tsx';
import { EditIcon } from '#client/ui/icons.tsx';

/** Chips in a row of the list (specification 2 §9). */
const MOST_CHIPS = 3;

const fieldsOf = ({ customDataFieldIds }: ServiceType, fields: readonly CustomDataField[]): CustomDataField[] =>
  systemFirst(fields).filter(({ id }) => customDataFieldIds.includes(id));

/** `/service-types` (specification 2 §2). */
export const ServiceTypeListScreen = () => {
  const { id: orgId } = useOrganization();
  const mayWrite = useCan('setup:write');
  const [assigned, setAssigned] = useState<ServiceType | null>(null);
  const { data: fields = [] } = useQuery(customDataFieldQueries.list(orgId));
  const chips = (service: ServiceType) => <Chips names={fieldsOf(service, fields).map(({ name }) => name)} most={MOST_CHIPS} />;
  const pathOf = ({ id }: ServiceType) => `/service-types/${id}`;
  return (
    <>
      <RecordList
        title="Service Types"
        query={useQuery(serviceTypeQueries.list(orgId))}
        words={{
          search: 'Search services...',
          loading: 'Loading services...',
          empty: 'No services added yet.',
          noMatch: 'No services matching your search',
          add: 'Add Service',
        }}
        nameOf={({ name }) => name}
        textsOf={({ name, description }) => [name, description]}
        pathOf={pathOf}
        mayAdd={mayWrite}
        mayEdit={() => mayWrite}
        columns={[
          { head: 'Name', cell: (service) => <RowLink to={pathOf(service)}>{service.name}</RowLink> },
          { head: 'Data Fields', cell: chips },
          { head: 'Field Count', cell: ({ customDataFieldIds }) => customDataFieldIds.length, isNumber: true },
        ]}
        card={(service) => ({
          title: <RowLink to={pathOf(service)}>{service.name}</RowLink>,
          meta: service.customDataFieldIds.length === 0 ? 'No data fields' : chips(service),
        })}
        dialog={(service, close) => <ServiceTypeDialog service={service} onClose={close} onAssign={setAssigned} />}
      />
      {assigned && <AssignEquipmentDialog service={assigned} onClose={() => setAssigned(null)} />}
    </>
  );
};

/** `/service-types/{id}` (specification 2 §2). */
export const ServiceTypeScreen = ({ params }: { readonly params: Readonly<Record<string, string | undefined>> }) => {
  const { id: orgId } = useOrganization();
  const mayWrite = useCan('setup:write');
  const [isEditing, setEditing] = useState(false);
  const id = Number(params['id']);
  const query = useQuery(serviceTypeQueries.detail(orgId, id));
  const entries = useQuery(serviceTypeQueries.jobEntries(orgId, id));
  const { data: fields = [] } = useQuery(customDataFieldQueries.list(orgId));
  return (
    <QueryView
      query={query}
      loading="Loading service..."
      missing={{ title: 'Service not found', backTo: '/service-types', backLabel: 'Back to Services' }}
    >
      {(service) => {
        const names = fieldsOf(service, fields).map((field) =>
          service.requiredFieldIds.includes(field.id) ? `${field.name} *` : field.name,
        );
        return (
          <>
            <BackLink to="/service-types">Back to Services</BackLink>
            <PageHead title={service.name} />
            <div className="grid gap-(--gap)">
              <Card>
                <CardHead title="Details">
                  {mayWrite && (
                    <Button size="small" icon={EditIcon} onClick={() => setEditing(true)}>
                      Edit
                    </Button>
                  )}
                </CardHead>
                <Facts
                  facts={[
                    ['Name', service.name],
                    ['Organization ID', service.organizationId],
                    ['Shows Machines', service.showMachine === null ? null : service.showMachine ? 'Yes' : 'No'],
                    ['Created', formatDayOf(service.createdAt)],
                    ['Description', service.description],
                  ]}
                />
                {names.length > 0 && (
                  <div className="grid gap-1.5 border-t border-line px-4.5 py-3.5">
                    <h3 className="text-sm text-ink2">Data Fields (* required)</h3>
                    <Chips names={names} />
                  </div>
                )}
              </Card>
              <EntryHistory
                title="Recent Usage"
                query={entries}
                columns={['Job', 'Date', 'Hours', 'Operator']}
                addressOf={(entry) => `/job-entries?jobId=${entry.jobId}&entryId=${entry.id}`}
                empty="This service has not been used yet."
              />
            </div>
            {isEditing && <ServiceTypeDialog service={service} onClose={() => setEditing(false)} />}
          </>
        );
      }}
    </QueryView>
  );
};
