import { expect, test, vi } from 'vitest';
import { blockReload, canReload, subscribeToReload } from '#client/lib/dirty.ts';

test('the page can reload once every block is released, each once', () => {
  const heard = vi.fn<(canReload: boolean) => void>();
  const end = subscribeToReload(() => heard(canReload()));
  const first = blockReload();
  const second = blockReload();
  first();
  first();
  expect(canReload()).toBe(false);
  second();
  expect(canReload()).toBe(true);
  expect(heard.mock.calls).toEqual([[false], [false], [false], [true]]);
  end();
  blockReload()();
  expect(heard).toHaveBeenCalledTimes(4);
});
