interface Device {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
}

/** Safari on iPhone and iPad: the one browser there that has no install prompt of its own and whose instructions are known. */
export const isIosSafari = ({ userAgent, maxTouchPoints }: Device): boolean => {
  // An iPad identifies itself as a Mac; no Mac has a touch screen.
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
  return (
    isIos && /Version\/[\d.]+.* Safari\//.test(userAgent) && !/CriOS|FxiOS|EdgiOS|OPT\/|OPiOS|GSA\/|DuckDuckGo|YaBrowser/.test(userAgent)
  );
};

/** Whether the app was started from an iPhone's home screen: Safari's own flag for what the display mode says elsewhere. */
export const isOnHomeScreen = (): boolean => (navigator as { readonly standalone?: boolean }).standalone === true;
