const FOCUSABLE = 'input, select, textarea, button, [tabindex]';

/**
 * Brings into view what is wrong, which may lie out of sight on a phone: once it is drawn, the first field that says so has the focus, else
 * the head of the form. Of a group it is its first choice.
 */
export const focusInvalid = (within: ParentNode | null): void => {
  requestAnimationFrame(() => {
    const wrong = within?.querySelector<HTMLElement>('[aria-invalid=true]') ?? within?.querySelector<HTMLElement>('[data-refused]');
    const target = wrong?.matches(FOCUSABLE) ? wrong : (wrong?.querySelector<HTMLElement>(FOCUSABLE) ?? wrong);
    target?.focus({ preventScroll: true });
    // Not at the edge: what is wrong is said below it.
    target?.scrollIntoView({ block: 'center' });
  });
};
