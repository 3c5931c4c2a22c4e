import { expect, test } from 'vitest';
import { faultOf } from '#server/db/faults.ts';

const coded = (code: string, message: string): Error => Object.assign(new Error(message), { code });

test.each([
  ['a file of ours', coded('ENOSPC', 'ENOSPC: no space left on device, write')],
  ['a quota', coded('EDQUOT', 'EDQUOT: disk quota exceeded, write')],
  ['a table', coded('53100', 'could not extend file "base/5/16453": No space left on device')],
  ['PostgreSQL within a quota', coded('XX000', 'could not extend file "base/5/16453": Disk quota exceeded')],
  ['a thread', new Error('In a thread: Error: ENOSPC: no space left on device, write\n    at write')],
])('a full disk is recognized: %s', (_what, error) => {
  expect(faultOf(error)?.kind).toBe('no_room');
  expect(faultOf(new Error('Failed query: insert …', { cause: new Error('again', { cause: error }) }))?.kind).toBe('no_room');
});

test.each([
  ['a page', coded('XX001', 'invalid page in block 7 of relation "base/5/16453"')],
  ['an index', coded('XX002', 'index "jobs_pkey" contains unexpected zero page at block 3')],
  ['a sector', coded('58030', 'could not read blocks 3..3 in file "base/5/16453": Input/output error')],
  ['a file that is gone', coded('58P01', 'could not open file "base/5/16453": No such file or directory')],
])('unreadable data is recognized: %s', (_what, error) => {
  expect(faultOf(new Error('Failed query: select …', { cause: error }))).toEqual({ kind: 'unreadable', words: error.message });
});

test('user input is never taken for a fault of the machine', () => {
  const typed = 'invalid input syntax for type integer: "could not extend file: No space left on device"';
  for (const error of [
    coded('22P02', typed),
    new Error(`Failed query: insert\nparams: ${typed}`),
    new Error('write: No space left on device'),
    coded('58P01', 'could not open extension control file "x": No such file or directory'),
    'ENOSPC',
    undefined,
  ]) {
    expect(faultOf(error)).toBeUndefined();
  }
});
