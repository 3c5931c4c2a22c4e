import { can } from '#shared/access/capabilities.ts';
import type { AccessLevel } from '#shared/access/roles.ts';
import { IMPORT_CAPABILITY, IMPORT_KINDS, type ImportKind } from '#shared/domain/import-kinds.ts';
import type { PlainText } from '#client/lib/texts.ts';
import { CustomerIcon, EmployeeIcon, EntryIcon, EquipmentIcon, type Icon, ImplementIcon, ServiceIcon } from '#client/ui/icons.tsx';

interface KindWords {
  readonly name: PlainText;
  readonly title: PlainText;
  readonly says: PlainText;
  readonly icon: Icon;
  /** The list that shows what was imported. */
  readonly listPath: string;
}

export const KIND_WORDS: Readonly<Record<ImportKind, KindWords>> = {
  customers: {
    name: 'Customers',
    title: 'Import customers',
    says: 'Names, addresses, phone numbers, emails, customer numbers.',
    icon: CustomerIcon,
    listPath: '/customers',
  },
  employees: {
    name: 'Employees',
    title: 'Import people',
    says: 'Names, phone numbers, emails. Access is given later, in person.',
    icon: EmployeeIcon,
    listPath: '/employees',
  },
  equipment: {
    name: 'Equipment',
    title: 'Import machines',
    says: 'Names, unit and serial numbers, and what each is used for.',
    icon: EquipmentIcon,
    listPath: '/equipment',
  },
  implements: {
    name: 'Implements',
    title: 'Import implements',
    says: 'Names, and the services that each is for.',
    icon: ImplementIcon,
    listPath: '/implements',
  },
  serviceTypes: {
    name: 'Services',
    title: 'Import services',
    says: 'Names, and the data fields that drivers fill in.',
    icon: ServiceIcon,
    listPath: '/service-types',
  },
  jobEntries: {
    name: 'Past work',
    title: 'Import past work',
    says: 'Who did what for whom and when, from another program or a spreadsheet.',
    icon: EntryIcon,
    listPath: '/job-entries',
  },
};

/** The kinds that a level may import. */
export const importKindsFor = (level: AccessLevel): ImportKind[] => IMPORT_KINDS.filter((kind) => can(level, IMPORT_CAPABILITY[kind]));
