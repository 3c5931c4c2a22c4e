/** Whether the texts together contain every word of the search text, ignoring case (specification 4.1). */
export const holdsText = (texts: readonly (string | null | undefined)[], search: string): boolean => {
  const lower = texts.map((text) => text?.toLowerCase());
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.some((text) => text?.includes(word)));
};
