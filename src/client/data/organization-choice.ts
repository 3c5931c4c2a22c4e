import type { Organization } from '#shared/domain/organization.ts';

/** Which organization a tab works in. */
export interface OrganizationChoice {
  /** The chosen one; null before there is any. */
  readonly id: number | null;
  /** The chosen one as the list had it last; undefined before it was seen there. */
  readonly known: Organization | undefined;
  /** Chosen by the person while the list did not have it yet: waited for. */
  readonly isAwaited: boolean;
  /** It left the list under a form with unsaved input, and stays until the person has read that. */
  readonly hasLeft: boolean;
}

/** What was stored, before the list is looked at. */
export const choiceOf = (storedId: number | null): OrganizationChoice => ({
  id: storedId,
  known: undefined,
  isAwaited: false,
  hasLeft: false,
});

/** What the person chose. */
export const chosenByHand = (id: number): OrganizationChoice => ({ ...choiceOf(id), isAwaited: true });

/**
 * The choice after a look at the list (specification 1 §4): it stays as long as the list has it, whatever else appears there or changes
 * places. Only one that is not in the list any more gives way to the first, and not under a form with unsaved input. The same object if
 * nothing changes.
 */
export const afterList = (choice: OrganizationChoice, list: readonly Organization[], hasUnsaved: boolean): OrganizationChoice => {
  const found = list.find(({ id }) => id === choice.id);
  if (found) {
    return found === choice.known && !choice.hasLeft ? choice : { ...choiceOf(found.id), known: found };
  }
  if (choice.hasLeft || choice.isAwaited) {
    return choice;
  }
  if (choice.known && hasUnsaved) {
    return { ...choice, hasLeft: true };
  }
  const [first] = list;
  return first ? { ...choiceOf(first.id), known: first } : choice.known ? choiceOf(null) : choice;
};
