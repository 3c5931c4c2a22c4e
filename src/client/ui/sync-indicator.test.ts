import { expect, test } from 'vitest';
import { syncWords } from '#client/ui/sync-indicator.tsx';

test('says the connection first, then what is waiting or needs attention', () => {
  expect(syncWords({ state: 'online' })).toEqual({ first: 'Online', more: '' });
  expect(syncWords({ state: 'offline' })).toEqual({ first: 'Offline', more: '' });
  expect(syncWords({ state: 'noNetwork' })).toEqual({ first: 'Offline Mode', more: '' });
  expect(syncWords({ state: 'offline', count: 3 }).more).toBe(', 3 waiting');
  expect(syncWords({ state: 'sending', current: 2, count: 7 }).more).toBe(', sending 2 of 7');
  expect(syncWords({ state: 'attention', count: 1 }).more).toBe(', 1 needs attention');
  expect(syncWords({ state: 'attention', count: 2 }).more).toBe(', 2 need attention');
});
