import type { Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import type { BatchedWrite } from '#shared/domain/batch.ts';
import { DESKTOP, PHONE } from '../support/browser.ts';
import { type Field, openField } from './sync-field.ts';

/** What is asked and said when a record of a list is deleted. */
export interface Deletion {
  readonly path: string;
  readonly name: string;
  readonly question: string;
  readonly failed: string;
  readonly done: readonly [title: string, text: string];
}

const REFUSAL = { status: 409, code: 'conflict', title: 'Conflict', detail: 'The office says no.' };

/** The server says no to deletions of these records until the returned function is called. */
const refuseDeletions = async (page: Page, path: string): Promise<() => Promise<void>> => {
  const address = new RegExp(`^/api${path}/\\d+$`);
  const answer = (route: Route) => {
    const { writes } = route.request().postDataJSON() as { writes: readonly BatchedWrite[] };
    return writes.some((write) => write.method === 'DELETE' && address.test(write.path))
      ? route.fulfill({
          status: REFUSAL.status,
          contentType: 'application/problem+json',
          headers: { 'idempotency-key': route.request().headers()['idempotency-key'] ?? '' },
          body: JSON.stringify(REFUSAL),
        })
      : route.fallback();
  };
  await page.route('**/batches', answer);
  return () => page.unroute('**/batches', answer);
};

/** What the management tests do with lists, at the width that is shown. */
const listsOf = (field: Field) => {
  const { page } = field;
  const isPhone = (): boolean => page.viewportSize()?.width === PHONE.width;

  const show = async (path: string, title: string): Promise<void> => {
    await field.go(path);
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  };
  /** The card or row of a record. */
  const row = (name: string): Locator => page.getByRole('main').getByText(name, { exact: true }).first();
  /** Chooses an action of a row: in the menu on phones, else by its icon. */
  const act = async (word: string, name: string): Promise<void> => {
    if (isPhone()) {
      await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
      // What one cannot choose says why behind its name; and 'Activate' is no 'Deactivate' of a moment ago.
      await page.getByRole('menuitem', { name: new RegExp(`^${word}\\b`) }).click();
    } else {
      await page.getByRole('button', { name: `${word} ${name}`, exact: true }).click();
    }
  };
  const heads = async (table: string): Promise<string[]> => {
    const found = page.getByRole('table', { name: table });
    await found.waitFor();
    return found.getByRole('columnheader').allTextContents();
  };
  const press = (name: string | RegExp): Promise<void> => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const fill = (label: string, text: string): Promise<void> =>
    page.getByRole('dialog').getByRole('textbox', { name: label, exact: true }).fill(text);
  const says = (text: string): Promise<void> => page.getByRole('dialog').getByText(text, { exact: true }).waitFor();

  /** Searches; what it finds must be just these, and nothing with this sentence. */
  const search = async (words: string, finds: readonly string[], noMatch = ''): Promise<void> => {
    await page.getByRole('searchbox').fill(words);
    await (finds.length === 0 ? page.getByText(noMatch, { exact: true }).waitFor() : row(finds[0] ?? '').waitFor());
    // What is found was there before; the others go a moment later.
    const rows = page.getByRole('main').getByRole('table').getByRole('row');
    await expect.poll(() => rows.count(), { timeout: 15_000 }).toBe(finds.length === 0 ? 0 : finds.length + 1);
    await page.getByRole('searchbox').fill('');
  };

  /** Deletes from the list: not after Cancel, not when the server says no, and then for good. */
  const deletes = async ({ path, name, question, failed, done }: Deletion): Promise<void> => {
    await act('Delete', name);
    await says(question);
    await press('Cancel');
    const allow = await refuseDeletions(page, path);
    await act('Delete', name);
    await press('Delete');
    await field.toast('Error', `${failed}: The office says no.`);
    await allow();
    await row(name).waitFor();
    await act('Delete', name);
    await press('Delete');
    await field.toast(...done);
    await row(name).waitFor({ state: 'detached' });
  };

  /** Deletes on the record's own screen, which leads back to the list. */
  const deletesThere = async (path: string, name: string, list: string): Promise<void> => {
    await show(path, name);
    await page.getByRole('main').getByRole('button', { name: 'Delete', exact: true }).click();
    await press('Delete');
    await page.waitForURL(`**${list}`);
    await row(name).waitFor({ state: 'detached' });
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByRole('button', { name: 'Close' })
      .click();
  };

  const onPhone = async (work: () => Promise<void>): Promise<void> => {
    await page.setViewportSize(PHONE);
    try {
      await work();
    } finally {
      await page.setViewportSize(DESKTOP);
    }
  };
  return { show, row, act, heads, press, fill, says, search, deletes, deletesThere, onPhone };
};

export type Lists = ReturnType<typeof listsOf>;

/** The office on a page of its own, and its lists there. Close the field after the tests. */
export const openLists = async (): Promise<{ field: Field; lists: Lists }> => {
  const field = await openField();
  return { field, lists: listsOf(field) };
};
