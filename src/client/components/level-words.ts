import { ACCESS_LEVEL_LABEL, type AccessLevel } from '#shared/access/roles.ts';
import type { PlainText } from '#client/lib/texts.ts';

/** The word for an access level where one is chosen (specification 2 §6). */
export const LEVEL_WORD = {
  ...ACCESS_LEVEL_LABEL,
  advanced: 'Advanced User',
  basic: 'Basic User',
} as const satisfies Record<AccessLevel, PlainText>;

/** What somebody with the level may do, in one sentence (decisions §4, §12). */
export const LEVEL_MAY = {
  owner: 'May do everything, also hand the organization over and delete it.',
  admin: 'Runs the office, changes settings, and decides who belongs here.',
  manager: 'Runs the office: prices, bills, services, machines and people. No settings.',
  advanced: 'Logs work, corrects that of others, and makes jobs and customers. No prices.',
  basic: 'Logs their own work and reads the rest. No prices.',
  employee: 'Logs their own work and reads the rest. No prices.',
} as const satisfies Record<AccessLevel, PlainText>;
