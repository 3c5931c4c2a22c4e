import type { Organization } from '#shared/domain/organization.ts';

/** Which organization a tab works in. */
export interface OrganizationChoice {
  /** The selected one; null before there is any. */
  readonly id: number | null;
  /** The selected one as the list last had it; undefined before it was seen there. */
  readonly known: Organization | undefined;
  /** Selected by the user while the list did not have it yet: it is waited for. */
  readonly isAwaited: boolean;
  /** It left the list under a form with unsaved input, and stays until the user has read that. */
  readonly hasLeft: boolean;
}

/** The stored choice, before the list is known. */
export const choiceOf = (storedId: number | null): OrganizationChoice => ({
  id: storedId,
  known: undefined,
  isAwaited: false,
  hasLeft: false,
});

/** The user's own choice. */
export const chosenByHand = (id: number): OrganizationChoice => ({ ...choiceOf(id), isAwaited: true });

/** The one that is opened where none was chosen: a sample company only if there is nothing else. */
export const firstOf = (list: readonly Organization[]): Organization | undefined => list.find(({ isSample }) => !isSample) ?? list[0];

/**
 * The choice after a look at the list (specification 1.18): it stays as long as the list has it, whatever else is added or reordered. Only
 * one that is no longer in the list is replaced by the first, and not under a form with unsaved input. Returns the same object if nothing
 * changes.
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
  const first = firstOf(list);
  return first ? { ...choiceOf(first.id), known: first } : choice.known ? choiceOf(null) : choice;
};
