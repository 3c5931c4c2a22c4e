import type { EntryColumn } from '#shared/domain/system-fields.ts';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { fullName } from '#shared/domain/names.ts';
import { BLANKS } from '#shared/kinds/derived.ts';
import { fieldName } from '#client/entities/custom-data-fields/field-words.ts';
import type { PracticeEntry } from '#client/entities/job-entries/practice.ts';
import { type FormField, formFields } from '#client/features/job-entries/entry-form.ts';
import type { EntryData } from '#client/features/job-entries/use-entry-data.ts';
import type { Records } from '#client/data/local-rows.ts';
import type { RecordStore } from '#client/offline/public.ts';
import { formatDate, formatNumber } from '#client/lib/formats.ts';
import { t, withUnit } from '#client/lib/texts.ts';
import { yesNo } from '#client/lib/yes-no.ts';

// Below every id that a server or an outbox gives.
const MADE_UP = Number.MIN_SAFE_INTEGER;
const ID = { customer: MADE_UP, job: MADE_UP + 1, service: MADE_UP + 2, operator: MADE_UP + 3, hours: MADE_UP + 4, notes: MADE_UP + 5 };

/** A record as nobody has filled it in yet, with what it has to say here. */
const madeUp = <S extends RecordStore>(kind: S, id: number, values: Partial<Records[S]>): Records[S] =>
  // The blanks are those of the kind.
  ({ ...BLANKS[kind], organizationId: 0, version: 1, createdBy: null, createdAt: '', updatedAt: '', id, ...values }) as Records[S];

/**
 * What practice offers: the company's own customers, jobs and services. Where one of these is missing, made-up ones that exist only there.
 */
export const practiceData = (data: EntryData): EntryData => {
  if (
    data.customers.length > 0 &&
    data.openJobs.length > 0 &&
    data.services.some(({ customDataFieldIds }) => customDataFieldIds.length > 0)
  ) {
    // A job made in practice would be a real one.
    return { ...data, mayMakeJobs: false };
  }
  const businessName = t('Pine Ridge');
  const systemField = (id: number, name: string, fieldType: CustomDataField['fieldType']): CustomDataField =>
    madeUp('customDataFields', id, { name, fieldType, isSystem: true });
  return {
    ...data,
    mayMakeJobs: false,
    customers: [madeUp('customers', ID.customer, { businessName })],
    openJobs: [madeUp('jobs', ID.job, { name: t('North field'), customerId: ID.customer, customerName: businessName })],
    services: [
      madeUp('serviceTypes', ID.service, {
        name: t('Mowing'),
        customDataFieldIds: [ID.operator, ID.hours, ID.notes],
        requiredFieldIds: [ID.hours],
      }),
    ],
    fields: [
      systemField(ID.operator, 'Operator', 'operator'),
      systemField(ID.hours, 'Hours', 'number'),
      systemField(ID.notes, 'Notes', 'text'),
    ],
  };
};

type Body = Readonly<Record<string, unknown>>;

const namesOf = (ids: unknown, all: readonly { readonly id: number; readonly name: string }[]): string =>
  (Array.isArray(ids) ? ids : []).map((id) => all.find((one) => one.id === id)?.name ?? '').join(', ');

const valueWords = (
  { field: { name }, column, kind }: FormField,
  body: Body,
  data: EntryData,
  units: Partial<Record<string, string>>,
): string => {
  const value: unknown = column === null ? (body['customFieldValues'] as Body | undefined)?.[name] : body[column];
  switch (kind) {
    case 'operator':
      return namesOf(
        value,
        data.employees.map((employee) => ({ id: employee.id, name: fullName(employee) })),
      );
    case 'equipment':
      return namesOf(value, data.equipment);
    case 'attachment':
      return Array.isArray(value) && value.length > 0 ? formatNumber(value.length) : '';
    case 'boolean':
      return value === null || value === undefined ? '' : yesNo(value === true);
    case 'number': {
      const unit = column === null ? undefined : units[column satisfies EntryColumn];
      return typeof value !== 'number' ? '' : unit === undefined ? formatNumber(value) : withUnit(value, unit);
    }
    default:
      return typeof value === 'string' ? value : '';
  }
};

/** A practised form in words: `body` as it would have been sent. */
export const practisedEntry = (body: Body, data: EntryData, units: Partial<Record<string, string>>): PracticeEntry => {
  const job = data.openJobs.find(({ id }) => id === body['jobId']);
  const customer = data.customers.find(({ id }) => id === (job?.customerId ?? body['customerId']));
  const service = data.services.find(({ id }) => id === body['serviceTypeId']);
  const facts = formFields(service, data.fields).map((each) => [fieldName(each.field), valueWords(each, body, data, units)] as const);
  return {
    title: job?.name ?? t('No job yet'),
    customer: customer?.businessName ?? '',
    facts: [[t('Service'), service?.name ?? ''], [t('Date'), formatDate(String(body['date']))], ...facts].filter(
      (fact): fact is [string, string] => fact[1] !== '',
    ),
  };
};
