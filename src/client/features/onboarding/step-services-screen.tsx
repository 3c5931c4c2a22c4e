import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { routes } from '#shared/routes.ts';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { type ServiceType, serviceTypeInput } from '#shared/domain/service-type.ts';
import { fieldName } from '#client/entities/custom-data-fields/field-words.ts';
import { systemFirst } from '#client/entities/custom-data-fields/data-fields.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { ServiceFieldsTable } from '#client/entities/service-types/service-fields-table.tsx';
import { type FieldTicks, typedCount } from '#client/entities/service-types/service-form.ts';
import { NoFieldsNote, ServiceWithoutFields } from '#client/entities/service-types/no-fields-note.tsx';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useMadeFields } from '#client/entities/service-types/use-made-fields.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { bothTicks, shownFields, tickIssues, usualTicks } from '#client/entities/service-types/usual-fields.ts';
import { customDataFieldQueries, serviceTypeQueries } from '#client/data/queries.ts';
import { useWriter } from '#client/data/use-write.ts';
import { AddForm, ListCard } from '#client/features/onboarding/parts.tsx';
import { wizardExtraInputs, EXAMPLE_SERVICES, serviceBody } from '#client/features/onboarding/service-rules.ts';
import { useDirectSave } from '#client/features/onboarding/use-direct-save.ts';
import { ofOrganization, WizardFrame } from '#client/features/onboarding/wizard-frame.tsx';
import { t } from '#client/lib/texts.ts';
import { Chips } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Checkbox } from '#client/ui/field.tsx';
import { FieldsIcon } from '#client/ui/icons.tsx';
import { Stepper } from '#client/ui/stepper.tsx';

const schema = z.pick(serviceTypeInput, { name: true });

const NEW_SERVICE = {
  name: '',
  // Until the first manual tick, a service has the usual fields of its name.
  chosen: null as FieldTicks | null,
  equipmentCount: '1',
  allowMultipleOperators: false,
};

interface ServicesProps {
  readonly organization: Organization;
  /** Active or not. */
  readonly fields: readonly CustomDataField[];
  readonly services: readonly ServiceType[];
}

const Panel = ({ organization, service, fields }: Omit<ServicesProps, 'services'> & { readonly service: ServiceType }) => {
  const notices = useNotices();
  const update = useWriter(organization.id, routes.serviceTypes.update, false);
  const { customDataFieldIds, requiredFieldIds } = service;
  const { value, change } = useDirectSave<FieldTicks>(
    { customDataFieldIds, requiredFieldIds },
    async (body) => {
      const saved = await update({ params: { id: service.id }, body });
      notices.saved(saved, t('Service'), t('Service Updated'), service.name);
    },
    (error) => notices.failure(t('Failed to update service'), error),
  );
  return (
    <div className="grid gap-2">
      <p className="text-sm text-ink2">{t('Saved as you check them.')}</p>
      <ServiceFieldsTable fields={fields.filter(({ isActive }) => isActive)} ticks={value} onChange={change} />
    </div>
  );
};

/** Names of the fields that a service offers, required ones with an asterisk. */
const fieldNames = (fields: readonly CustomDataField[], { customDataFieldIds, requiredFieldIds }: ServiceType): string[] =>
  fields
    .filter(({ id }) => customDataFieldIds.includes(id))
    .map((field) => (requiredFieldIds.includes(field.id) ? `${fieldName(field)} *` : fieldName(field)));

const ServiceLine = ({ organization, service, fields }: Omit<ServicesProps, 'services'> & { readonly service: ServiceType }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2.5">
        <div className="grid min-w-0 flex-1 basis-44 gap-1.5">
          <h2 className="font-[680] wrap-anywhere">{service.name}</h2>
          <Chips names={fieldNames(fields, service)} />
        </div>
        <Button
          size="small"
          icon={FieldsIcon}
          aria-expanded={isOpen}
          aria-label={t('Configure {name}', { name: service.name })}
          className={isOpen ? 'border-act! bg-actsoft! max-sm:w-full' : 'max-sm:w-full'}
          onClick={() => setOpen(!isOpen)}
        >
          {t('Configure')}
        </Button>
      </div>
      <ServiceWithoutFields organization={organization} service={service} mayChange isSetUp />
      {isOpen && <Panel organization={organization} service={service} fields={fields} />}
    </>
  );
};

const NewService = ({ organization, fields, services }: ServicesProps) => {
  const notices = useNotices();
  const create = useWriter(organization.id, routes.serviceTypes.create);
  const form = useForm({ initial: NEW_SERVICE, schema, rules: tickIssues });
  const { values, set } = form;
  const usualOf = (name: string): FieldTicks => usualTicks(fields, name, { units: organization.units, isSetUp: true });
  const usual = usualOf(values.name);
  const shown = shownFields(fields, values.chosen ?? usual, organization.units, usual);
  const asked = wizardExtraInputs(shown.fields, shown.ticks);
  const makeFields = useMadeFields(organization.id);
  const taken = new Set(services.map(({ name }) => name.toLowerCase()));
  /** An example brings its usual fields, in addition to manual ticks. */
  const takeExample = (name: string) => {
    set('name', name);
    set('chosen', values.chosen && bothTicks(values.chosen, usualOf(name)));
  };
  const submit = () =>
    form.submit(
      async () => {
        const { fields: made, ticks } = await makeFields(shown);
        const body = serviceBody(made, { ...values, ...ticks });
        const saved = await create({ params: { orgId: organization.id }, body });
        notices.saved(saved, t('Service'), t('Service Added'), values.name.trim());
        form.beginAnother(NEW_SERVICE);
      },
      (error) => notices.failure(t('Failed to create service'), error),
    );
  return (
    <AddForm title={t('Add a service')} submitLabel={t('Add Service')} isBusy={form.isBusy} problems={form.problems} onSubmit={submit}>
      <div className="grid gap-2.5">
        <TextField form={form} name="name" label={t('Name')} required autoComplete="off" />
        <div role="group" aria-label={t('Examples')} className="flex flex-wrap gap-2">
          {EXAMPLE_SERVICES.map((example) => t(example))
            .filter((name) => !taken.has(name.toLowerCase()))
            .map((name) => (
              <Button key={name} size="small" onClick={() => takeExample(name)}>
                {name}
              </Button>
            ))}
        </div>
      </div>
      <ServiceFieldsTable fields={shown.fields} ticks={shown.ticks} onChange={(ticks) => set('chosen', ticks)} />
      {shown.ticks.customDataFieldIds.length === 0 && <NoFieldsNote onAdd={() => set('chosen', usual)} />}
      {asked.count && (
        <Stepper
          label={t('Required equipment count')}
          value={values.equipmentCount}
          unit={t('pieces')}
          onChange={(held) => set('equipmentCount', typedCount(held))}
        />
      )}
      {asked.operators && (
        <Checkbox
          label={t('Allow Multiple Operators')}
          checked={values.allowMultipleOperators}
          onChange={(event) => set('allowMultipleOperators', event.target.checked)}
        />
      )}
    </AddForm>
  );
};

const StepServices = ({ organization }: { readonly organization: Organization }) => {
  const fieldsQuery = useQuery(customDataFieldQueries.list(organization.id));
  const query = useQuery(serviceTypeQueries.list(organization.id));
  const fields = systemFirst(fieldsQuery.data ?? []);
  return (
    <WizardFrame
      step="services"
      organization={organization}
      title={t('Which services do you offer?')}
      lead={t('Each service only asks for the fields you include.')}
      back={t('Back to Service Fields')}
      forward={t('Continue to Equipment')}
      notYet={query.data?.length ? undefined : t('Add at least one service first.')}
    >
      <QueryView query={query} loading={t('Loading services...')}>
        {(services) => (
          <ListCard
            label={t('Services')}
            nameOf={({ name }) => name}
            items={services}
            empty={t('No services yet. Add at least one to continue.')}
          >
            {(service) => <ServiceLine organization={organization} service={service} fields={fields} />}
          </ListCard>
        )}
      </QueryView>
      <QueryView query={fieldsQuery} loading={t('Loading data fields...')}>
        {() => <NewService organization={organization} fields={fields} services={query.data ?? []} />}
      </QueryView>
    </WizardFrame>
  );
};

/** `/onboarding/step-services` (specification 3.22). */
export const StepServicesScreen = ofOrganization(StepServices);
