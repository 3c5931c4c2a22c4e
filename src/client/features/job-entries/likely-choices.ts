import type { Employee } from '#shared/domain/employee.ts';
import type { Equipment } from '#shared/domain/equipment.ts';
import type { User } from '#shared/domain/user.ts';
import { linkedTo } from '#client/entities/service-types/linked-to.ts';
import { equipmentWanted, type FormField, type FormService, type FormValue } from '#client/features/job-entries/entry-form.ts';

// What chooses itself in a new entry.

/** The signed-in user's employee, if they are an operator: matched by account, otherwise by e-mail (specification 5.25). */
export const ownOperator = (employees: readonly Employee[], user: User): Employee | undefined => {
  const operators = employees.filter(({ isOperator }) => isOperator);
  return (
    operators.find(({ userId }) => userId === user.id) ?? operators.find(({ email }) => email?.toLowerCase() === user.email.toLowerCase())
  );
};

/** The only one of several that could be chosen. */
export const soleOf = <T>(choices: readonly T[]): T | undefined => (choices.length === 1 ? choices[0] : undefined);

/** The only machine that an entry of the service can have. */
export const soleMachine = (service: FormService | undefined, equipment: readonly Equipment[]): Equipment | undefined =>
  equipmentWanted(service) === 1 ? soleOf(linkedTo(service?.id, equipment)) : undefined;

/** Who and what is chosen with a service, because nobody and nothing else is likely. */
export interface Likely {
  readonly operator: Employee | undefined;
  readonly machine?: Equipment | undefined;
}

/** What selecting a service fills in: default values, the driver as operator, and a machine that is the only one. */
export const initialValues = (fields: readonly FormField[], { operator, machine }: Likely): Record<string, FormValue> =>
  Object.fromEntries(
    fields.flatMap(({ key, column, field }): [string, FormValue][] => {
      if (column === 'operatorIds') {
        return operator ? [[key, [operator.id]]] : [];
      }
      if (column === 'equipmentIds') {
        return machine ? [[key, [machine.id]]] : [];
      }
      return field.defaultValue === null ? [] : [[key, field.defaultValue]];
    }),
  );
