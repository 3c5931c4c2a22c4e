import type { JobEntry } from '#shared/domain/job-entry.ts';
import { fullName } from '#shared/domain/names.ts';
import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import type { User } from '#shared/domain/user.ts';
import type { EntryFormState } from '#client/features/job-entries/use-entry-form.ts';
import { formErrors, type FormField, formValue, idsOf, isEmpty, textOf } from '#client/features/job-entries/entry-form.ts';
import { ownOperator } from '#client/features/job-entries/likely-choices.ts';
import type { EntryData } from '#client/features/job-entries/use-entry-data.ts';
import { listWords } from '#client/lib/lists.ts';
import { t } from '#client/lib/texts.ts';
import { yesNo } from '#client/lib/yes-no.ts';

// The entry folded up on a phone: what is known in one block, and only what was measured is asked for (decision 0078).

/** What the folded entry asks for: numbers, and if wanted notes and photos. */
const isAsked = ({ kind, column }: FormField): boolean => kind === 'number' || kind === 'attachment' || column === 'notes';

/** Whether everything that the folded entry does not ask for is known, and nothing of it was refused. */
export const canFold = ({ form, fields, service, errors, cleared }: EntryFormState, stored: JobEntry | null): boolean => {
  const asked = fields.filter(isAsked);
  const wrong = Object.keys({ ...formErrors(form, service, fields, stored), ...errors });
  return (
    cleared.length === 0 &&
    fields.some(({ kind }) => kind === 'number') &&
    wrong.every((key) => key === 'date' || asked.some((field) => field.key === key))
  );
};

/** The numbers of the form: what has to be there first. */
export const numbersOf = (fields: readonly FormField[]): readonly FormField[] =>
  fields.filter(({ kind }) => kind === 'number').toSorted((left, right) => Number(right.isRequired) - Number(left.isRequired));

/** The number that comes after `from`, as long as one is open; undefined: none is. */
export const nextOpen = (
  numbers: readonly FormField[],
  values: EntryFormState['form']['values'],
  from: FormField | undefined,
): FormField | undefined => {
  const at = from === undefined ? -1 : numbers.indexOf(from);
  return [...numbers.slice(at + 1), ...numbers.slice(0, Math.max(at, 0))].find(({ key }) => isEmpty(values[key]));
};

/** The number that is open at first: what is missing in a new entry; in one that is corrected what it has. */
export const firstOf = (
  numbers: readonly FormField[],
  values: EntryFormState['form']['values'],
  entry: JobEntry | null,
): FormField | undefined => (entry ? numbers.find(({ key }) => !isEmpty(values[key])) : nextOpen(numbers, values, undefined)) ?? numbers[0];

const MOST_VALUES = 4;

/** The last different values that a number had for the form's service and one of its machines, newest first. Nothing is nothing to offer. */
export const lastValues = (field: FormField, { form, fields }: EntryFormState, entries: readonly JobEntry[]): readonly string[] => {
  const machines = fields.filter(({ column }) => column === 'equipmentIds').flatMap(({ key }) => idsOf(form.values[key]));
  const alike = entries.filter(
    ({ serviceTypeId, equipmentIds }) =>
      serviceTypeId === form.serviceTypeId && (machines.length === 0 || equipmentIds.some((id) => machines.includes(id))),
  );
  const values = alike.map((entry) => textOf(formValue(field, entry))).filter((value) => Number(value) > 0);
  return [...new Set(values)].slice(0, MOST_VALUES);
};

/** The entry that a form changes, and who fills it in. */
interface Known {
  readonly entry: JobEntry | null;
  readonly data: EntryData;
  readonly user: User;
}

const nameWith = (id: number, all: readonly { readonly id: number; readonly name: string }[], stored: string | undefined): string =>
  all.find((one) => one.id === id)?.name ?? stored ?? t('Deleted');

/** What a field that the folded entry does not ask for holds, in words. */
const wordsIn = ({ field, kind, column, key }: FormField, values: EntryFormState['form']['values'], known: Known): string => {
  const { entry, data, user } = known;
  const value = values[key];
  const own = ownOperator(data.employees, user);
  switch (kind) {
    case 'equipment':
      return listWords(idsOf(value).map((id) => nameWith(id, data.equipment, entry?.equipmentNames[entry.equipmentIds.indexOf(id)])));
    case 'operator': {
      const people = data.employees.map((employee) => ({ id: employee.id, name: employee === own ? t('you') : fullName(employee) }));
      return listWords(idsOf(value).map((id) => nameWith(id, people, entry?.operatorNames[entry.operatorIds.indexOf(id)])));
    }
    case 'boolean':
      return `${field.name}: ${yesNo(textOf(value) === 'yes')}`;
    default:
      return column === null ? `${field.name}: ${textOf(value)}` : textOf(value);
  }
};

/** What is known, in lines: service with machines and people; job and customer; what else the service asks for. */
export const knownLines = ({ form, fields, service }: EntryFormState, known: Known): readonly string[] => {
  const { entry, data } = known;
  const told = fields.filter((field) => !isAsked(field) && !isEmpty(form.values[field.key]));
  const isWho = ({ column }: FormField): boolean => column === 'equipmentIds' || column === 'operatorIds';
  const say = (some: readonly FormField[]): string[] => some.map((field) => wordsIn(field, form.values, known));
  const job =
    form.jobId === NO_JOB
      ? t('No job yet')
      : (data.openJobs.find(({ id }) => id === form.jobId)?.name ?? (entry?.jobId === form.jobId ? entry.jobName : t('Current job')));
  const customer = data.customers.find(({ id }) => id === form.customerId)?.businessName ?? entry?.customerName ?? '';
  return [
    [service?.name ?? '', ...say(told.filter(isWho))].join(', '),
    [job, customer].join(', '),
    say(told.filter((field) => !isWho(field))).join(', '),
  ].filter((line) => line !== '');
};
