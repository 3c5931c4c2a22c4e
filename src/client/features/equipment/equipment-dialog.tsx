import { useQuery } from '@tanstack/react-query';
import { contract } from '#shared/contract.ts';
import { type Equipment, equipmentInput, SELECT_A_SERVICE } from '#shared/domain/equipment.ts';
import { QueryView } from '#client/components/query-view.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { serviceTypeQueries } from '#client/data/queries.ts';
import { useWrite } from '#client/data/use-write.ts';
import { CheckGrid } from '#client/ui/check-grid.tsx';
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
  const services = useQuery(serviceTypeQueries.list(orgId));
  const create = useWrite(orgId, contract.equipment.create);
  const update = useWrite(orgId, contract.equipment.update);
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
  const isBusy = create.isPending || update.isPending;

  const submit = async () => {
    const body = form.check();
    if (!body) {
      return;
    }
    try {
      const saved = await (equipment
        ? update.mutateAsync({ params: { id: equipment.id }, body, seen: equipment })
        : create.mutateAsync({ params: { orgId }, body }));
      notices.saved(saved, 'Equipment', 'Success', `Equipment ${equipment ? 'updated' : 'added'} successfully`);
      onClose();
    } catch (error) {
      form.showServerIssues(error);
      notices.failure(`Failed to ${equipment ? 'update' : 'add'} equipment`, error);
    }
  };
  return (
    <FormDialog
      title={equipment ? 'Edit Equipment' : 'Add Equipment'}
      submitLabel={equipment ? 'Update Equipment' : 'Add Equipment'}
      busyText={isBusy && 'Saving...'}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" required error={errors['name']}>
        {(control) => <TextInput {...control} value={values.name} onChange={(event) => set('name', event.target.value)} />}
      </Field>
      <div className="grid gap-5.5 md:grid-cols-2 md:gap-x-4">
        <Field label="Unit Number" error={errors['unitNumber']}>
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              value={values.unitNumber}
              onChange={(event) => set('unitNumber', event.target.value)}
            />
          )}
        </Field>
        <Field label="Serial Number" error={errors['serialNumber']}>
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
      <QueryView query={services} loading="Loading services...">
        {(all) => (
          <CheckGrid
            label="Service Types"
            required
            choices={all}
            value={values.serviceTypeIds}
            onChange={(ids) => set('serviceTypeIds', ids)}
            error={errors['serviceTypeIds']}
            empty="No services added yet. Add the first one under Services."
          />
        )}
      </QueryView>
    </FormDialog>
  );
};
