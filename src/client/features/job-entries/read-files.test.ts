import { expect, test } from 'vitest';
import { oversized } from '#client/features/job-entries/read-files.ts';

test('files over 10 MB are listed', () => {
  const files = [10_485_760, 10_485_761].map((size, index) => ({ name: `${'ab'.charAt(index)}.jpg`, size }));
  expect(oversized(files)).toEqual(['b.jpg']);
});
