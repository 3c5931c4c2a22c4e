import { ACCESS_LEVEL_LABEL, type AccessLevel } from '#shared/access/roles.ts';
import type { Employee } from '#shared/domain/employee.ts';
import { LEVEL_MAY } from '#client/entities/members/level-words.ts';
import { type FieldsOf, TextField } from '#client/components/text-field.tsx';
import { Choose } from '#client/features/onboarding/parts.tsx';
import { t } from '#client/lib/texts.ts';
import { Checkbox } from '#client/ui/field.tsx';

/** The levels that the onboarding offers; the owner is shown, not selectable (specification 3.18). */
const LEVELS = ['employee', 'manager', 'admin'] as const satisfies readonly AccessLevel[];

/** The body for a new employee: with an address they have access, with the selected level (decision 0032). */
export const withAccess = <V extends { readonly email: string }>(values: V) => ({ ...values, isUser: values.email.trim() !== '' });

/** The owner first, then the others by name. */
export const ownerFirst = (employees: readonly Employee[]): Employee[] =>
  employees.toSorted((left, right) => Number(right.accessLevel === 'owner') - Number(left.accessLevel === 'owner'));

/** Initial values of new records in the wizard and the batches (specification 3.17, 3.18). */
export const NEW_EMPLOYEE = {
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  accessLevel: 'employee' as (typeof LEVELS)[number],
  isOperator: false,
};

interface EmployeeFormProps {
  readonly form: FieldsOf<typeof NEW_EMPLOYEE>;
}

/** What somebody may do, with what that means. */
export const LevelField = ({ form }: EmployeeFormProps) => (
  <Choose
    label={t('Access Level')}
    choices={LEVELS}
    labelOf={(level) => t(ACCESS_LEVEL_LABEL[level])}
    hint={t(LEVEL_MAY[form.values.accessLevel])}
    value={form.values.accessLevel}
    error={form.errors['accessLevel']}
    onChange={(level) => form.set('accessLevel', level)}
  />
);

export const EmployeeDetails = ({ form }: EmployeeFormProps) => (
  <>
    <TextField
      form={form}
      name="email"
      label={t('Email')}
      type="email"
      autoComplete="off"
      hint={t('An email address gives them access.')}
    />
    <TextField form={form} name="phoneNumber" label={t('Phone Number')} type="tel" autoComplete="off" />
    <LevelField form={form} />
    <Checkbox
      className="self-end"
      label={t('Equipment Operator')}
      checked={form.values.isOperator}
      onChange={(event) => form.set('isOperator', event.target.checked)}
    />
  </>
);
