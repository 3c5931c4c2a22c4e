/** Specification 1.26. */
const IOS_HINT_AFTER_MS = 3000;
const IOS_HINT_FOR_MS = 15_000;

interface Install {
  readonly isInstalled: boolean;
  /** In this session of the browser. */
  readonly isDismissed: boolean;
  readonly hasPrompt: boolean;
  readonly isIosSafari: boolean;
  readonly isHintTime: boolean;
}

/** Which install offer the dashboard shows (specification 1.25, 1.26): the browser's prompt, instructions for iOS, or none. */
export const installOffer = (install: Install): 'prompt' | 'ios' | null => {
  if (install.isInstalled || install.isDismissed) {
    return null;
  }
  if (install.hasPrompt) {
    return 'prompt';
  }
  return install.isIosSafari && install.isHintTime ? 'ios' : null;
};

/** Calls back when the time of the iOS hint begins and when it is over; returns a function that stops it. */
export const timeHint = (onBegin: () => void, onEnd: () => void): (() => void) => {
  const begin = setTimeout(onBegin, IOS_HINT_AFTER_MS);
  const end = setTimeout(onEnd, IOS_HINT_AFTER_MS + IOS_HINT_FOR_MS);
  return () => {
    clearTimeout(begin);
    clearTimeout(end);
  };
};
