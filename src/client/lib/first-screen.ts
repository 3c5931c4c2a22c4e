import { afterPaint } from '#client/lib/after-paint.ts';

/** A start that has shown no screen by then shows none soon: what waits for it begins all the same. */
const LONGEST_START_MS = 5_000;

let isShown = false;
const waiting = new Set<() => void>();

const begin = (): void => {
  isShown = true;
  waiting.forEach((work) => work());
  waiting.clear();
};

/** The page's first screen has been drawn, or it is clear that there will be none. */
export const noteFirstScreen = (): void => afterPaint(begin);
setTimeout(begin, LONGEST_START_MS);

/** Does the work once the first screen can be seen, so that it does not come later by this. */
export const afterFirstScreen = (work: () => void): void => {
  if (isShown) {
    work();
  } else {
    waiting.add(work);
  }
};
