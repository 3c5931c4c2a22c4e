import type { Capability } from '#shared/access/capabilities.ts';

/** What a file may hold: one kind a file. `jobEntries` are those of work that is long done. */
export const IMPORT_KINDS = ['customers', 'employees', 'equipment', 'implements', 'serviceTypes', 'jobEntries'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** Who may import a kind; everybody sees only imports of kinds that they may import. */
export const IMPORT_CAPABILITY: Readonly<Record<ImportKind, Capability>> = {
  customers: 'customers:write',
  employees: 'employees:write',
  equipment: 'setup:write',
  implements: 'setup:write',
  serviceTypes: 'setup:write',
  jobEntries: 'jobs:bill',
};
