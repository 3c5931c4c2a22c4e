import type { Page } from 'playwright-core';

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
export const count = (page: Page, words: string) => page.getByText(words, { exact: true }).waitFor();
