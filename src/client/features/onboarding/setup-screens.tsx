import { useRef, useState } from 'react';
import { routes } from '#shared/routes.ts';
import { type FieldType } from '#shared/domain/custom-data-field.ts';
import { customerInput } from '#shared/domain/customer.ts';
import { employeeInput } from '#shared/domain/employee.ts';
import { equipmentInput } from '#shared/domain/equipment.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { optionIssues, optionsOf } from '#client/entities/custom-data-fields/field-options.ts';
import { CustomerFields, NEW_CUSTOMER } from '#client/entities/customers/customer-fields.tsx';
import { EmployeeNames } from '#client/entities/employees/employee-fields.tsx';
import { EquipmentNumbers, NEW_MACHINE } from '#client/entities/equipment/equipment-fields.tsx';
import { TextField } from '#client/components/text-field.tsx';
import { TeamDialog } from '#client/entities/members/team-dialog.tsx';
import { useWriter } from '#client/data/use-write.ts';
import { BatchScreen } from '#client/features/onboarding/batch-screen.tsx';
import { Choose } from '#client/features/onboarding/parts.tsx';
import { EmployeeDetails, NEW_EMPLOYEE, withAccess } from '#client/features/onboarding/record-fields.tsx';
import { fieldSchema, LastFields } from '#client/features/onboarding/step-service-fields-screen.tsx';
import { useBatch } from '#client/features/onboarding/use-batch.ts';
import { UsualFieldChips } from '#client/features/onboarding/usual-field-chips.tsx';
import { ofOrganization } from '#client/features/onboarding/wizard-frame.tsx';
import { type PlainText, t } from '#client/lib/texts.ts';

interface Props {
  readonly organization: Organization;
}

const SetupEmployees = ({ organization }: Props) => {
  const params = { orgId: organization.id };
  const create = useWriter(organization.id, routes.employees.create, false);
  /** Whether an employee was added who can be given a link now. */
  const hasNewUsers = useRef(false);
  const [goOn, setGoOn] = useState<(() => void) | null>(null);
  const batch = useBatch({
    blank: NEW_EMPLOYEE,
    schema: employeeInput,
    add: async (values) => {
      const body = withAccess(values);
      const { state } = await create({ params, body });
      hasNewUsers.current ||= body.isUser && state === 'sent';
      return state;
    },
  });
  return (
    <>
      <BatchScreen
        organization={organization}
        step="employees"
        beforeNext={(next) => (hasNewUsers.current ? setGoOn(() => next) : next())}
        title={t('Add Team Members')}
        lead={t('Everyone who works with you. Operators can be chosen on job entries.')}
        row={{
          name: (position) => t('Employee {at}', { at: position }),
          remove: (position) => t('Remove employee {at}', { at: position }),
          addAnother: t('Add another employee'),
        }}
        done={t('Employees Added')}
        failed={t('Failed to create employees')}
        batch={batch}
      >
        {(form) => (
          <>
            <EmployeeNames form={form} />
            <EmployeeDetails form={form} />
          </>
        )}
      </BatchScreen>
      {goOn && <TeamDialog organization={organization} leaveLabel={t('Continue')} onClose={goOn} />}
    </>
  );
};

const SetupEquipment = ({ organization }: Props) => {
  const params = { orgId: organization.id };
  const create = useWriter(organization.id, routes.equipment.create, false);
  const batch = useBatch({
    blank: NEW_MACHINE,
    schema: equipmentInput,
    add: async (values) => (await create({ params, body: { ...values, serviceTypeIds: [] } })).state,
  });
  return (
    <BatchScreen
      organization={organization}
      step="equipment"
      title={t('Register Equipment')}
      lead={t('The machines you log on job entries. You can set their services later.')}
      row={{
        name: (position) => t('Machine {at}', { at: position }),
        remove: (position) => t('Remove machine {at}', { at: position }),
        addAnother: t('Add another machine'),
      }}
      done={t('Equipment Added')}
      failed={t('Failed to create equipment')}
      batch={batch}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={t('Name')} required autoComplete="off" />
          <EquipmentNumbers form={form} />
        </>
      )}
    </BatchScreen>
  );
};

const SetupCustomers = ({ organization }: Props) => {
  const params = { orgId: organization.id };
  const create = useWriter(organization.id, routes.customers.create, false);
  const batch = useBatch({
    blank: NEW_CUSTOMER,
    schema: customerInput,
    add: async (values) => (await create({ params, body: values })).state,
  });
  return (
    <BatchScreen
      organization={organization}
      step="customers"
      title={t('Add Customers')}
      lead={t('The people you work for. Every job belongs to a customer.')}
      row={{
        name: (position) => t('Customer {at}', { at: position }),
        remove: (position) => t('Remove customer {at}', { at: position }),
        addAnother: t('Add another customer'),
      }}
      done={t('Customers Added')}
      failed={t('Failed to create customers')}
      batch={batch}
    >
      {(form) => <CustomerFields form={form} />}
    </BatchScreen>
  );
};

/** The types of this screen (specification 3.20). */
const TYPES = { text: 'Text', number: 'Number', select: 'Select', boolean: 'Yes/No' } as const satisfies Partial<
  Record<FieldType, PlainText>
>;
interface FieldForm {
  readonly name: string;
  readonly fieldType: keyof typeof TYPES;
  readonly description: string;
  readonly options: string;
}
const NEW_FIELD: FieldForm = { name: '', fieldType: 'text', description: '', options: '' };

const isOffered = (type: string): type is keyof typeof TYPES => Object.hasOwn(TYPES, type);
const OFFERED = Object.keys(TYPES).filter(isOffered);

const SetupCustomFields = ({ organization }: Props) => {
  const params = { orgId: organization.id };
  const create = useWriter(organization.id, routes.customDataFields.create, false);
  const batch = useBatch({
    blank: NEW_FIELD,
    schema: fieldSchema,
    rules: optionIssues,
    add: async (values) => {
      const options = values.fieldType === 'select' ? optionsOf(values.options) : [];
      return (await create({ params, body: { ...values, options, isRequired: false, isSystem: false } })).state;
    },
  });
  return (
    <BatchScreen
      organization={organization}
      step="custom-fields"
      title={t('Custom Data Fields')}
      lead={t('Anything you record besides equipment, operator, hours, loads, notes and attachments.')}
      row={{
        name: (position) => t('Field {at}', { at: position }),
        remove: (position) => t('Remove field {at}', { at: position }),
        addAnother: t('Add another field'),
      }}
      done={t('Custom Fields Added')}
      failed={t('Failed to create custom fields')}
      above={<UsualFieldChips organization={organization} />}
      batch={batch}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={t('Field Name')} required autoComplete="off" />
          <Choose
            label={t('Field Type')}
            choices={OFFERED}
            labelOf={(type) => t(TYPES[type])}
            value={form.values.fieldType}
            error={form.errors['fieldType']}
            onChange={(type) => form.set('fieldType', type)}
          />
          <LastFields hasOptions={form.values.fieldType === 'select'} form={form} />
        </>
      )}
    </BatchScreen>
  );
};

/** The four batch screens (specification 3.13). */
export const SetupEmployeesScreen = ofOrganization(SetupEmployees);
export const SetupEquipmentScreen = ofOrganization(SetupEquipment);
export const SetupCustomersScreen = ofOrganization(SetupCustomers);
export const SetupCustomFieldsScreen = ofOrganization(SetupCustomFields);
