import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { routes } from '#shared/routes.ts';
import { EQUIPMENT_COUNT, type ServiceType, serviceTypeInput } from '#shared/domain/service-type.ts';
import { systemFirst } from '#client/entities/custom-data-fields/data-fields.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { customDataFieldQueries } from '#client/data/queries.ts';
import { useWriter } from '#client/data/use-write.ts';
import { ServiceFieldsTable } from '#client/entities/service-types/service-fields-table.tsx';
import { extraInputs, countOf, typedCount } from '#client/entities/service-types/service-form.ts';
import { NoFieldsNote } from '#client/entities/service-types/no-fields-note.tsx';
import { useMadeFields } from '#client/entities/service-types/use-made-fields.ts';
import { shownFields, tickIssues, usualTicks } from '#client/entities/service-types/usual-fields.ts';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Checkbox } from '#client/ui/field.tsx';
import { Stepper } from '#client/ui/stepper.tsx';

const schema = z.pick(serviceTypeInput, {
  name: true,
  description: true,
  allowMultipleOperators: true,
});

interface ServiceTypeDialogProps {
  /** Null: a new one. */
  readonly service: ServiceType | null;
  readonly onClose: () => void;
  /** Called with a new service that includes the Equipment field, whose machines are to be selected next. */
  readonly onAssign?: (service: ServiceType) => void;
}

/** Add Service and Edit Service Type (specification 4.23, 4.24). */
export const ServiceTypeDialog = ({ service, onClose, onAssign }: ServiceTypeDialogProps) => {
  const { id: orgId, units } = useOrganization();
  const notices = useNotices();
  const fieldsQuery = useQuery(customDataFieldQueries.list(orgId));
  const create = useWriter(orgId, routes.serviceTypes.create);
  const update = useWriter(orgId, routes.serviceTypes.update);
  const form = useForm({
    initial: {
      name: service?.name ?? '',
      description: service?.description ?? '',
      // Until the first manual tick, a new service has the usual fields of its name.
      chosen: service && { customDataFieldIds: service.customDataFieldIds, requiredFieldIds: service.requiredFieldIds },
      equipmentCount: String(service?.equipmentCount ?? EQUIPMENT_COUNT.default),
      allowMultipleOperators: service?.allowMultipleOperators ?? false,
    },
    schema,
    rules: tickIssues,
  });
  const { values, set } = form;
  const known = systemFirst(fieldsQuery.data ?? []);
  const usual = usualTicks(known, values.name, { units, isSetUp: false });
  const shown = shownFields(known, values.chosen ?? usual, units, service ? undefined : usual);
  const asked = extraInputs(shown.fields, shown.ticks);
  const makeFields = useMadeFields(orgId);

  const submit = () =>
    form.submit(
      async (checked) => {
        const { ticks } = await makeFields(shown);
        const body = {
          ...checked,
          ...ticks,
          equipmentCount: asked.asksCount ? countOf(values.equipmentCount) : EQUIPMENT_COUNT.default,
          allowMultipleOperators: asked.asksOperators && values.allowMultipleOperators,
        };
        const saved = await (service ? update({ params: { id: service.id }, body, seen: service }) : create({ params: { orgId }, body }));
        if (!service && asked.includesEquipment) {
          onAssign?.(saved.record);
        }
        notices.saved(saved, t('Service'), t('Success'), service ? t('Service updated successfully') : t('Service created successfully'));
        onClose();
      },
      (error) => notices.notSaved(service ? 'update' : 'create', 'service', error),
    );
  return (
    <FormDialog
      title={service ? t('Edit Service Type') : t('Add Service')}
      submitLabel={service ? t('Update Service') : t('Create Service')}
      busyText={form.isBusy && t('Saving...')}
      problems={form.problems}
      isDisabled={!fieldsQuery.data}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={t('Name')} required />
      <TextField form={form} name="description" label={t('Description')} rows={2} />
      <QueryView query={fieldsQuery} loading={t('Loading data fields...')}>
        {() => <ServiceFieldsTable fields={shown.fields} ticks={shown.ticks} onChange={(ticks) => set('chosen', ticks)} />}
      </QueryView>
      {fieldsQuery.data && shown.ticks.customDataFieldIds.length === 0 && <NoFieldsNote onAdd={() => set('chosen', usual)} />}
      {asked.asksCount && (
        <Stepper
          label={t('Required equipment count')}
          value={values.equipmentCount}
          onChange={(held) => set('equipmentCount', typedCount(held))}
        />
      )}
      {asked.asksOperators && (
        <Checkbox
          label={t('Allow Multiple Operators')}
          checked={values.allowMultipleOperators}
          onChange={(event) => set('allowMultipleOperators', event.target.checked)}
        />
      )}
    </FormDialog>
  );
};
