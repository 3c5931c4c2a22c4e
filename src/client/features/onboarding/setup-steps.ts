import type { PlainText } from '#client/lib/texts.ts';

/** The four batch screens in their order (specification 1 §4), and what their cards say (1 §2). */
export const SETUP_STEPS = [
  { step: 'employees', title: 'Add Team Members', at: 3 },
  { step: 'equipment', title: 'Register Equipment', at: 4 },
  { step: 'customers', title: 'Add Customers', at: 5 },
  { step: 'custom-fields', title: 'Custom Data Fields', at: 6 },
] as const satisfies readonly { readonly step: string; readonly title: PlainText; readonly at: number }[];
export type SetupStep = (typeof SETUP_STEPS)[number]['step'];

/** With the two of creating the organization. */
export const ALL_SETUP_STEPS = 6;

export const setupPath = (step: SetupStep | 'wizard', orgId: number): string => `/onboarding/setup-${step}?orgId=${orgId}`;
