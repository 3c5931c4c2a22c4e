import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import { systemFirst } from '#client/components/data-fields.tsx';
import { EntryHistory } from '#client/components/entry-history.tsx';
import { Facts } from '#client/components/facts.tsx';
import { BackLink, RowLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { customDataFieldQueries, serviceTypeQueries } from '#client/data/queries.ts';
import { AssignEquipmentDialog } from '#client/features/service-types/assign-equipment-dialog.tsx';
import { ServiceTypeDialog } from '#client/features/service-types/service-type-dialog.tsx';
import { formatDayOf } from '#client/lib/formats.ts';
import { Chips } from '#client/ui/badge.tsx';
import { Button, IconButton } from '#client/ui/button.tsx';
import { Card, CardHead, PageHead } from '#client/ui/card.tsx';
import { EditIcon, PlusIcon } from '#client/ui/icons.tsx';
import { Empty } from '#client/ui/states.tsx';
import { DataTable, SearchInput } from '#client/ui/table.tsx';

/** Chips in a row of the list (specification 2 §9). */
const MOST_CHIPS = 3;

const fieldsOf = ({ customDataFieldIds }: ServiceType, fields: readonly CustomDataField[]): CustomDataField[] =>
  systemFirst(fields).filter(({ id }) => customDataFieldIds.includes(id));

const matches = ({ name, description }: ServiceType, search: string): boolean =>
  [name, description].some((text) => text?.toLowerCase().includes(search.trim().toLowerCase()));

/** `/service-types` (specification 2 §2). */
export const ServiceTypeListScreen = () => {
  const { id: orgId } = useOrganization();
  const mayWrite = useCan('setup:write');
  const [, navigate] = useLocation();
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<ServiceType | 'new' | null>(null);
  const [assigned, setAssigned] = useState<ServiceType | null>(null);
  const query = useQuery(serviceTypeQueries.list(orgId));
  const { data: fields = [] } = useQuery(customDataFieldQueries.list(orgId));

  const addButton = mayWrite && (
    <Button variant="primary" icon={PlusIcon} onClick={() => setEdited('new')}>
      Add Service
    </Button>
  );
  const chips = (service: ServiceType) => <Chips names={fieldsOf(service, fields).map(({ name }) => name)} most={MOST_CHIPS} />;
  return (
    <>
      <PageHead title="Service Types">{addButton}</PageHead>
      <div className="mb-4 flex flex-wrap gap-2.5">
        <SearchInput placeholder="Search services..." value={search} onChange={setSearch} />
      </div>
      <Card>
        <QueryView query={query} loading="Loading services...">
          {(services) => {
            const shown = services.filter((service) => matches(service, search));
            if (shown.length === 0) {
              return services.length === 0 ? (
                <Empty title="No services added yet.">{addButton}</Empty>
              ) : (
                <Empty title="No services matching your search" />
              );
            }
            return (
              <DataTable
                label="Service Types"
                rows={shown}
                keyOf={({ id }) => id}
                onRow={({ id }) => navigate(`/service-types/${id}`)}
                columns={[
                  { head: 'Name', cell: ({ id, name }) => <RowLink to={`/service-types/${id}`}>{name}</RowLink> },
                  { head: 'Data Fields', cell: chips },
                  { head: 'Field Count', cell: ({ customDataFieldIds }) => customDataFieldIds.length, isNumber: true },
                ]}
                card={(service) => ({
                  title: <RowLink to={`/service-types/${service.id}`}>{service.name}</RowLink>,
                  meta: service.customDataFieldIds.length === 0 ? 'No data fields' : chips(service),
                })}
                {...(mayWrite
                  ? {
                      actions: (service: ServiceType) => (
                        <IconButton label={`Edit ${service.name}`} icon={EditIcon} onClick={() => setEdited(service)} />
                      ),
                    }
                  : {})}
              />
            );
          }}
        </QueryView>
      </Card>
      {edited && <ServiceTypeDialog service={edited === 'new' ? null : edited} onClose={() => setEdited(null)} onAssign={setAssigned} />}
      {!edited && assigned && <AssignEquipmentDialog service={assigned} onClose={() => setAssigned(null)} />}
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
