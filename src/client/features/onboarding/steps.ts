import { can } from '#shared/access/capabilities.ts';
import type { Organization } from '#shared/domain/organization.ts';

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

type Standing = Pick<Organization, 'id' | 'onboardingCompleted' | 'onboardingStep' | 'role' | 'deletionDueAt'>;

/**
 * Whether this user still has to set it up. Other members work in one that its owner has not finished (specification 3.1). One whose
 * completion waits on this device is complete here (specification 2.1), and one that is to be deleted needs nothing more.
 */
export const isHalfMade = ({ onboardingCompleted, onboardingStep, role, deletionDueAt }: Standing): boolean =>
  !onboardingCompleted && onboardingStep !== 'completed' && (deletionDueAt ?? null) === null && can(role, 'organization:write');

/** Where the user can work in the meantime: the selected organization if it is not half-made, otherwise the first that is not. */
export const workplaceOf = <O extends Standing>(organizations: readonly O[], selected?: O): O | undefined =>
  selected && !isHalfMade(selected) ? selected : organizations.find((each) => !isHalfMade(each));

/** The organization that has to be set up before everything else; not one that was put aside, as long as there is another to work in. */
export const incompleteOf = <O extends Standing>(organizations: readonly O[], aside: readonly number[] = []): O | undefined => {
  const left = workplaceOf(organizations) ? aside : [];
  return organizations.find((each) => isHalfMade(each) && !left.includes(each.id));
};

/** Whether the onboarding precedes everything else (specification 3.1). */
export const needsOnboarding = (organizations: readonly Standing[], aside: readonly number[] = []): boolean =>
  organizations.length === 0 || incompleteOf(organizations, aside) !== undefined;

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
