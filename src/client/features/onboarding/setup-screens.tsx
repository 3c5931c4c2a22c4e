import { useRef, useState } from 'react';
import { contract } from '#shared/contract.ts';
import { type FieldType } from '#shared/domain/custom-data-field.ts';
import { customerInput } from '#shared/domain/customer.ts';
import { employeeInput } from '#shared/domain/employee.ts';
import { equipmentInput } from '#shared/domain/equipment.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { optionIssues, optionsOf } from '#client/components/field-options.ts';
import { TeamDialog } from '#client/components/invite/team-dialog.tsx';
import { useWriter } from '#client/data/use-write.ts';
import { BatchScreen } from '#client/features/onboarding/batch-screen.tsx';
import { Choose, Line } from '#client/features/onboarding/parts.tsx';
import {
  CustomerFields,
  EmployeeDetails,
  EmployeeNames,
  MachineNumbers,
  NEW_CUSTOMER,
  NEW_EMPLOYEE,
  NEW_MACHINE,
  withAccess,
} from '#client/features/onboarding/record-fields.tsx';
import { fieldSchema, LastLines } from '#client/features/onboarding/step-service-fields-screen.tsx';
import { useBatch } from '#client/features/onboarding/use-batch.ts';
import { UsualFieldChips } from '#client/features/onboarding/usual-field-chips.tsx';
import { ofOrganization } from '#client/features/onboarding/wizard-frame.tsx';
import { type PlainText, t } from '#client/lib/texts.ts';

interface Props {
  readonly organization: Organization;
}

const SetupEmployees = ({ organization }: Props) => {
  const params = { orgId: organization.id };
  const create = useWriter(organization.id, contract.employees.create, false);
  /** Whether anybody was added who can be given a link now. */
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
        lead={t('Everybody who works with you. Operators can be chosen on job entries.')}
        row={{
          name: (at) => t('Employee {at}', { at }),
          remove: (at) => t('Remove employee {at}', { at }),
          addAnother: t('Add another employee'),
        }}
        done={t('Employees Added')}
        failed={t('Failed to create employees')}
        batch={batch}
      >
        {({ values, errors }, set) => (
          <>
            <EmployeeNames values={values} errors={errors} set={set} />
            <EmployeeDetails values={values} errors={errors} set={set} />
          </>
        )}
      </BatchScreen>
      {goOn && <TeamDialog organization={organization} leaveLabel={t('Continue')} onClose={goOn} />}
    </>
  );
};

const SetupEquipment = ({ organization }: Props) => {
  const params = { orgId: organization.id };
  const create = useWriter(organization.id, contract.equipment.create, false);
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
      lead={t('Machines that stand on job entries. Which services they do can be said later.')}
      row={{
        name: (at) => t('Machine {at}', { at }),
        remove: (at) => t('Remove machine {at}', { at }),
        addAnother: t('Add another machine'),
      }}
      done={t('Equipment Added')}
      failed={t('Failed to create equipment')}
      batch={batch}
    >
      {({ values, errors }, set) => (
        <>
          <Line label={t('Name')} required value={values.name} error={errors['name']} onChange={(text) => set('name', text)} />
          <MachineNumbers values={values} errors={errors} set={set} />
        </>
      )}
    </BatchScreen>
  );
};

const SetupCustomers = ({ organization }: Props) => {
  const params = { orgId: organization.id };
  const create = useWriter(organization.id, contract.customers.create, false);
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
      lead={t('Whom you work for. Jobs are made for customers.')}
      row={{
        name: (at) => t('Customer {at}', { at }),
        remove: (at) => t('Remove customer {at}', { at }),
        addAnother: t('Add another customer'),
      }}
      done={t('Customers Added')}
      failed={t('Failed to create customers')}
      batch={batch}
    >
      {({ values, errors }, set) => <CustomerFields values={values} errors={errors} set={set} />}
    </BatchScreen>
  );
};

/** What this screen offers (specification 1 §3). */
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
  const create = useWriter(organization.id, contract.customDataFields.create, false);
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
      lead={t('What you write down besides equipment, operator, hours, loads, notes and attachments.')}
      row={{
        name: (at) => t('Field {at}', { at }),
        remove: (at) => t('Remove field {at}', { at }),
        addAnother: t('Add another field'),
      }}
      done={t('Custom Fields Added')}
      failed={t('Failed to create custom fields')}
      above={<UsualFieldChips organization={organization} />}
      batch={batch}
    >
      {({ values, errors }, set) => (
        <>
          <Line label={t('Field Name')} required value={values.name} error={errors['name']} onChange={(text) => set('name', text)} />
          <Choose
            label={t('Field Type')}
            choices={OFFERED}
            labelOf={(type) => t(TYPES[type])}
            value={values.fieldType}
            error={errors['fieldType']}
            onChange={(type) => set('fieldType', type)}
          />
          <LastLines hasOptions={values.fieldType === 'select'} values={values} errors={errors} set={set} />
        </>
      )}
    </BatchScreen>
  );
};

/** The four batch screens (specification 1 §2). */
export const SetupEmployeesScreen = ofOrganization(SetupEmployees);
export const SetupEquipmentScreen = ofOrganization(SetupEquipment);
export const SetupCustomersScreen = ofOrganization(SetupCustomers);
export const SetupCustomFieldsScreen = ofOrganization(SetupCustomFields);
