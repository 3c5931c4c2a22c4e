import type { PlainText } from '#client/lib/texts.ts';

/** The four batch screens in their order (specification 3.13), and the texts of their cards (specification 3.10). */
export const SETUP_STEPS = [
  { step: 'employees', title: 'Add Team Members', number: 3 },
  { step: 'equipment', title: 'Register Equipment', number: 4 },
  { step: 'customers', title: 'Add Customers', number: 5 },
  { step: 'custom-fields', title: 'Custom Data Fields', number: 6 },
] as const satisfies readonly { readonly step: string; readonly title: PlainText; readonly number: number }[];
export type SetupStep = (typeof SETUP_STEPS)[number]['step'];

/** Including the two of creating the organization. */
export const ALL_SETUP_STEPS = 6;

export const setupPath = (step: SetupStep | 'wizard', orgId: number): string => `/onboarding/setup-${step}?orgId=${orgId}`;
