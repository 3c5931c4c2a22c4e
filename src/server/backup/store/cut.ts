/** The bytes in parts of one length, the last of which may be shorter; no parts for no bytes. Holds on to the chunks of one part. */
export async function* cut(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    for (let rest = chunk; rest.length > 0;) {
      const taken = rest.subarray(0, partBytes - length);
      chunks.push(taken);
      length += taken.length;
      rest = rest.subarray(taken.length);
      if (length === partBytes) {
        yield Buffer.concat(chunks, length);
        chunks = [];
        length = 0;
      }
    }
  }
  if (length > 0) {
    yield Buffer.concat(chunks, length);
  }
}
