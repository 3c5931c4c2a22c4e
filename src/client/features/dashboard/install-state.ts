/** Specification 1 §9. */
const IOS_HINT_AFTER_MS = 3000;
const IOS_HINT_FOR_MS = 15_000;

interface Device {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
}

/** Safari on iPhone and iPad: the one browser there that has no offer of its own and whose instructions are known. */
export const isIosSafari = ({ userAgent, maxTouchPoints }: Device): boolean => {
  // An iPad calls itself a Mac; no Mac has a touch screen.
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
  return (
    isIos && /Version\/[\d.]+.* Safari\//.test(userAgent) && !/CriOS|FxiOS|EdgiOS|OPT\/|OPiOS|GSA\/|DuckDuckGo|YaBrowser/.test(userAgent)
  );
};

interface Install {
  readonly isInstalled: boolean;
  /** In this session of the browser. */
  readonly isDismissed: boolean;
  readonly hasPrompt: boolean;
  readonly isIosSafari: boolean;
  readonly isHintTime: boolean;
}

/** Which offer to install stands on the dashboard (specification 1 §4): the browser's question, instructions for iOS, or none. */
export const installOffer = (install: Install): 'prompt' | 'ios' | null => {
  if (install.isInstalled || install.isDismissed) {
    return null;
  }
  if (install.hasPrompt) {
    return 'prompt';
  }
  return install.isIosSafari && install.isHintTime ? 'ios' : null;
};

/** Says when the time of the iOS hint begins and when it is over; gives what stops it. */
export const timeHint = (onBegin: () => void, onEnd: () => void): (() => void) => {
  const begin = setTimeout(onBegin, IOS_HINT_AFTER_MS);
  const end = setTimeout(onEnd, IOS_HINT_AFTER_MS + IOS_HINT_FOR_MS);
  return () => {
    clearTimeout(begin);
    clearTimeout(end);
  };
};
