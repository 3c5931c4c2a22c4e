import { incompleteOf, type Standing } from '#client/features/onboarding/steps.ts';

/** The quick way's steps in their order (specification 3.32). */
export const QUICK_STEPS = ['country', 'trades', 'lists', 'people'] as const;
export type QuickStep = (typeof QUICK_STEPS)[number];

export const quickPath = (step: QuickStep, orgId: number): string => `/onboarding/${step}?orgId=${orgId}`;

/** The wizard's steps in their order (specification 3.4). */
export const WIZARD_STEPS = ['employees', 'service-fields', 'services', 'equipment', 'customers'] as const;
export type WizardStep = (typeof WIZARD_STEPS)[number];

export const stepPath = (step: WizardStep, orgId: number): string => `/onboarding/step-${step}?orgId=${orgId}`;

/** The previous step and the next one; after the last the organization is complete. */
export const neighboursOf = (step: WizardStep): { readonly before: WizardStep | undefined; readonly after: WizardStep | 'completed' } => {
  const index = WIZARD_STEPS.indexOf(step);
  return { before: WIZARD_STEPS[index - 1], after: WIZARD_STEPS[index + 1] ?? 'completed' };
};

/** Where the onboarding continues (specification 3.2, 3.32). */
export const onboardingPath = (organizations: readonly Standing[], aside: readonly number[] = []): string => {
  const organization = incompleteOf(organizations, aside);
  const saved = organization?.onboardingStep;
  const quick = QUICK_STEPS.find((each) => each === saved);
  const step = WIZARD_STEPS.find((each) => each === saved);
  return organization && quick
    ? quickPath(quick, organization.id)
    : organization && step
      ? stepPath(step, organization.id)
      : '/onboarding/choice';
};
