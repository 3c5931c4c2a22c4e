import { ACCESS_LEVEL_LABEL, type AccessLevel } from '#shared/access/roles.ts';
import type { PlainText } from '#client/lib/texts.ts';

/** What a level is called on screens (specification 7.14). */
export const LEVEL_NAME = ACCESS_LEVEL_LABEL;

/** The same in the employee's form, whose words are specified (specification 4.17). */
export const FORM_LEVEL_NAME = {
  ...ACCESS_LEVEL_LABEL,
  advanced: 'Advanced User',
  basic: 'Basic User',
} as const satisfies Record<AccessLevel, PlainText>;

/** What a person with the level may do, in one sentence (specification 7.14). */
export const LEVEL_MAY = {
  owner: 'Can do everything, including transfer and delete the organization.',
  admin: 'Runs the office, changes settings and manages members.',
  manager: 'Runs the office: prices, bills, services, machines and people. No settings.',
  advanced: "Logs work, corrects other people's entries, and creates jobs and customers. No prices.",
  basic: 'Logs their own work and can view the rest. No prices.',
  employee: 'Logs their own work and can view the rest. No prices.',
} as const satisfies Record<AccessLevel, PlainText>;
