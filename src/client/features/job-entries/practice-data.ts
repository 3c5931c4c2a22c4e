import type { EntryColumn } from '#shared/domain/system-fields.ts';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { fieldName } from '#client/entities/custom-data-fields/field-words.ts';
import type { PracticeEntry } from '#client/entities/job-entries/practice.ts';
import { type FormField, formFields } from '#client/features/job-entries/entry-form.ts';
import type { EntryData } from '#client/features/job-entries/use-entry-data.ts';
import { formatDate, formatNumber } from '#client/lib/formats.ts';
import { t, withUnit } from '#client/lib/texts.ts';

// Below every id that a server or an outbox gives.
const MADE_UP = Number.MIN_SAFE_INTEGER;
const ID = { customer: MADE_UP, job: MADE_UP + 1, service: MADE_UP + 2, operator: MADE_UP + 3, hours: MADE_UP + 4, notes: MADE_UP + 5 };

const field = (id: number, name: string, fieldType: CustomDataField['fieldType']) => ({
  id,
  name,
  fieldType,
  description: null,
  defaultValue: null,
  isRequired: false,
  isActive: true,
  isSystem: true,
  summary: null,
  options: [],
  usageCount: 0,
});

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
  const record = { organizationId: 0, version: 1, createdBy: null, createdAt: '', updatedAt: '' };
  const customer = {
    ...record,
    id: ID.customer,
    businessName: t('Pine Ridge'),
    address: null,
    phoneNumber: null,
    firstName: null,
    lastName: null,
    externalNumber: null,
    email: null,
    taxNumber: null,
    street: null,
    postalCode: null,
    town: null,
    region: null,
    country: null,
    paymentDays: null,
    language: null,
    notes: null,
  };
  return {
    ...data,
    mayMakeJobs: false,
    customers: [customer],
    openJobs: [
      {
        ...record,
        id: ID.job,
        updatedBy: null,
        name: t('North field'),
        customerId: ID.customer,
        customerName: customer.businessName,
        status: 'open',
        isPlaceholder: false,
      },
    ],
    services: [
      {
        ...record,
        id: ID.service,
        name: t('Mowing'),
        description: null,
        customDataFieldIds: [ID.operator, ID.hours, ID.notes],
        requiredFieldIds: [ID.hours],
        equipmentCount: 1,
        allowMultipleOperators: false,
        linkedEquipmentIds: [],
        requiredFields: null,
        showMachines: null,
      },
    ] as unknown as EntryData['services'],
    fields: [
      { ...record, ...field(ID.operator, 'Operator', 'operator') },
      { ...record, ...field(ID.hours, 'Hours', 'number') },
      { ...record, ...field(ID.notes, 'Notes', 'text') },
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
        data.employees.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}`.trim() })),
      );
    case 'equipment':
      return namesOf(value, data.equipment);
    case 'attachment':
      return Array.isArray(value) && value.length > 0 ? formatNumber(value.length) : '';
    case 'boolean':
      return value === null || value === undefined ? '' : value === true ? t('Yes') : t('No');
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
