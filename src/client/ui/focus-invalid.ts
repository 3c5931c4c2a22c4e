const FOCUSABLE = 'input, select, textarea, button, [tabindex]';

/** As long as a slow phone may take to render what was refused. */
const PATIENCE_MS = 1000;

const wrongIn = (within: ParentNode): HTMLElement | null =>
  within.querySelector<HTMLElement>('[aria-invalid=true]') ?? within.querySelector<HTMLElement>('[data-refused]');

const bringIntoView = (wrong: HTMLElement): void => {
  const target = wrong.matches(FOCUSABLE) ? wrong : (wrong.querySelector<HTMLElement>(FOCUSABLE) ?? wrong);
  target.focus({ preventScroll: true });
  // Not at the edge: the message is below it.
  target.scrollIntoView({ block: 'center' });
};

/** Once something in the form is marked as wrong, in the frame after: what else was refused is marked by then. */
const whenMarked = (within: Node & ParentNode): void => {
  const observer = new MutationObserver(() => {
    if (wrongIn(within)) {
      observer.disconnect();
      look(within);
    }
  });
  observer.observe(within, { subtree: true, childList: true, attributeFilter: ['aria-invalid', 'data-refused'] });
  setTimeout(() => observer.disconnect(), PATIENCE_MS);
};

const look = (within: Node & ParentNode, next?: () => void): void => {
  requestAnimationFrame(() => {
    const wrong = wrongIn(within);
    if (wrong) {
      bringIntoView(wrong);
    } else {
      next?.();
    }
  });
};

/**
 * Brings errors into view, which may be off screen on a phone: once they are rendered, the first invalid field gets the focus, otherwise
 * the head of the form. For a group it is its first choice. Until then it only listens: asking at every frame would slow down the saving.
 */
export const focusInvalid = (within: (Node & ParentNode) | null): void => {
  if (within) {
    look(within, () => whenMarked(within));
  }
};
