import { expect, test } from 'vitest';
import { installOffer } from '#client/features/dashboard/install-state.ts';
import { isIosSafari } from '#client/lib/ios-safari.ts';

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  ['iPhone', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${APPLE} Version/18.5 Mobile/15E148 Safari/604.1`, 5, true],
  ['iPad as a Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.5 Safari/605.1.15`, 5, true],
  ['Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.5 Safari/605.1.15`, 0, false],
  [
    'Chrome on iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${APPLE} CriOS/138.0.7204.53 Mobile/15E148 Safari/604.1`,
    5,
    false,
  ],
  [
    'Firefox on iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${APPLE} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`,
    5,
    false,
  ],
  [
    'Edge on iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${APPLE} Version/18.0 EdgiOS/138.0 Mobile/15E148 Safari/604.1`,
    5,
    false,
  ],
  ['inside another app', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${APPLE} Mobile/15E148`, 5, false],
  ['Android', 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36', 5, false],
])('%s', (_name, userAgent, maxTouchPoints, expected) => {
  expect(isIosSafari({ userAgent, maxTouchPoints })).toBe(expected);
});

test('the offer: never where installed or dismissed, the browser’s prompt first, the instructions only in their time', () => {
  const both = [true, false];
  for (const isInstalled of both) {
    for (const isDismissed of both) {
      for (const hasPrompt of both) {
        for (const isSafari of both) {
          for (const isHintTime of both) {
            const offered = installOffer({ isInstalled, isDismissed, hasPrompt, isIosSafari: isSafari, isHintTime });
            const isFree = !isInstalled && !isDismissed;
            expect(offered === 'prompt').toBe(isFree && hasPrompt);
            expect(offered === 'ios').toBe(isFree && !hasPrompt && isSafari && isHintTime);
          }
        }
      }
    }
  }
});
