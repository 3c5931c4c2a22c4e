import type { ImportKind } from '#shared/domain/import-kinds.ts';
import { IMPORT_FIELDS, type ImportField, type NamedKind, type RowFate } from '#shared/domain/import.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import type { Tone } from '#client/ui/note.tsx';
import { CheckIcon, CopyIcon, EditIcon, ErrorIcon, type Icon, PlusIcon } from '#client/ui/icons.tsx';

/** What the form of the record calls each field. */
const FIELD_WORDS: Readonly<Record<ImportField, PlainText>> = {
  externalNumber: 'Customer Number',
  businessName: 'Business Name',
  fullName: 'Full Name',
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  phoneNumber: 'Phone Number',
  address: 'Address',
  street: 'Street',
  postalCode: 'ZIP',
  town: 'Town',
  region: 'State',
  country: 'Country',
  taxNumber: 'Tax Number',
  paymentDays: 'Payment Days',
  discountPercent: 'Discount Percent',
  discountDays: 'Discount Days',
  buyerReference: 'Reference',
  billWay: 'Bills By',
  contactName: 'Contact 2 Name',
  contactEmail: 'Contact 2 Email',
  language: 'Language',
  notes: 'Notes',
  accessLevel: 'Access Level',
  isOperator: 'Equipment Operator',
  isUser: 'Application User',
  name: 'Name',
  unitNumber: 'Unit Number',
  serialNumber: 'Serial Number',
  services: 'Service Types',
  description: 'Description',
  fields: 'Data Fields',
  requiredFields: 'Required Fields',
  equipmentCount: 'Required Equipment Count',
  allowMultipleOperators: 'Multiple Operators',
  date: 'Date',
  customer: 'Customer',
  job: 'Job',
  service: 'Service',
  equipment: 'Equipment',
  implement: 'Implement',
  operators: 'Operators',
  totalHours: 'Hours',
  billableHours: 'Billable Hours',
  fuel: 'Fuel',
  loads: 'Loads',
};

export const fieldLabel = (kind: ImportKind, field: ImportField): string =>
  kind === 'employees' && field === 'externalNumber' ? t('Personnel Number') : t(FIELD_WORDS[field]);

/** The heads of a template, and of our own exports. */
export const headsOf = (kind: ImportKind): string[] =>
  IMPORT_FIELDS[kind].filter((field) => field !== 'fullName').map((field) => fieldLabel(kind, field));

interface FateWords {
  readonly word: PlainText;
  /** In a row, where there is little room. */
  readonly short: PlainText;
  readonly icon: Icon;
  readonly tone: Tone;
}

export const FATES: Readonly<Record<RowFate, FateWords>> = {
  new: { word: 'New', short: 'New', icon: PlusIcon, tone: 'field' },
  changes: { word: 'Changes', short: 'Changes', icon: EditIcon, tone: 'sky' },
  same: { word: 'Same', short: 'Same', icon: CheckIcon, tone: 'stone' },
  twice: { word: 'Twice in the file', short: 'Twice', icon: CopyIcon, tone: 'straw' },
  refused: { word: "Can't import", short: "Can't import", icon: ErrorIcon, tone: 'poppy' },
};

export const NAMED_WORDS: Readonly<Record<NamedKind, PlainText>> = {
  customer: 'Customers',
  serviceType: 'Services',
  equipment: 'Equipment',
  implement: 'Implements',
  employee: 'Employees',
  customDataField: 'Data Fields',
};
