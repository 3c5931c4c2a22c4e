/** Whether one of the texts holds what was searched for, in whatever case (specification 2 §2). */
export const holdsText = (texts: readonly (string | null | undefined)[], search: string): boolean => {
  const wanted = search.trim().toLowerCase();
  return texts.some((text) => text?.toLowerCase().includes(wanted));
};
