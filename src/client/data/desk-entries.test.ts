import { expect, test } from 'vitest';
import { isWithin } from './desk-entries.ts';

test.each([
  [{}, {}, true],
  [{ checked: 'false' }, {}, true],
  [{}, { checked: 'false' }, false],
  [{ checked: 'true' }, { checked: 'false' }, false],
  [{ from: '2026-05-02' }, { from: '2026-05-01' }, true],
  [{ from: '2026-04-30' }, { from: '2026-05-01' }, false],
  [{ to: '2026-05-01', jobId: '7' }, { to: '2026-05-02' }, true],
  [{ to: '2026-05-03' }, { to: '2026-05-02' }, false],
] as const)('whether %j is within %j', (narrow, wide, isSo) => {
  expect(isWithin(narrow, wide)).toBe(isSo);
});
