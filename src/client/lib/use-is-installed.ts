import { isOnHomeScreen } from '#client/lib/ios-safari.ts';
import { useMedia } from '#client/lib/use-media.ts';

/** Whether this is the installed app, by the display mode or by Safari's own flag. */
export const useIsInstalled = (): boolean => useMedia('(display-mode: standalone)') || isOnHomeScreen();
