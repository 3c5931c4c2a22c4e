import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { packed, zipOfParts } from '#bench/attack/zips.ts';
import { flatPng, hollowWebp, scannedJpeg } from '#bench/attack/pictures.ts';

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Something done to bytes that were right. */
type Damage =
  | { readonly do: 'cut'; readonly at: number }
  | { readonly do: 'flip'; readonly at: number; readonly by: number }
  | { readonly do: 'zero' | 'double' | 'drop'; readonly at: number; readonly length: number }
  | { readonly do: 'append'; readonly bytes: Uint8Array };

const place = fc.double({ min: 0, max: 1, noNaN: true });
const length = fc.integer({ min: 1, max: 64 });

/** One kind of damage, at any place. */
export const anyDamage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ do: fc.constant('cut' as const), at: place }),
  fc.record({ do: fc.constant('flip' as const), at: place, by: fc.integer({ min: 1, max: 255 }) }),
  fc.record({ do: fc.constantFrom('zero' as const, 'double' as const, 'drop' as const), at: place, length }),
  fc.record({ do: fc.constant('append' as const), bytes: fc.uint8Array({ minLength: 1, maxLength: 64 }) }),
);

const hurt = (bytes: Buffer, damage: Damage): Buffer => {
  if (damage.do === 'append') {
    return Buffer.concat([bytes, damage.bytes]);
  }
  const at = Math.floor(damage.at * Math.max(0, bytes.length - 1));
  if (damage.do === 'cut') {
    return bytes.subarray(0, at);
  }
  const copy = Buffer.from(bytes);
  if (damage.do === 'flip') {
    copy[at] = (copy[at] ?? 0) ^ damage.by;
    return copy;
  }
  const end = Math.min(bytes.length, at + damage.length);
  if (damage.do === 'zero') {
    return copy.fill(0, at, end);
  }
  return Buffer.concat([copy.subarray(0, damage.do === 'double' ? end : at), copy.subarray(damage.do === 'double' ? at : end)]);
};

/** The bytes with all of it done to them, one after the other. */
export const damaged = (bytes: Buffer, damages: readonly Damage[]): Buffer => damages.reduce(hurt, bytes);

const manifest = (more: string): Buffer => zipOfParts([packed('manifest.json', `{"format":"headland-organization","version":1,${more}`)]);
const hash = '0'.repeat(64);

/** Bytes that are nearly something; by what they are. */
export const NEARLY: Readonly<Record<string, Buffer>> = {
  nothing: Buffer.alloc(0),
  'one byte': Buffer.from('P'),
  'an empty zip': zipOfParts([]),
  'a zip that says to hold more than it does': zipOfParts([packed('manifest.json', '{}')], 3),
  'a manifest that is no JSON': zipOfParts([packed('manifest.json', '{"format":')]),
  'a manifest that is a list': zipOfParts([packed('manifest.json', '[]')]),
  'a manifest that is null': zipOfParts([packed('manifest.json', 'null')]),
  'a manifest of the future': zipOfParts([packed('manifest.json', '{"format":"headland-organization","version":99}')]),
  'a manifest nested 5,000 times': manifest(`"files":${'['.repeat(5_000)}`),
  // Finding S1 in small: it used to end in an answer of 500.
  'a manifest of 200,000 values': manifest(`"files":[${'{},'.repeat(200_000)}{}]}`),
  'a manifest with __proto__': manifest('"__proto__":{"files":[]},"constructor":1}'),
  'a file outside of the folder': zipOfParts([packed('../manifest.json', '{}'), packed('/etc/passwd', 'x')]),
  'names with U+0000 and backslashes': zipOfParts([packed('lists\\jobs.ndjson', ''), packed('a\0b', '')]),
  'the same file twice': zipOfParts([packed('manifest.json', '{}'), packed('manifest.json', '{}')]),
  'files of no length and wrong check sums': zipOfParts([{ ...packed('manifest.json', '{}'), crc: 1, saidBytes: 0 }]),
  'a file that says to be of 4 GiB': zipOfParts([{ ...packed('manifest.json', '{}'), saidBytes: 0xff_ff_ff_fe }]),
  'a file that unfolds to more than it says': zipOfParts([{ ...packed('manifest.json', ' '.repeat(100_000)), saidBytes: 10 }]),
  'a packed file that is not packed': zipOfParts([{ ...packed('manifest.json', '{}'), bytes: Buffer.from('{}') }]),
  'files that share their bytes': zipOfParts([
    packed('manifest.json', '{}'),
    { ...packed(`files/${hash}.png`, 'x'), isShared: true },
    { ...packed(`files/${hash.replaceAll('0', '1')}.png`, 'x'), isShared: true },
  ]),
  'a picture': flatPng(20),
  'a picture that says to be far larger': hollowWebp(),
  'a picture of many scans': scannedJpeg(2_000, 50),
  'a page of HTML': Buffer.from('<!doctype html><script>alert(1)</script>'),
  'an SVG with a script': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  JSON: Buffer.from('{"token":"x","organizationId":1}'),
};
