import { beforeEach, expect, test, vi } from 'vitest';
import { isDeclined, keepChoice, keptChoice } from '#client/entities/notices/kept-choice.ts';

const DAY = 86_400_000;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test('a device remembers the choice of one person, and tells it to nobody else', () => {
  expect(keptChoice(7)).toEqual({ userId: 7, isOn: false, settings: null, declinedAt: null });
  keepChoice(7, { isOn: true });
  keepChoice(7, { settings: { kinds: ['question'], quiet: null } });
  expect(keptChoice(7)).toMatchObject({ isOn: true, settings: { kinds: ['question'], quiet: null } });
  expect(keptChoice(8)).toMatchObject({ isOn: false, settings: null });
  localStorage.setItem('notices', '{broken');
  expect(keptChoice(7).isOn).toBe(false);
});

test('“Not now” counts for thirty days, and not for ever on a clock that went back', () => {
  keepChoice(7, { declinedAt: 100 * DAY });
  const at = (day: number) => isDeclined(keptChoice(7), day * DAY);
  expect([at(100), at(129.9), at(130), at(99)]).toEqual([true, true, false, false]);
  expect(isDeclined(keptChoice(8), 100 * DAY)).toBe(false);
});
