import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** The file that pressing something downloads. */
export const downloaded = async (page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> => {
  const coming = page.waitForEvent('download');
  await press();
  const file = await coming;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'latin1') };
};
