import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Redirect } from 'wouter';
import type { Equipment } from '#shared/domain/equipment.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import { pathId } from '#shared/entities/ids.ts';
import { EntryHistory } from '#client/components/entry-history.tsx';
import { Facts } from '#client/components/facts.tsx';
import { BackLink, RowLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { RecordList } from '#client/components/record-list.tsx';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { equipmentQueries, serviceTypeQueries } from '#client/data/queries.ts';
import { EquipmentDialog } from '#client/features/equipment/equipment-dialog.tsx';
import { formatDayOf } from '#client/lib/formats.ts';
import { Chips } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead, PageHead } from '#client/ui/card.tsx';
import { EditIcon } from '#client/ui/icons.tsx';
import { Empty } from '#client/ui/states.tsx';

/** As many chips as the list of services shows in a row. */
const MOST_CHIPS = 3;

const serviceNames = ({ serviceTypeIds }: Equipment, services: readonly ServiceType[]): string[] =>
  services.filter(({ id }) => serviceTypeIds.includes(id)).map(({ name }) => name);

const numbers = ({ unitNumber, serialNumber }: Equipment): string =>
  [unitNumber && `Unit ${unitNumber}`, serialNumber && `Serial ${serialNumber}`].filter(Boolean).join(' · ');

/** `/machines`, an older address (specification 2 §2). */
export const MachinesRedirect = () => (
  <>
    <p role="status">Redirecting to equipment page...</p>
    <Redirect to="/equipment" replace />
  </>
);

/** `/equipment` (specification 2 §2). */
export const EquipmentListScreen = () => {
  const { id: orgId } = useOrganization();
  const mayWrite = useCan('setup:write');
  const { data: services = [] } = useQuery(serviceTypeQueries.list(orgId));
  const pathOf = ({ id }: Equipment) => `/equipment/${id}`;
  return (
    <RecordList
      title="Equipment"
      query={useQuery(equipmentQueries.list(orgId))}
      words={{
        search: 'Search equipment...',
        loading: 'Loading equipment...',
        empty: 'No equipment added yet.',
        noMatch: 'No equipment matching your search',
        add: 'Add Equipment',
      }}
      nameOf={({ name }) => name}
      textsOf={({ name, unitNumber, serialNumber }) => [name, unitNumber, serialNumber]}
      pathOf={pathOf}
      mayAdd={mayWrite}
      mayEdit={() => mayWrite}
      columnsFrom="lg"
      columns={[
        { head: 'Name', cell: (machine) => <RowLink to={pathOf(machine)}>{machine.name}</RowLink> },
        { head: 'Unit Number', cell: ({ unitNumber }) => <span className="tabular-nums">{unitNumber}</span> },
        { head: 'Serial Number', cell: ({ serialNumber }) => <span className="wrap-anywhere tabular-nums">{serialNumber}</span> },
        { head: 'Service Types', cell: (machine) => <Chips names={serviceNames(machine, services)} most={MOST_CHIPS} /> },
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
    />
  );
};

const EquipmentDetail = ({ id }: { readonly id: number }) => {
  const { id: orgId } = useOrganization();
  const mayWrite = useCan('setup:write');
  const [isEditing, setEditing] = useState(false);
  const query = useQuery(equipmentQueries.detail(orgId, id));
  const entries = useQuery(equipmentQueries.jobEntries(orgId, id));
  const { data: services = [] } = useQuery(serviceTypeQueries.list(orgId));
  return (
    <QueryView
      query={query}
      loading="Loading equipment..."
      missing={{ title: 'Equipment not found', backTo: '/equipment', backLabel: 'Back to Equipment' }}
    >
      {(machine) => (
        <>
          <BackLink to="/equipment">Back to Equipment</BackLink>
          <PageHead title={machine.name} />
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
                  ['Name', machine.name],
                  ['Unit Number', machine.unitNumber],
                  ['Serial Number', machine.serialNumber],
                  ['Equipment Type ID', machine.equipmentTypeId],
                  ['Added', formatDayOf(machine.createdAt)],
                  ['Service Types', serviceNames(machine, services).join(', ')],
                ]}
              />
            </Card>
            <EntryHistory
              title="Usage History"
              query={entries}
              columns={['Customer', 'Job', 'Date', 'Operator(s)']}
              addressOf={(entry) => `/job-entries?jobId=${entry.jobId}&entryId=${entry.id}&equipmentId=${id}`}
              empty="This equipment has not been used yet."
            />
          </div>
          {isEditing && <EquipmentDialog equipment={machine} onClose={() => setEditing(false)} />}
        </>
      )}
    </QueryView>
  );
};

/** `/equipment/{id}` (specification 2 §2). */
export const EquipmentScreen = ({ params }: { readonly params: Readonly<Record<string, string | undefined>> }) => {
  const id = pathId.safeParse(params['id']);
  return id.success ? (
    <EquipmentDetail id={id.data} />
  ) : (
    <Empty title="Invalid equipment ID">
      <BackLink to="/equipment">Back to Equipment</BackLink>
    </Empty>
  );
};
