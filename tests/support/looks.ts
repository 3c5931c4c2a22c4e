import type { Page } from 'playwright-core';
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, PHONE } from './browser.ts';

/** Where pictures are drawn to, for looking at the screens: then in every look, whatever else a test asks for. */
const SHOTS = process.env['SHOTS'];

interface Look {
  readonly viewport: typeof DESKTOP;
  readonly colorScheme: 'light' | 'dark';
}

export const LIGHT_DESK: Look = { viewport: DESKTOP, colorScheme: 'light' };
export const DARK_DESK: Look = { viewport: DESKTOP, colorScheme: 'dark' };
export const LIGHT_PHONE: Look = { viewport: PHONE, colorScheme: 'light' };
export const DARK_PHONE: Look = { viewport: PHONE, colorScheme: 'dark' };

// What a page goes on with is the last of them.
export const LIGHT_DESK_DARK_PHONE = [DARK_PHONE, LIGHT_DESK];
export const DARK_DESK_LIGHT_PHONE = [LIGHT_PHONE, DARK_DESK];
export const LIGHT_PHONE_DARK_DESK = [DARK_DESK, LIGHT_PHONE];
export const EVERY_LOOK = [LIGHT_PHONE, DARK_PHONE, DARK_DESK, LIGHT_DESK];

/** Shows the page so. */
export const turnTo = async (page: Page, { viewport, colorScheme }: Look): Promise<void> => {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
};

/** Draws the page, if pictures are wanted. */
export const shoot = async (page: Page, name: string): Promise<void> => {
  if (SHOTS !== undefined) {
    await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
  }
};

/**
 * Expects of every look that axe finds nothing and that nothing sticks out sideways, and draws it under `name`. Light and dark at one size
 * differ in their colours only, which one rule is about. The last look stays.
 */
export const looksGood = async (page: Page, name: string, looks: readonly Look[] = LIGHT_DESK_DARK_PHONE): Promise<void> => {
  const seen = new Set<number>();
  const others = SHOTS === undefined ? [] : EVERY_LOOK.filter((look) => !looks.includes(look));
  for (const look of [...others, ...looks]) {
    await turnTo(page, look);
    const { viewport, colorScheme } = look;
    await expectAccessible(page, seen.has(viewport.width) ? { only: ['color-contrast'] } : {});
    await expectNoSidewaysScroll(page);
    seen.add(viewport.width);
    await shoot(page, `${name}-${viewport.width}-${colorScheme}`);
  }
};
