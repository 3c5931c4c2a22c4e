import type { CHECKS } from './checks.ts';
import type { ValueArguments } from './message.ts';

/** The message of a schema's check, for `issuesOf` to read: the library carries nothing but a string. */
export const because = <C extends keyof typeof CHECKS>(code: C, ...[values]: ValueArguments<(typeof CHECKS)[C]>): string =>
  values === undefined ? code : `${code} ${JSON.stringify(values)}`;
