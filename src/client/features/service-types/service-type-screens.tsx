import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import { fieldName } from '#client/entities/custom-data-fields/field-words.ts';
import { systemFirst } from '#client/entities/custom-data-fields/data-fields.tsx';
import type { Deletion } from '#client/components/delete-dialog.tsx';
import { EntryHistory } from '#client/entities/job-entries/entry-history.tsx';
import { RowLink } from '#client/components/links.tsx';
import { ServiceWithoutFields } from '#client/entities/service-types/no-fields-note.tsx';
import { serviceTypeColumns } from '#client/entities/service-types/service-type-columns.ts';
import { RecordList } from '#client/components/record-list.tsx';
import { RecordScreen } from '#client/components/record-screen.tsx';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { customDataFieldQueries, serviceTypeQueries } from '#client/data/queries.ts';
import { AssignEquipmentDialog } from '#client/features/service-types/assign-equipment-dialog.tsx';
import { ServiceTypeDialog } from '#client/features/service-types/service-type-dialog.tsx';
import { formatDayOf } from '#client/lib/formats.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Badge, Chips } from '#client/ui/badge.tsx';
import { FieldsIcon } from '#client/ui/icons.tsx';

/** Chips in a row of the list (specification 4.22). */
const MOST_CHIPS = 3;

/** The columns of the service's entries. */
const HISTORY = ['Job', 'Date', 'Hours', 'Operator'] as const;

const fieldsOf = ({ customDataFieldIds }: ServiceType, fields: readonly CustomDataField[]): CustomDataField[] =>
  systemFirst(fields).filter(({ id }) => customDataFieldIds.includes(id));

const deletionOf = (service: ServiceType): Deletion => ({
  route: routes.serviceTypes.remove,
  record: service,
  title: t('Delete {name}?', { name: service.name }),
  kind: t('Service'),
  question: t('Are you sure you want to delete this service? This might affect existing jobs.'),
});

const fieldCount = ({ customDataFieldIds }: ServiceType): number => customDataFieldIds.length;

/** `/service-types` (specification 4.22). */
export const ServiceTypeListScreen = () => {
  const { id: orgId } = useOrganization();
  const mayWrite = useCan('setup:write');
  const [assigned, setAssigned] = useState<ServiceType | null>(null);
  const { data: fields = [] } = useQuery(customDataFieldQueries.list(orgId));
  const chips = (service: ServiceType) =>
    service.customDataFieldIds.length === 0 ? (
      <Badge tone="sky" icon={FieldsIcon}>
        {t('No data fields')}
      </Badge>
    ) : (
      <Chips names={fieldsOf(service, fields).map(fieldName)} most={MOST_CHIPS} />
    );
  const pathOf = ({ id }: ServiceType) => `/service-types/${id}`;
  return (
    <>
      <RecordList
        store="serviceTypes"
        title={t('Service Types')}
        query={useQuery(serviceTypeQueries.list(orgId))}
        words={{
          search: t('Search services...'),
          loading: t('Loading services...'),
          empty: t('No services added yet.'),
          emptyHint: t('What you do for customers. Each service says what drivers fill in.'),
          noMatch: t('No services matching your search'),
          add: t('Add Service'),
          rows: (count) => plural(count, 'service', 'services'),
        }}
        nameOf={({ name }) => name}
        textsOf={({ name, description }) => [name, description]}
        exported={() => serviceTypeColumns(fields)}
        pathOf={pathOf}
        mayAdd={mayWrite}
        mayEdit={() => mayWrite}
        mayDelete={() => mayWrite}
        columns={[
          { head: t('Name'), cell: (service) => <RowLink to={pathOf(service)}>{service.name}</RowLink>, sortBy: ({ name }) => name },
          { head: t('Data Fields'), cell: chips },
          { head: t('Field Count'), cell: fieldCount, isNumber: true, sortBy: fieldCount },
        ]}
        card={(service) => ({
          title: <RowLink to={pathOf(service)}>{service.name}</RowLink>,
          meta: chips(service),
        })}
        dialog={(service, close) => <ServiceTypeDialog service={service} onClose={close} onAssign={setAssigned} />}
        deletionOf={deletionOf}
      />
      {assigned && <AssignEquipmentDialog service={assigned} onClose={() => setAssigned(null)} />}
    </>
  );
};

interface OfferedFieldsProps {
  readonly service: ServiceType;
  readonly fields: readonly CustomDataField[];
}

const OfferedFields = ({ service, service: { requiredFieldIds }, fields }: OfferedFieldsProps) => {
  const organization = useOrganization();
  const mayChange = useCan('setup:write');
  return fields.length === 0 ? (
    <div className="border-t border-line px-4.5 py-3.5 empty:hidden">
      <ServiceWithoutFields organization={organization} service={service} mayChange={mayChange} />
    </div>
  ) : (
    <div className="grid gap-1.5 border-t border-line px-4.5 py-3.5">
      <h3 className="text-sm text-ink2">{t('Data Fields (* required)')}</h3>
      <Chips names={fields.map((field) => (requiredFieldIds.includes(field.id) ? `${fieldName(field)} *` : fieldName(field)))} />
    </div>
  );
};

/** `/service-types/{id}` (specification 4.26). */
export const ServiceTypeScreen = ({ params }: { readonly params: Readonly<Record<string, string | undefined>> }) => {
  const { id: orgId } = useOrganization();
  const mayWrite = useCan('setup:write');
  const id = Number(params['id']);
  const { data: fields = [], isPending } = useQuery(customDataFieldQueries.list(orgId));
  const entries = useQuery(serviceTypeQueries.jobEntries(orgId, id));
  return (
    <RecordScreen
      store="serviceTypes"
      query={useQuery(serviceTypeQueries.detail(orgId, id))}
      listPath="/service-types"
      words={{ loading: t('Loading service...'), missing: t('Service not found'), back: t('Back to Services'), details: t('Details') }}
      nameOf={({ name }) => name}
      mayEdit={() => mayWrite}
      mayDelete={() => mayWrite}
      factsOf={(service) => [
        [t('Name'), service.name],
        [t('Organization ID'), service.organizationId],
        [t('Shows Machines'), service.showMachine === null ? null : service.showMachine ? t('Yes') : t('No')],
        [t('Created'), formatDayOf(service.createdAt)],
        [t('Description'), service.description],
      ]}
      belowFacts={(service) => <OfferedFields service={service} fields={fieldsOf(service, fields)} />}
      dialog={(service, close) => <ServiceTypeDialog service={service} onClose={close} />}
      deletionOf={deletionOf}
    >
      {/* Not before what is above it, or it would move. */}
      {!isPending && (
        <EntryHistory
          title={t('Recent Usage')}
          query={entries}
          columns={HISTORY}
          addressOf={(entry) => `/job-entries?jobId=${entry.jobId}&entryId=${entry.id}`}
          empty={t('This service has not been used yet.')}
        />
      )}
    </RecordScreen>
  );
};
