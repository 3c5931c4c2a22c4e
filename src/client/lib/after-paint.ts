/** Runs the work once what was rendered before is on the screen. */
export const afterPaint = (work: () => void): void => {
  requestAnimationFrame(() => setTimeout(work));
};
