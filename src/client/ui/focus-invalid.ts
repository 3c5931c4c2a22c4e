/** Brings into view what is wrong, which may lie out of sight on a phone: once it is drawn, the first field that says so has the focus. */
export const focusInvalid = (within: ParentNode | null): void => {
  requestAnimationFrame(() => within?.querySelector<HTMLElement>('[aria-invalid=true], [data-refused]')?.focus());
};
