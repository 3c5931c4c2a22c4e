import { contract } from '#shared/contract.ts';
import { type Equipment, equipmentInput, SELECT_A_SERVICE } from '#shared/domain/equipment.ts';
import { ServiceGrid } from '#client/components/service-grid.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useWriter } from '#client/data/use-write.ts';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Field, TextInput } from '#client/ui/field.tsx';

interface EquipmentDialogProps {
  /** Null: a new one. */
  readonly equipment: Equipment | null;
  readonly onClose: () => void;
}

/** The form asks for one service at least; the API does not (decisions §10). */
const rules = ({ serviceTypeIds }: { readonly serviceTypeIds: readonly number[] }) =>
  serviceTypeIds.length === 0 ? [{ path: 'serviceTypeIds', message: SELECT_A_SERVICE }] : [];

/** Add Equipment and Edit Equipment (specification 2 §5). */
export const EquipmentDialog = ({ equipment, onClose }: EquipmentDialogProps) => {
  const { id: orgId } = useOrganization();
  const notices = useNotices();
  const create = useWriter(orgId, contract.equipment.create);
  const update = useWriter(orgId, contract.equipment.update);
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
      <Field label={t('Name')} required error={errors['name']}>
        {(control) => <TextInput {...control} value={values.name} onChange={(event) => set('name', event.target.value)} />}
      </Field>
      <div className="grid gap-5.5 md:grid-cols-2 md:gap-x-4">
        <Field label={t('Unit Number')} error={errors['unitNumber']}>
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              value={values.unitNumber}
              onChange={(event) => set('unitNumber', event.target.value)}
            />
          )}
        </Field>
        <Field label={t('Serial Number')} error={errors['serialNumber']}>
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              value={values.serialNumber}
              onChange={(event) => set('serialNumber', event.target.value)}
            />
          )}
        </Field>
      </div>
      <ServiceGrid value={values.serviceTypeIds} onChange={(ids) => set('serviceTypeIds', ids)} error={errors['serviceTypeIds']} />
    </FormDialog>
  );
};
