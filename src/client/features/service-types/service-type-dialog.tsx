import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { contract } from '#shared/contract.ts';
import { EQUIPMENT_COUNT, type ServiceType, serviceTypeInput } from '#shared/domain/service-type.ts';
import { systemFirst } from '#client/components/data-fields.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { customDataFieldQueries } from '#client/data/queries.ts';
import { useWriter } from '#client/data/use-write.ts';
import { ServiceFieldsTable } from '#client/components/service-fields-table.tsx';
import { alsoAsked, countOf, typedCount } from '#client/components/service-form.ts';
import { NoFieldsNote } from '#client/components/no-fields-note.tsx';
import { useMadeFields } from '#client/components/use-made-fields.ts';
import { shownFields, tickIssues, usualTicks } from '#client/components/usual-fields.ts';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Checkbox, Field, Textarea, TextInput } from '#client/ui/field.tsx';
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
  /** Gets a new service that includes the Equipment field, whose machines are to be chosen next. */
  readonly onAssign?: (service: ServiceType) => void;
}

/** Add Service and Edit Service Type (specification 2 §4 and §5). */
export const ServiceTypeDialog = ({ service, onClose, onAssign }: ServiceTypeDialogProps) => {
  const { id: orgId, units } = useOrganization();
  const notices = useNotices();
  const fieldsQuery = useQuery(customDataFieldQueries.list(orgId));
  const create = useWriter(orgId, contract.serviceTypes.create);
  const update = useWriter(orgId, contract.serviceTypes.update);
  const form = useForm({
    initial: {
      name: service?.name ?? '',
      description: service?.description ?? '',
      // Until somebody ticks, a new service has the usual fields of its name.
      chosen: service && { customDataFieldIds: service.customDataFieldIds, requiredFieldIds: service.requiredFieldIds },
      equipmentCount: String(service?.equipmentCount ?? EQUIPMENT_COUNT.default),
      allowMultipleOperators: service?.allowMultipleOperators ?? false,
    },
    schema,
    rules: tickIssues,
  });
  const { values, errors, set } = form;
  const known = systemFirst(fieldsQuery.data ?? []);
  const usual = usualTicks(known, values.name, { units, isSetUp: false });
  const shown = shownFields(known, values.chosen ?? usual, units, service ? undefined : usual);
  const asked = alsoAsked(shown.fields, shown.ticks);
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
      <Field label={t('Name')} required error={errors['name']}>
        {(control) => <TextInput {...control} value={values.name} onChange={(event) => set('name', event.target.value)} />}
      </Field>
      <Field label={t('Description')} error={errors['description']}>
        {(control) => (
          <Textarea {...control} rows={2} value={values.description} onChange={(event) => set('description', event.target.value)} />
        )}
      </Field>
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
