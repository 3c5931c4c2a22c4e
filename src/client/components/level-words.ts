import { ACCESS_LEVEL_LABEL, type AccessLevel } from '#shared/access/roles.ts';
import type { PlainText } from '#client/lib/texts.ts';

/** The word for an access level where one is chosen (specification 2 §6). */
export const LEVEL_WORD = {
  ...ACCESS_LEVEL_LABEL,
  advanced: 'Advanced User',
  basic: 'Basic User',
} as const satisfies Record<AccessLevel, PlainText>;
