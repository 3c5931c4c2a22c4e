const NEWLINE = 10;
const KIB = 1024;

/** No piece is smaller, except the last of a table; none is larger than a store takes. */
const LEAST_BYTES = 512 * KIB;
const MOST_BYTES = 4 * KIB * KIB;
/** One row in this many ends a piece; rows of Headland have some 300 bytes. */
const ENDS = 4_096;

/** FNV-1a over the first bytes of a row, which contain its key. */
const hashOfRow = (bytes: Uint8Array, from: number, to: number): number => {
  let hash = 0x81_1c_9d_c5;
  for (let at = from; at < Math.min(to, from + 32); at += 1) {
    hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01_00_01_93);
  }
  // The lowest bits of this hash are mixed the least.
  return (hash ^ (hash >>> 15)) >>> 0;
};

/** Where in the bytes a piece may end: after a row whose own bytes say so. */
const endOfPiece = (bytes: Uint8Array, least: number, ends: number): number | undefined => {
  let row = bytes.indexOf(NEWLINE, least) + 1;
  while (row > 0) {
    const end = bytes.indexOf(NEWLINE, row) + 1;
    if (end === 0) {
      return undefined;
    }
    if (hashOfRow(bytes, row, end) % ends === 0) {
      return end;
    }
    row = end;
  }
  return undefined;
};

interface Sizes {
  readonly least: number;
  readonly most: number;
  readonly ends: number;
}

/**
 * Cuts rows, as COPY writes them, into pieces. Cut points depend on the rows, not on distances: a row that grows, comes or goes changes
 * only the piece that it is in, and every later piece stays the same and is stored already.
 */
export async function* cutRows(
  chunks: AsyncIterable<Uint8Array>,
  { least, most, ends }: Sizes = { least: LEAST_BYTES, most: MOST_BYTES, ends: ENDS },
): AsyncGenerator<Buffer, void, undefined> {
  let held: Uint8Array[] = [];
  let length = 0;
  // Scanned once there are enough bytes for a piece: rescanning for every chunk would be quadratic in the size of a piece.
  for await (const chunk of chunks) {
    held.push(chunk);
    length += chunk.length;
    if (length < most) {
      continue;
    }
    let rest = Buffer.concat(held, length);
    while (rest.length >= most) {
      const window = rest.subarray(0, most);
      const end = endOfPiece(window, least, ends) ?? most;
      yield rest.subarray(0, end);
      rest = rest.subarray(end);
    }
    held = [rest];
    length = rest.length;
  }
  let rest = Buffer.concat(held, length);
  for (let end = endOfPiece(rest, least, ends); end !== undefined; end = endOfPiece(rest, least, ends)) {
    yield rest.subarray(0, end);
    rest = rest.subarray(end);
  }
  if (rest.length > 0) {
    yield rest;
  }
}
