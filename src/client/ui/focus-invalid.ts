const FOCUSABLE = 'input, select, textarea, button, [tabindex]';

/** As long as a slow phone may take to render what was refused. */
const MOST_FRAMES = 60;

/**
 * Brings errors into view, which may be off screen on a phone: once they are rendered, the first invalid field gets the focus, otherwise
 * the head of the form. For a group it is its first choice.
 */
export const focusInvalid = (within: ParentNode | null, frames = MOST_FRAMES): void => {
  requestAnimationFrame(() => {
    const wrong = within?.querySelector<HTMLElement>('[aria-invalid=true]') ?? within?.querySelector<HTMLElement>('[data-refused]');
    if (!wrong) {
      // A busy device shows other frames before.
      if (within?.isConnected && frames > 1) {
        focusInvalid(within, frames - 1);
      }
      return;
    }
    const target = wrong.matches(FOCUSABLE) ? wrong : (wrong.querySelector<HTMLElement>(FOCUSABLE) ?? wrong);
    target.focus({ preventScroll: true });
    // Not at the edge: the message is below it.
    target.scrollIntoView({ block: 'center' });
  });
};
