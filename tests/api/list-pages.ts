import { expect } from 'vitest';
import type { Member } from './world.ts';

type Item = Readonly<Record<string, unknown>> & { readonly id: number };

export interface Page {
  readonly items: readonly Item[];
  readonly ids: readonly number[];
  /** The address of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

/** What one address answers, and where it says that the list goes on. */
export const pageAt = async (who: Member, address: string): Promise<Page> => {
  const answer = await who.send('GET', address);
  expect([address, answer.status]).toEqual([address, 200]);
  const { link } = answer.headers;
  const next = typeof link === 'string' ? /^<([^>]+)>; rel="next"$/.exec(link)?.[1] : undefined;
  expect(link === undefined || next !== undefined).toBe(true);
  const items = answer.body as Item[];
  return { items, ids: items.map(({ id }) => id), next };
};

/** All pages from an address on; `between` happens after each but the last. */
export const walkFrom = async (
  who: Member,
  address: string,
  between: (page: Page, index: number) => Promise<unknown> = async () => null,
): Promise<Page[]> => {
  const pages: Page[] = [];
  for (let next: string | undefined = address; next !== undefined;) {
    // No list of a test is that long: a page that leads back would be walked for ever.
    expect(pages.length).toBeLessThan(200);
    const page = await pageAt(who, next);
    pages.push(page);
    next = page.next;
    if (next !== undefined) {
      await between(page, pages.length - 1);
    }
  }
  return pages;
};
