import { routes } from '#shared/routes.ts';
import { type Equipment, equipmentInput } from '#shared/domain/equipment.ts';
import { EquipmentNumbers } from '#client/entities/equipment/equipment-fields.tsx';
import { issueAt } from '#shared/messages/issues.ts';
import { ServiceGrid } from '#client/entities/equipment/service-grid.tsx';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useWriter } from '#client/data/use-write.ts';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';

interface EquipmentDialogProps {
  /** Null: a new one. */
  readonly equipment: Equipment | null;
  readonly onClose: () => void;
}

/** The form requires at least one service; the API does not (specification 4.29). */
const rules = ({ serviceTypeIds }: { readonly serviceTypeIds: readonly number[] }) =>
  serviceTypeIds.length === 0 ? [issueAt('serviceTypeIds', 'serviceTypeRequired')] : [];

/** Add Equipment and Edit Equipment (specification 4.29). */
export const EquipmentDialog = ({ equipment, onClose }: EquipmentDialogProps) => {
  const { id: orgId } = useOrganization();
  const notices = useNotices();
  const create = useWriter(orgId, routes.equipment.create);
  const update = useWriter(orgId, routes.equipment.update);
  const form = useForm({
    initial: {
      name: equipment?.name ?? '',
      unitNumber: equipment?.unitNumber ?? '',
      serialNumber: equipment?.serialNumber ?? '',
      serviceTypeIds: equipment?.serviceTypeIds ?? [],
    },
    schema: equipmentInput,
    rules,
  });
  const { values, errors, set } = form;

  const submit = () =>
    form.submit(
      async (body) => {
        const saved = await (equipment
          ? update({ params: { id: equipment.id }, body, seen: equipment })
          : create({ params: { orgId }, body }));
        notices.saved(
          saved,
          t('Equipment'),
          t('Success'),
          equipment ? t('Equipment updated successfully') : t('Equipment added successfully'),
        );
        onClose();
      },
      (error) => notices.failure(equipment ? t('Failed to update equipment') : t('Failed to add equipment'), error),
    );
  return (
    <FormDialog
      title={equipment ? t('Edit Equipment') : t('Add Equipment')}
      submitLabel={equipment ? t('Update Equipment') : t('Add Equipment')}
      busyText={form.isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={t('Name')} required />
      <div className="grid gap-5.5 md:grid-cols-2 md:gap-x-4">
        <EquipmentNumbers form={form} />
      </div>
      <ServiceGrid value={values.serviceTypeIds} onChange={(ids) => set('serviceTypeIds', ids)} error={errors['serviceTypeIds']} />
    </FormDialog>
  );
};
