import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import { QueryView } from '#client/components/query-view.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { equipmentQueries } from '#client/data/queries.ts';
import { useWrite } from '#client/data/use-write.ts';
import { useDirty } from '#client/lib/dirty.ts';
import { t } from '#client/lib/texts.ts';
import { CheckGrid } from '#client/ui/check-grid.tsx';
import { FormDialog } from '#client/ui/dialog.tsx';

interface AssignEquipmentDialogProps {
  readonly service: ServiceType;
  readonly onClose: () => void;
}

/** Selects the machines of a new service that includes the Equipment field (specification 4.25). */
export const AssignEquipmentDialog = ({ service, onClose }: AssignEquipmentDialogProps) => {
  const { id: orgId } = useOrganization();
  const notices = useNotices();
  const query = useQuery(equipmentQueries.list(orgId));
  const update = useWrite(orgId, routes.serviceTypes.update);
  const [linkedEquipmentIds, setLinked] = useState<number[]>([]);
  useDirty(linkedEquipmentIds.length > 0);

  const assign = async () => {
    try {
      if (linkedEquipmentIds.length > 0) {
        const saved = await update.write({ params: { id: service.id }, body: { linkedEquipmentIds } });
        notices.saved(saved, t('Service'), t('Success'), t('Service updated successfully'));
      }
      onClose();
    } catch (error) {
      notices.notSaved('update', 'service', error);
    }
  };
  return (
    <FormDialog
      title={t('Assign Equipment to {name}', { name: service.name })}
      submitLabel={t('Assign Equipment')}
      busyText={update.isPending && t('Assigning...')}
      cancelLabel={t('Skip')}
      onSubmit={assign}
      onClose={onClose}
    >
      <p className="text-ink2">
        {t('Entries for this service offer the machines you choose here. You can change this later on each machine.')}
      </p>
      <QueryView query={query} loading={t('Loading equipment...')}>
        {(equipment) => (
          <CheckGrid
            label={t('Equipment')}
            choices={equipment.map(({ id, name, unitNumber }) => ({
              id,
              name,
              hint: unitNumber && t('Unit {unitNumber}', { unitNumber }),
            }))}
            value={linkedEquipmentIds}
            onChange={setLinked}
            empty={t('No equipment added yet.')}
          />
        )}
      </QueryView>
    </FormDialog>
  );
};
