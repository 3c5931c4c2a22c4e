import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { deviceRandom } from '#client/offline/browser/random.ts';
import { sha256Hex } from '#client/offline/browser/sha256.ts';

afterEach(() => vi.unstubAllGlobals());

// The same bytes in each run, with all values among them.
const bytesOf = (length: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length }, (_, at) => (at * 167 + (at >> 8) * 31 + length) & 0xff);
const expected = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe.each(['as the browser does', 'on a page without TLS'])('%s', (where) => {
  const prepare = (): void => {
    if (where === 'on a page without TLS') {
      vi.stubGlobal('crypto', {});
    }
  };

  test('the published examples', async () => {
    prepare();
    const hash = (text: string) => sha256Hex(new TextEncoder().encode(text).buffer);
    expect(await hash('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(await hash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(await hash('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    );
  });

  test('every length around the ends of blocks, and a million bytes', async () => {
    prepare();
    for (const length of [...Array.from({ length: 200 }, (_, at) => at), 1_000_003]) {
      const bytes = bytesOf(length);
      expect(await sha256Hex(bytes.buffer)).toBe(expected(bytes));
    }
  });
});

test('ids are random UUIDs of version 4, without what pages without TLS lack', () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal('crypto', { getRandomValues });
  const ids = Array.from({ length: 500 }, deviceRandom.uuid);
  expect(new Set(ids).size).toBe(500);
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});

test('fractions are at least 0 and less than 1', () => {
  const fractions = Array.from({ length: 100 }, deviceRandom.fraction);
  expect(fractions.every((fraction) => fraction >= 0 && fraction < 1)).toBe(true);
  expect(new Set(fractions).size).toBeGreaterThan(1);
});
