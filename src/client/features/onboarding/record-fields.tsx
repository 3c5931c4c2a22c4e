import { ACCESS_LEVEL_LABEL, type AccessLevel } from '#shared/access/roles.ts';
import { LEVEL_MAY } from '#client/components/level-words.ts';
import type { FormErrors } from '#client/components/shown-errors.ts';
import { Choose, Line } from '#client/features/onboarding/parts.tsx';
import { t } from '#client/lib/texts.ts';
import { Checkbox } from '#client/ui/field.tsx';

/** What the onboarding offers; the owner is shown, not chosen (specification 1 §6). */
const LEVELS = ['employee', 'manager', 'admin'] as const satisfies readonly AccessLevel[];

/** What is sent of a new employee: with an address they have access, with the level that was chosen beside it (decision 0032). */
export const withAccess = <V extends { readonly email: string }>(values: V) => ({ ...values, isUser: values.email.trim() !== '' });

/** New records as the forms of wizard and batches begin (specification 1 §9). */
export const NEW_EMPLOYEE = {
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  accessLevel: 'employee' as (typeof LEVELS)[number],
  isOperator: false,
};
export const NEW_CUSTOMER = { businessName: '', address: '', phoneNumber: '' };
export const NEW_MACHINE = { name: '', unitNumber: '', serialNumber: '' };

interface FieldsProps<V> {
  readonly values: V;
  readonly errors: FormErrors;
  readonly set: <K extends keyof V>(name: K, value: V[K]) => void;
}
type EmployeeProps = FieldsProps<typeof NEW_EMPLOYEE>;

export const EmployeeNames = ({ values, errors, set }: EmployeeProps) => (
  <>
    <Line
      label={t('First Name')}
      required
      value={values.firstName}
      error={errors['firstName']}
      onChange={(text) => set('firstName', text)}
    />
    <Line label={t('Last Name')} required value={values.lastName} error={errors['lastName']} onChange={(text) => set('lastName', text)} />
  </>
);

interface PhoneProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
}

const Phone = (props: PhoneProps) => <Line label={t('Phone Number')} type="tel" {...props} />;

export const EmployeeDetails = ({ values, errors, set }: EmployeeProps) => (
  <>
    <Line
      label={t('Email')}
      type="email"
      value={values.email}
      error={errors['email']}
      hint={t('With an email they have access.')}
      onChange={(text) => set('email', text)}
    />
    <Phone value={values.phoneNumber} error={errors['phoneNumber']} onChange={(text) => set('phoneNumber', text)} />
    <Choose
      label={t('Access Level')}
      choices={LEVELS}
      labelOf={(level) => t(ACCESS_LEVEL_LABEL[level])}
      hint={t(LEVEL_MAY[values.accessLevel])}
      value={values.accessLevel}
      error={errors['accessLevel']}
      onChange={(level) => set('accessLevel', level)}
    />
    <Checkbox
      className="self-end"
      label={t('Equipment Operator')}
      checked={values.isOperator}
      onChange={(event) => set('isOperator', event.target.checked)}
    />
  </>
);

export const CustomerFields = ({ values, errors, set }: FieldsProps<typeof NEW_CUSTOMER>) => (
  <>
    <Line
      label={t('Business Name')}
      required
      value={values.businessName}
      error={errors['businessName']}
      onChange={(text) => set('businessName', text)}
    />
    <Line label={t('Address')} value={values.address} error={errors['address']} onChange={(text) => set('address', text)} />
    <Phone value={values.phoneNumber} error={errors['phoneNumber']} onChange={(text) => set('phoneNumber', text)} />
  </>
);

export const MachineNumbers = ({ values, errors, set }: FieldsProps<Omit<typeof NEW_MACHINE, 'name'>>) => (
  <>
    <Line label={t('Unit Number')} value={values.unitNumber} error={errors['unitNumber']} onChange={(text) => set('unitNumber', text)} />
    <Line
      label={t('Serial Number')}
      value={values.serialNumber}
      error={errors['serialNumber']}
      onChange={(text) => set('serialNumber', text)}
    />
  </>
);
