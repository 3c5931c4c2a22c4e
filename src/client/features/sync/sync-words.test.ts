import { expect, test, vi } from 'vitest';
import type { Device } from '#shared/domain/device.ts';
import { agoWords, startOfDay } from '#client/lib/ages.ts';
import { sizeWords } from '#client/lib/sizes.ts';
import { elsewhereWords, isOverdue } from '#client/features/sync/devices.ts';
import { gaugeBars } from '#client/features/sync/gauge.ts';
import { actionsFor } from '#client/features/sync/reasons.ts';
import { syncNotice } from '#client/features/sync/sync-notice.ts';
import { throttled } from '#client/features/sync/throttle.ts';
import { editedValues } from '#client/features/sync/use-item-actions.ts';
import { formatNumber } from '#client/lib/formats.ts';
import type { AttentionReason, SyncItem } from '#client/offline/public.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2025, 8, 18, 12);

test('the gauge has a bar for each change', () => {
  expect(gaugeBars({ sent: 2, waiting: 1, attention: 1 })).toEqual({ bars: ['sent', 'sent', 'waiting', 'attention'], each: 1 });
  expect(gaugeBars({ sent: 0, waiting: 40, attention: 0 })).toMatchObject({ each: 1, bars: { length: 40 } });
});

test('more than forty changes share bars, and the one that needs attention keeps its own', () => {
  const { bars, each } = gaugeBars({ sent: 12, waiting: 10_000, attention: 1 });
  expect(bars.length).toBeLessThanOrEqual(40);
  expect(bars.filter((kind) => kind === 'attention')).toHaveLength(1);
  expect(each * bars.filter((kind) => kind === 'waiting').length).toBeGreaterThanOrEqual(10_000);
  for (let waiting = 0; waiting < 500; waiting += 1) {
    expect(gaugeBars({ sent: 41, waiting, attention: waiting % 7 }).bars.length).toBeLessThanOrEqual(40);
  }
});

test('ages are in the largest whole unit, and never negative after a clock was set back', () => {
  const ago = (passed: number): string => agoWords(NOW - passed, NOW);
  expect([ago(-DAY), ago(0), ago(MINUTE), ago(59 * MINUTE), ago(HOUR), ago(DAY - 1), ago(DAY), ago(3 * DAY + HOUR)]).toEqual([
    'just now',
    'just now',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '23 hours ago',
    '1 day ago',
    '3 days ago',
  ]);
  expect(NOW - startOfDay(NOW)).toBeLessThan(26 * HOUR);
});

test('sizes', () => {
  expect([sizeWords(0), sizeWords(999), sizeWords(1_000), sizeWords(3_140_000), sizeWords(314_000_000)]).toEqual([
    '0 bytes',
    '999 bytes',
    '1 KB',
    `${formatNumber(3.1)} MB`,
    '314 MB',
  ]);
});

test('the toasts after a sync are those of the specification', () => {
  const after = (result: 'offline' | 'nothing' | 'done', succeeded: number, failed: number, elsewhere: string | null = null) => {
    const { title, text, tone } = syncNotice({ result, succeeded, failed, untried: 0 }, 'online', elsewhere);
    return [title, text, tone];
  };
  expect(after('offline', 0, 3)).toEqual(['Unable to sync', 'You are currently offline.', 'destructive']);
  expect(after('nothing', 0, 0)).toEqual(['Already synced', 'No pending changes to synchronize.', 'normal']);
  expect(after('done', 2, 0)).toEqual(['Sync successful', '2 changes synchronized.', 'normal']);
  expect(after('done', 1, 2)).toEqual(['Sync successful', '1 change synchronized. 2 changes failed.', 'warning']);
  expect(after('done', 0, 1)).toEqual(['Sync failed', '1 change failed.', 'destructive']);
  // Another tab has sent everything in the meantime.
  expect(after('done', 0, 0)[0]).toBe('Already synced');
  expect(after('nothing', 0, 0, 'An earlier install had 4.')).toEqual([
    'Nothing to send from this device',
    'An earlier install had 4.',
    'warning',
  ]);
  const parked = syncNotice({ result: 'nothing', succeeded: 0, failed: 0, untried: 1 }, 'online', null);
  expect([parked.title, parked.text]).toEqual(['Nothing else to send', '1 change needs your decision first.']);
  expect(syncNotice({ result: 'done', succeeded: 0, failed: 2, untried: 0 }, 'signed-out', null).text).toBe(
    '2 changes failed. Sign in to send them.',
  );
});

test('each reason has its ways out, and discarding is always one', () => {
  const reasons: AttentionReason[] = ['conflict', 'rejected', 'parent-gone', 'deleted', 'job-closed', 'no-access', 'server-bug', 'old'];
  for (const reason of reasons) {
    for (const operation of ['create', 'update', 'remove'] as const) {
      expect(actionsFor({ store: 'jobEntries', operation, reason } as SyncItem, true)).toContain('discard');
    }
  }
  const actions = (reason: AttentionReason, canEdit = true) =>
    actionsFor({ store: 'jobEntries', operation: 'create', reason } as SyncItem, canEdit);
  expect(actions('job-closed')).toEqual(['discard', 'retry', 'edit', 'move']);
  expect(actions('parent-gone')).toEqual(['discard', 'edit', 'move']);
  expect(actions('rejected', false)).toEqual(['discard', 'retry']);
  expect(actions('old')).toEqual(['discard', 'send']);
  expect(actionsFor({ store: 'customers', operation: 'update', reason: 'deleted' } as SyncItem, true)).toEqual(['discard', 'recreate']);
});

test('an edited change sends its earlier values and those the form changed, and nothing else', () => {
  const row = { id: 9, organizationId: 1, version: 2, totalHours: 9.5, fuel: 20, notes: null, photos: [] };
  const values = { totalHours: 9.5, fuel: 26, notes: '', photos: [] };
  const change = { operation: 'update', data: { totalHours: 9.5 } } as unknown as SyncItem;
  expect(editedValues({ item: change, row }, values)).toEqual({ totalHours: 9.5, fuel: 26 });
  expect(editedValues({ item: { ...change, operation: 'create' }, row }, values)).toBe(values);
});

const device = (changes: Partial<Device>): Device => ({
  lost: null,
  deviceId: 'old',
  name: 'Chrome on Android',
  userId: 1,
  userName: 'Dana Halvorsen',
  pending: 4,
  attention: 0,
  oldestAt: null,
  seenAt: new Date(NOW - 2 * DAY).toISOString(),
  ...changes,
});

test("reports only the user's own earlier install of the same kind with something unsent", () => {
  const here = { deviceId: 'new', name: 'Chrome on Android' };
  const wordsOf = (changes: Partial<Device>) => elsewhereWords([device(changes)], here, 1, NOW);
  expect(wordsOf({})).toContain('An earlier install on Chrome on Android, or another device of yours, had 4 unsent changes on ');
  expect([wordsOf({ deviceId: 'new' }), wordsOf({ userId: 2 }), wordsOf({ name: 'Firefox on Linux' }), wordsOf({ pending: 0 })]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  const lost = { pending: 2, lastSeenAt: new Date(NOW - DAY).toISOString(), toldAt: new Date(NOW).toISOString() };
  expect(wordsOf({ pending: 0, lost })).toMatch(
    /^Storage emptied \(Chrome on Android\): 2 unsent changes lost\. .* re-enter what is missing\.$/,
  );
  expect(wordsOf({ pending: 0, lost, userId: 2 })).toBeNull();
  expect([isOverdue(device({}), NOW), isOverdue(device({ pending: 0 }), NOW), isOverdue(device({}), NOW - 2 * DAY + HOUR)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('reading is throttled: never concurrently, not too often, and never forgotten', async () => {
  vi.useFakeTimers();
  const read = vi.fn<() => Promise<undefined>>(async () => undefined);
  const { ask, stop } = throttled(read, 1000);
  for (let time = 0; time < 3500; time += 100) {
    ask();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(read).toHaveBeenCalledTimes(4);
  ask();
  await vi.advanceTimersByTimeAsync(2000);
  expect(read).toHaveBeenCalledTimes(5);
  ask();
  stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(read).toHaveBeenCalledTimes(6);
  vi.useRealTimers();
});
