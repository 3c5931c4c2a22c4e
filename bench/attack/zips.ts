import { crc32, deflateRawSync } from 'node:zlib';

/** A file of a zip as it is to be written: what the zip says about it need not be true. */
export interface ZipPart {
  readonly path: string;
  /** The bytes as stored in the zip. */
  readonly bytes: Buffer;
  readonly isDeflated: boolean;
  /** The declared uncompressed size. */
  readonly saidBytes: number;
  readonly crc: number;
  /** Stored at the same place as the previous part: many files sharing the same bytes. */
  readonly isShared?: boolean;
}

/** Compressed, with correct sizes. */
export const packed = (path: string, text: string | Buffer): ZipPart => {
  const raw = Buffer.from(text);
  return { path, bytes: deflateRawSync(raw, { level: 9 }), isDeflated: true, saidBytes: raw.length, crc: crc32(raw) };
};

const LOCAL = 0x04_03_4b_50;
const CENTRAL = 0x02_01_4b_50;
const END = 0x06_05_4b_50;

/** The header before a file's bytes, which the zip's directory repeats with more around it. */
const fieldsOf = ({ path, bytes, isDeflated, saidBytes, crc }: ZipPart): Buffer => {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x08_00, 2);
  fields.writeUInt16LE(isDeflated ? 8 : 0, 4);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(bytes.length, 14);
  fields.writeUInt32LE(saidBytes, 18);
  fields.writeUInt16LE(Buffer.byteLength(path), 22);
  return fields;
};

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** A zip of just these parts, in the plain form of up to 65,535 entries; `count` is the number of entries it claims. */
export const zipOfParts = (parts: readonly ZipPart[], count = parts.length): Buffer => {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let [offset, shared] = [0, 0];
  for (const part of parts) {
    const fields = fieldsOf(part);
    if (part.isShared !== true) {
      shared = offset;
      const written = [word(LOCAL), fields, Buffer.from(part.path), part.bytes];
      local.push(...written);
      offset += written.reduce((sum, { length }) => sum + length, 0);
    }
    central.push(word(CENTRAL), Buffer.from([20, 0]), fields, Buffer.alloc(10), word(shared), Buffer.from(part.path));
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Math.min(count, 0xff_ff), 4);
  end.writeUInt16LE(Math.min(count, 0xff_ff), 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directory, word(END), end]);
};

/** The end of a zip with more entries than the plain form counts: a 64-bit record, and one that says where that is. */
export const zip64OfParts = (parts: readonly ZipPart[]): Buffer => {
  const plain = zipOfParts(parts);
  const directoryBytes = plain.readUInt32LE(plain.length - 10);
  const directoryAt = plain.readUInt32LE(plain.length - 6);
  const body = plain.subarray(0, directoryAt + directoryBytes);
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06_06_4b_50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(45, 12);
  record.writeUInt16LE(45, 14);
  record.writeBigUInt64LE(BigInt(parts.length), 24);
  record.writeBigUInt64LE(BigInt(parts.length), 32);
  record.writeBigUInt64LE(BigInt(directoryBytes), 40);
  record.writeBigUInt64LE(BigInt(directoryAt), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07_06_4b_50, 0);
  locator.writeBigUInt64LE(BigInt(body.length), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22, 0xff);
  end.writeUInt32LE(END, 0);
  end.writeUInt32LE(0, 4);
  end.writeUInt16LE(0, 20);
  return Buffer.concat([body, record, locator, end]);
};
