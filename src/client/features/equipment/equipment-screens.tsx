import { useQuery } from '@tanstack/react-query';
import { routes } from '#shared/routes.ts';
import type { Equipment } from '#shared/domain/equipment.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import type { Deletion } from '#client/components/delete-dialog.tsx';
import { EntryHistory } from '#client/entities/job-entries/entry-history.tsx';
import { equipmentColumns } from '#client/entities/equipment/equipment-columns.ts';
import { EquipmentTabs } from '#client/entities/equipment/equipment-tabs.tsx';
import { BackLink, RowLink } from '#client/components/links.tsx';
import { RecordList } from '#client/components/record-list.tsx';
import { RecordScreen } from '#client/components/record-screen.tsx';
import { RedirectNotice } from '#client/components/redirect-notice.tsx';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { equipmentQueries, serviceTypeQueries } from '#client/data/queries.ts';
import { EquipmentDialog } from '#client/features/equipment/equipment-dialog.tsx';
import { formatDayOf } from '#client/lib/formats.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Chips } from '#client/ui/badge.tsx';
import { Empty } from '#client/ui/states.tsx';

/** As many chips as the list of services shows in a row. */
const MOST_CHIPS = 3;

/** The columns of the machine's entries. */
const HISTORY = ['Customer', 'Job', 'Date', 'Operator(s)'] as const;

const serviceNames = ({ serviceTypeIds }: Equipment, services: readonly ServiceType[]): string[] =>
  services.filter(({ id }) => serviceTypeIds.includes(id)).map(({ name }) => name);

const numbers = ({ unitNumber, serialNumber }: Equipment): string =>
  [unitNumber && t('Unit {unitNumber}', { unitNumber }), serialNumber && t('Serial {serialNumber}', { serialNumber })]
    .filter(Boolean)
    .join(' · ');

/** `/machines`, an older address (specification 4.32). */
export const MachinesRedirect = () => <RedirectNotice to="/equipment" text={t('Redirecting to equipment page...')} />;

const deletionOf = (equipment: Equipment): Deletion => ({
  route: routes.equipment.remove,
  record: equipment,
  title: t('Delete {name}?', { name: equipment.name }),
  kind: t('Equipment'),
  question: t('Are you sure you want to delete this equipment?'),
});

/** `/equipment` (specification 4.28). */
export const EquipmentListScreen = () => {
  const { id: orgId } = useOrganization();
  const mayWrite = useCan('setup:write');
  const { data: services = [] } = useQuery(serviceTypeQueries.list(orgId));
  const pathOf = ({ id }: Equipment) => `/equipment/${id}`;
  return (
    <RecordList
      store="equipment"
      title={t('Equipment')}
      tabs={<EquipmentTabs />}
      query={useQuery(equipmentQueries.list(orgId))}
      words={{
        search: t('Search equipment...'),
        loading: t('Loading equipment...'),
        empty: t('No equipment added yet.'),
        emptyHint: t('The machines that do the work. Drivers see only those that fit the service.'),
        noMatch: t('No equipment matching your search'),
        add: t('Add Equipment'),
        rows: (count) => plural(count, 'machine', 'machines'),
      }}
      nameOf={({ name }) => name}
      textsOf={({ name, unitNumber, serialNumber }) => [name, unitNumber, serialNumber]}
      exported={() => equipmentColumns(services)}
      pathOf={pathOf}
      mayAdd={mayWrite}
      mayEdit={() => mayWrite}
      mayDelete={() => mayWrite}
      columnsFrom="lg"
      columns={[
        { head: t('Name'), cell: (machine) => <RowLink to={pathOf(machine)}>{machine.name}</RowLink>, sortBy: ({ name }) => name },
        {
          head: t('Unit Number'),
          cell: ({ unitNumber }) => <span className="tabular-nums">{unitNumber}</span>,
          sortBy: ({ unitNumber }) => unitNumber,
        },
        {
          head: t('Serial Number'),
          cell: ({ serialNumber }) => <span className="wrap-anywhere tabular-nums">{serialNumber}</span>,
          sortBy: ({ serialNumber }) => serialNumber,
        },
        { head: t('Service Types'), cell: (machine) => <Chips names={serviceNames(machine, services)} most={MOST_CHIPS} /> },
      ]}
      card={(machine) => ({
        title: <RowLink to={pathOf(machine)}>{machine.name}</RowLink>,
        meta: (
          <>
            {numbers(machine) && <span className="w-full wrap-anywhere tabular-nums">{numbers(machine)}</span>}
            <Chips names={serviceNames(machine, services)} most={MOST_CHIPS} />
          </>
        ),
      })}
      dialog={(equipment, close) => <EquipmentDialog equipment={equipment} onClose={close} />}
      deletionOf={deletionOf}
    />
  );
};

const EquipmentDetail = ({ id }: { readonly id: number }) => {
  const { id: orgId } = useOrganization();
  const mayWrite = useCan('setup:write');
  const { data: services = [], isPending } = useQuery(serviceTypeQueries.list(orgId));
  const entries = useQuery(equipmentQueries.jobEntries(orgId, id));
  return (
    <RecordScreen
      store="equipment"
      query={useQuery(equipmentQueries.detail(orgId, id))}
      listPath="/equipment"
      words={{ loading: t('Loading equipment...'), missing: t('Equipment not found'), back: t('Back to Equipment'), details: t('Details') }}
      nameOf={({ name }) => name}
      mayEdit={() => mayWrite}
      mayDelete={() => mayWrite}
      factsOf={(machine) => [
        [t('Name'), machine.name],
        [t('Unit Number'), machine.unitNumber],
        [t('Serial Number'), machine.serialNumber],
        [t('Equipment Type ID'), machine.equipmentTypeId],
        [t('Added'), formatDayOf(machine.createdAt)],
        [t('Service Types'), serviceNames(machine, services).join(', ')],
      ]}
      dialog={(equipment, close) => <EquipmentDialog equipment={equipment} onClose={close} />}
      deletionOf={deletionOf}
    >
      {/* Not before what is above it, or it would move. */}
      {!isPending && (
        <EntryHistory
          title={t('Usage History')}
          query={entries}
          columns={HISTORY}
          addressOf={(entry) => `/job-entries?jobId=${entry.jobId}&entryId=${entry.id}&equipmentId=${id}`}
          empty={t('This equipment has not been used yet.')}
        />
      )}
    </RecordScreen>
  );
};

/** `/equipment/{id}` (specification 4.30, 4.31). A record made on this device has a temporary id, larger than any of the server. */
export const EquipmentScreen = ({ params }: { readonly params: Readonly<Record<string, string | undefined>> }) => {
  const id = /^[1-9]\d*$/.test(params['id'] ?? '') ? Number(params['id']) : null;
  return id !== null && Number.isSafeInteger(id) ? (
    <EquipmentDetail id={id} />
  ) : (
    <Empty title={t('Invalid equipment ID')}>
      <BackLink to="/equipment">{t('Back to Equipment')}</BackLink>
    </Empty>
  );
};
