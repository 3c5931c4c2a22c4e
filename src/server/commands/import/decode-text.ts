import type { ImportOptions } from '#shared/domain/import.ts';
import { invalid } from '#shared/lib/errors.ts';

type Encoding = NonNullable<ImportOptions['encoding']>;

/** Windows-1252, the usual one of Excel in Europe, has a sign for nearly every byte: only what is no UTF-8 is taken for it. */
const guessEncoding = (bytes: Uint8Array): Encoding => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) {
    return 'utf-16le';
  }
  if (first === 0xfe && second === 0xff) {
    return 'utf-16be';
  }
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
};

/** The text of a file, without its byte order mark. Refuses what is no text. */
export const decodeText = (
  bytes: Uint8Array,
  wanted: Encoding | null | undefined,
): { readonly text: string; readonly encoding: Encoding } => {
  const encoding = wanted ?? guessEncoding(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.includes('\0')) {
    throw invalid('', 'importNotATable');
  }
  return { text, encoding };
};
