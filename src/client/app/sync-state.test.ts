import { expect, test } from 'vitest';
import { indicatorOf } from '#client/app/connection-indicator.tsx';
import { bannerOf } from '#client/app/sync-notices.tsx';
import type { EngineState } from '#client/offline/public.ts';

const state = (changes: Partial<EngineState>): EngineState => ({
  connection: 'online',
  sending: null,
  isHalted: false,
  lastSync: null,
  pending: 0,
  attention: 0,
  trouble: null,
  ...changes,
});

test('the indicator shows the most urgent state', () => {
  expect(indicatorOf(state({}), true)).toEqual({ state: 'online' });
  expect(indicatorOf(state({ pending: 3 }), true)).toEqual({ state: 'waiting', count: 3 });
  expect(indicatorOf(state({ pending: 3, attention: 1 }), true)).toEqual({ state: 'attention', count: 1 });
  expect(indicatorOf(state({ pending: 3, attention: 1, sending: { done: 1, of: 7 } }), true)).toEqual({
    state: 'sending',
    current: 2,
    count: 7,
  });
  expect(indicatorOf(state({ sending: { done: 7, of: 7 } }), true)).toEqual({ state: 'sending', current: 7, count: 7 });
  expect(indicatorOf(state({ pending: 3, connection: 'offline' }), true)).toEqual({ state: 'offline', count: 3 });
  expect(indicatorOf(state({ pending: 3, sending: { done: 1, of: 3 } }), false)).toEqual({ state: 'noNetwork', count: 3 });
});

test('a banner is shown only if the user has to do something', () => {
  expect([bannerOf(state({ pending: 3 })), bannerOf(state({ connection: 'offline', pending: 3 }))]).toEqual([null, null]);
  expect(bannerOf(state({ connection: 'signed-out', pending: 5 }))?.title).toBe('Sign in to send 5 changes');
  expect(bannerOf(state({ connection: 'signed-out' }))?.title).toBe('Sign in again to continue');
  expect(bannerOf(state({ connection: 'update-app', pending: 1 }))).toEqual({
    title: 'Update Headland to send 1 change',
    text: 'It is kept on this device until then.',
  });
  expect(bannerOf(state({ connection: 'other-user' }))?.text).toBe('Your changes stay here until you sign in again.');
});
