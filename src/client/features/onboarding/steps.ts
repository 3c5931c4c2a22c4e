import { can } from '#shared/access/capabilities.ts';
import type { Organization } from '#shared/domain/organization.ts';

/** The wizard's steps in their order (specification 1 §4). */
export const WIZARD_STEPS = ['employees', 'service-fields', 'services', 'equipment', 'customers'] as const;
export type WizardStep = (typeof WIZARD_STEPS)[number];

export const stepPath = (step: WizardStep, orgId: number): string => `/onboarding/step-${step}?orgId=${orgId}`;

/** The step before and the one after; what follows the last is that the organization is complete. */
export const besides = (step: WizardStep): { readonly before: WizardStep | undefined; readonly after: WizardStep | 'completed' } => {
  const at = WIZARD_STEPS.indexOf(step);
  return { before: WIZARD_STEPS[at - 1], after: WIZARD_STEPS[at + 1] ?? 'completed' };
};

type Standing = Pick<Organization, 'id' | 'onboardingCompleted' | 'onboardingStep' | 'role'>;

/** The organization that still has to be set up by this user: others go on working in one that its owner has not finished (decisions §4). */
export const incompleteOf = <O extends Standing>(organizations: readonly O[]): O | undefined =>
  organizations.find(({ onboardingCompleted, role }) => !onboardingCompleted && can(role, 'organization:write'));

/** Whether the onboarding comes before everything else (specification 1 §4). */
export const needsOnboarding = (organizations: readonly Standing[]): boolean =>
  organizations.length === 0 || incompleteOf(organizations) !== undefined;

/** Where somebody in the onboarding goes on (specification 1 §2). */
export const onboardingPath = (organizations: readonly Standing[]): string => {
  const organization = incompleteOf(organizations);
  const step = WIZARD_STEPS.find((each) => each === organization?.onboardingStep);
  return organization && step ? stepPath(step, organization.id) : '/onboarding/choice';
};
