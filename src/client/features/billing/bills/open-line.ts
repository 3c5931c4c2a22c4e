/** Remembers in this place of the history which line was open, for whoever comes back to it. */
export const keepLineOpen = (key: string): void => {
  history.replaceState({ ...(history.state as object | null), openLine: key }, '');
};

/** Whether the line was open when this place was left. */
export const wasLineOpen = (key: string): boolean => (history.state as { openLine?: unknown } | null)?.openLine === key;
