import { expect, test, vi } from 'vitest';
import { holdPage, isPageFree, subscribeToPage } from '#client/lib/dirty.ts';

test('the page is free once everybody who held it let it go, each once', () => {
  const heard = vi.fn<(isFree: boolean) => void>();
  const end = subscribeToPage(() => heard(isPageFree()));
  const first = holdPage();
  const second = holdPage();
  first();
  first();
  expect(isPageFree()).toBe(false);
  second();
  expect(isPageFree()).toBe(true);
  expect(heard.mock.calls).toEqual([[false], [false], [false], [true]]);
  end();
  holdPage()();
  expect(heard).toHaveBeenCalledTimes(4);
});
