import { crc32, deflateSync } from 'node:zlib';

const chunk = (kind: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(kind), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
};

/** A single-color PNG of that many pixels in each direction and a few kB; interlaced, so that it has to be held whole to be decoded. */
export const flatPng = (side: number, isInterlaced = false): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // One bit per pixel, gray.
  head.set([1, 0, 0, 0, isInterlaced ? 1 : 0], 8);
  // As many rows as fit into 64 MB; a reader that trusts the declared size allocates all of them.
  const rows = Buffer.alloc(Math.min(side * (Math.ceil(side / 8) + 1), 64 * 1_048_576));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const segment = (marker: number, data: readonly number[]): Buffer =>
  Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff, ...data]);

/** A progressive JPEG of the largest size with that many scans, each of which goes over the whole picture. */
export const scannedJpeg = (side: number, scans: number): Buffer => {
  const size = [side >> 8, side & 0xff];
  const quantization = segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]);
  const frame = segment(0xc2, [8, ...size, ...size, 1, 1, 0x11, 0]);
  // A single one-bit code that means: nothing in this block.
  const codes = (table: number) => segment(0xc4, [table, 1, ...Array.from({ length: 15 }, () => 0), 0]);
  const first = Buffer.concat([segment(0xda, [1, 1, 0x00, 0, 0, 0x00]), Buffer.alloc(2)]);
  const next = Buffer.concat([segment(0xda, [1, 1, 0x00, 1, 63, 0x00]), Buffer.alloc(2)]);
  const all = [quantization, frame, codes(0x00), codes(0x10), first, ...Array.from({ length: scans }, () => next)];
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...all, Buffer.from([0xff, 0xd9])]);
};

/** A lossless WebP that claims the largest size there is, with hardly anything in it. */
export const hollowWebp = (): Buffer => {
  // Sizes are stored minus one.
  const side = 16_383 - 1;
  const data = Buffer.alloc(64);
  data[0] = 0x2f;
  data.writeUInt32LE((side | (side << 14)) >>> 0, 1);
  const head = Buffer.alloc(20);
  head.write('RIFF', 0);
  head.writeUInt32LE(data.length + 12, 4);
  head.write('WEBPVP8L', 8);
  head.writeUInt32LE(data.length, 16);
  return Buffer.concat([head, data]);
};
