import { afterEach, expect, test, vi } from 'vitest';
import { askForPersistence, storageState } from '#client/lib/persistence.ts';

const withStorage = (storage?: Partial<StorageManager>) => vi.stubGlobal('navigator', { storage });

afterEach(() => vi.unstubAllGlobals());

test('asks only where it is not granted yet', async () => {
  const persist = vi.fn<() => Promise<boolean>>(async () => true);
  withStorage({ persisted: async () => true, persist });
  expect(await askForPersistence()).toBe('persisted');
  expect(persist).not.toHaveBeenCalled();
  withStorage({ persisted: async () => false, persist });
  expect(await askForPersistence()).toBe('persisted');
  expect(persist).toHaveBeenCalledOnce();
});

test('reports refusal, and unknown if the browser does not say', async () => {
  withStorage({ persisted: async () => false, persist: async () => false });
  expect(await askForPersistence()).toBe('refused');
  withStorage({ persist: () => Promise.reject(new TypeError('not here')) });
  expect(await askForPersistence()).toBe('unknown');
  withStorage();
  expect(await askForPersistence()).toBe('unknown');
});

test('the state of the storage, as far as the browser reports it', async () => {
  withStorage({ persisted: async () => false, estimate: async () => ({ usage: 5, quota: 100 }) });
  expect(await storageState()).toEqual({ persisted: false, usage: 5, quota: 100 });
  withStorage({ estimate: async () => ({ usage: 5 }) });
  expect(await storageState()).toEqual({ persisted: null, usage: 5, quota: null });
  withStorage();
  expect(await storageState()).toEqual({ persisted: null, usage: null, quota: null });
});
