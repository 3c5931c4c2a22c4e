import { ACCOUNT_REFUSALS } from './accounts.ts';
import { ARCHIVE_REFUSALS } from './archive.ts';
import { BILLING_REFUSALS } from './billing.ts';
import { CHECKS } from './checks.ts';
import { DEVICE_MESSAGES } from './device.ts';
import { IMPORT_REFUSALS } from './imports.ts';
import { RECORD_REFUSALS } from './records.ts';
import { REQUEST_REFUSALS } from './requests.ts';

/** Every message that the server refuses with. */
export const REFUSALS = {
  ...CHECKS,
  ...REQUEST_REFUSALS,
  ...RECORD_REFUSALS,
  ...ACCOUNT_REFUSALS,
  ...BILLING_REFUSALS,
  ...ARCHIVE_REFUSALS,
  ...IMPORT_REFUSALS,
} as const;

/** Every message that the program sends by its code. */
export const MESSAGES = { ...REFUSALS, ...DEVICE_MESSAGES } as const;

export type MessageCode = keyof typeof MESSAGES;
