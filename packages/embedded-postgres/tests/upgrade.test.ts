import { expect, test } from 'vitest';
import { requireRoom } from '../src/upgrade/upgrade-cluster.ts';
import { ORCHARD } from './orchard.ts';

test('a disk without space for a second copy is reported before anything is done', () => {
  expect(() => requireRoom({ home: '/orchard', program: ORCHARD }, 2_000_000_000, 1_500_000_000)).toThrow(
    /takes 2\.0 GB, and the disk has 1\.5 GB left\. Make room/,
  );
  expect(() => requireRoom({ home: '/orchard', program: ORCHARD }, 2_000_000_000, 2_000_000_000)).not.toThrow();
});
