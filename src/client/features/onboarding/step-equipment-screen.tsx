import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import { type Equipment, equipmentInput } from '#shared/domain/equipment.ts';
import type { Organization } from '#shared/domain/organization.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import { QueryView } from '#client/components/query-view.tsx';
import { EquipmentNumbers, NEW_MACHINE } from '#client/entities/equipment/equipment-fields.tsx';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { equipmentQueries, serviceTypeQueries } from '#client/data/queries.ts';
import { useWriter } from '#client/data/use-write.ts';
import { AddForm, ListCard } from '#client/features/onboarding/parts.tsx';
import { useDirectSave } from '#client/features/onboarding/use-direct-save.ts';
import { ofOrganization, WizardFrame } from '#client/features/onboarding/wizard-frame.tsx';
import { type PlainText, t } from '#client/lib/texts.ts';
import { Chips } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { CheckGrid } from '#client/ui/check-grid.tsx';
import { FieldsIcon } from '#client/ui/icons.tsx';

const NEW_EQUIPMENT = { ...NEW_MACHINE, serviceTypeIds: [] as number[] };
const NO_SERVICES = 'No services yet.' satisfies PlainText;

interface LineProps {
  readonly orgId: number;
  readonly machine: Equipment;
  readonly services: readonly ServiceType[];
}

const Panel = ({ orgId, machine, services }: LineProps) => {
  const notices = useNotices();
  const update = useWriter(orgId, routes.equipment.update, false);
  const { value, change } = useDirectSave(
    machine.serviceTypeIds,
    async (serviceTypeIds) => {
      const saved = await update({ params: { id: machine.id }, body: { serviceTypeIds } });
      notices.saved(saved, t('Equipment'), t('Equipment Updated'), machine.name);
    },
    (error) => notices.failure(t('Failed to update equipment'), error),
  );
  return (
    <div className="grid gap-2">
      <p className="text-sm text-ink2">{t('Saved as you check them.')}</p>
      <CheckGrid label={t('Services')} choices={services} value={value} onChange={change} empty={t(NO_SERVICES)} />
    </div>
  );
};

const EquipmentLine = ({ orgId, machine, services }: LineProps) => {
  const [isOpen, setOpen] = useState(false);
  const { name, unitNumber, serialNumber, serviceTypeIds } = machine;
  const numbers = [
    unitNumber && t('Unit: {unitNumber}', { unitNumber }),
    serialNumber && t('S/N: {serialNumber}', { serialNumber }),
  ].filter(Boolean);
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2.5">
        <div className="grid min-w-0 flex-1 basis-44 gap-1.5">
          <h2 className="font-[680] wrap-anywhere">{name}</h2>
          {numbers.length > 0 && (
            <p className="flex flex-wrap gap-x-4 text-sm wrap-anywhere text-ink2">
              {numbers.map((text) => (
                <span key={text}>{text}</span>
              ))}
            </p>
          )}
          <Chips names={services.filter(({ id }) => serviceTypeIds.includes(id)).map((service) => service.name)} />
        </div>
        <Button
          size="small"
          icon={FieldsIcon}
          aria-expanded={isOpen}
          aria-label={t('Configure {name}', { name })}
          className={isOpen ? 'border-act! bg-actsoft! max-sm:w-full' : 'max-sm:w-full'}
          onClick={() => setOpen(!isOpen)}
        >
          {t('Configure')}
        </Button>
      </div>
      {isOpen && <Panel orgId={orgId} machine={machine} services={services} />}
    </>
  );
};

const NewEquipment = ({ orgId, services }: Omit<LineProps, 'machine'>) => {
  const notices = useNotices();
  const create = useWriter(orgId, routes.equipment.create);
  const form = useForm({ initial: NEW_EQUIPMENT, schema: equipmentInput });
  const { values, errors, set } = form;
  const submit = () =>
    form.submit(
      async () => {
        const saved = await create({ params: { orgId }, body: values });
        notices.saved(saved, t('Equipment'), t('Equipment Added'), values.name.trim());
        form.beginAnother(NEW_EQUIPMENT);
      },
      (error) => notices.failure(t('Failed to add equipment'), error),
    );
  return (
    <AddForm title={t('Add a machine')} submitLabel={t('Add Equipment')} isBusy={form.isBusy} problems={form.problems} onSubmit={submit}>
      <TextField form={form} name="name" label={t('Name')} required autoComplete="off" />
      <div className="grid gap-5.5 lg:grid-cols-2 lg:gap-x-4">
        <EquipmentNumbers form={form} />
      </div>
      <CheckGrid
        label={t('Services')}
        choices={services}
        value={values.serviceTypeIds}
        onChange={(ids) => set('serviceTypeIds', ids)}
        error={errors['serviceTypeIds']}
        empty={t(NO_SERVICES)}
      />
    </AddForm>
  );
};

const StepEquipment = ({ organization }: { readonly organization: Organization }) => {
  const { id: orgId } = organization;
  const query = useQuery(equipmentQueries.list(orgId));
  const servicesQuery = useQuery(serviceTypeQueries.list(orgId));
  const services = servicesQuery.data ?? [];
  return (
    <WizardFrame
      step="equipment"
      organization={organization}
      title={t('Which machines do the work?')}
      lead={t('Drivers see only the machines that do the service.')}
      back={t('Back to Services')}
      forward={t('Continue to Customers')}
    >
      <QueryView query={query} loading={t('Loading equipment...')}>
        {(machines) => (
          <ListCard label={t('Equipment')} nameOf={({ name }) => name} items={machines} empty={t('No equipment added yet.')}>
            {(machine) => <EquipmentLine orgId={orgId} machine={machine} services={services} />}
          </ListCard>
        )}
      </QueryView>
      <QueryView query={servicesQuery} loading={t('Loading services...')}>
        {() => <NewEquipment orgId={orgId} services={services} />}
      </QueryView>
    </WizardFrame>
  );
};

/** `/onboarding/step-equipment` (specification 3.24). */
export const StepEquipmentScreen = ofOrganization(StepEquipment);
