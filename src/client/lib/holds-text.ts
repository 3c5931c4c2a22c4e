/** Whether one of the texts contains the search text, ignoring case (specification 4.1). */
export const holdsText = (texts: readonly (string | null | undefined)[], search: string): boolean => {
  const wanted = search.trim().toLowerCase();
  return texts.some((text) => text?.toLowerCase().includes(wanted));
};
