const startsWith = (bytes: Buffer, ...expected: number[]): boolean => expected.every((byte, index) => bytes[index] === byte);
const textAt = (bytes: Buffer, from: number, to: number): string => bytes.subarray(from, to).toString('latin1');

interface Kind {
  readonly type: string;
  readonly ending: string;
  readonly is: (head: Buffer) => boolean;
}

const ANYTHING: Kind = { type: 'application/octet-stream', ending: 'bin', is: () => true };

/** Recognized by its first bytes, whatever its declared type. Only pictures among these are ever shown inline (specification 8.22). */
const KINDS: readonly Kind[] = [
  { type: 'image/jpeg', ending: 'jpg', is: (b) => startsWith(b, 0xff, 0xd8, 0xff) },
  { type: 'image/png', ending: 'png', is: (b) => startsWith(b, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  { type: 'image/gif', ending: 'gif', is: (b) => /^GIF8[79]a$/.test(textAt(b, 0, 6)) },
  { type: 'image/webp', ending: 'webp', is: (b) => textAt(b, 0, 4) === 'RIFF' && textAt(b, 8, 12) === 'WEBP' },
  { type: 'image/heic', ending: 'heic', is: (b) => textAt(b, 4, 8) === 'ftyp' && /^(heic|heix|mif1|msf1)$/.test(textAt(b, 8, 12)) },
  { type: 'application/pdf', ending: 'pdf', is: (b) => textAt(b, 0, 5) === '%PDF-' },
  ANYTHING,
];

/** The kind of a file, by its first bytes. */
export const kindOf = (head: Buffer): Kind => KINDS.find(({ is }) => is(head)) ?? ANYTHING;

/** Every name that bytes of this hash may have. */
export const namesOfHash = (sha256: string): string[] => KINDS.map(({ ending }) => `${sha256}.${ending}`);
