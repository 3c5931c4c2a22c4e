import { routes } from '#shared/routes.ts';
import { type Implement, implementInput } from '#shared/domain/implement.ts';
import { ServiceGrid } from '#client/entities/equipment/service-grid.tsx';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useWriter } from '#client/data/use-write.ts';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';

interface ImplementDialogProps {
  /** Null: a new one. */
  readonly implement: Implement | null;
  readonly onClose: () => void;
}

/** Add Implement and Edit Implement (specification 4.34). */
export const ImplementDialog = ({ implement, onClose }: ImplementDialogProps) => {
  const { id: orgId } = useOrganization();
  const notices = useNotices();
  const create = useWriter(orgId, routes.implements.create);
  const update = useWriter(orgId, routes.implements.update);
  const form = useForm({
    initial: { name: implement?.name ?? '', serviceTypeIds: implement?.serviceTypeIds ?? [] },
    schema: implementInput,
  });
  const { values, errors, set } = form;

  const submit = () =>
    form.submit(
      async (body) => {
        const saved = await (implement
          ? update({ params: { id: implement.id }, body, seen: implement })
          : create({ params: { orgId }, body }));
        notices.saved(
          saved,
          t('Implement'),
          t('Success'),
          implement ? t('Implement updated successfully') : t('Implement created successfully'),
        );
        onClose();
      },
      (error) => notices.notSaved(implement ? 'update' : 'create', 'implement', error),
    );
  return (
    <FormDialog
      title={implement ? t('Edit Implement') : t('Add Implement')}
      submitLabel={implement ? t('Update Implement') : t('Create Implement')}
      busyText={form.isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={t('Name')} required />
      <ServiceGrid value={values.serviceTypeIds} onChange={(ids) => set('serviceTypeIds', ids)} error={errors['serviceTypeIds']} />
    </FormDialog>
  );
};
