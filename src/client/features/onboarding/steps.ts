import { can } from '#shared/access/capabilities.ts';
import type { Organization } from '#shared/domain/organization.ts';

/** What decides whether an organization still has to be set up. */
export type Standing = Pick<Organization, 'id' | 'onboardingCompleted' | 'onboardingStep' | 'role' | 'deletionDueAt'>;

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
