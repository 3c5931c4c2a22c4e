import { refusal } from '#shared/lib/errors.ts';

/** What a JSON text may unfold to. */
export interface JsonBounds {
  readonly values: number;
  readonly depth: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_RECORD = 0x7b;
const CLOSE_RECORD = 0x7d;

/** Bytes of a name. Ours have some twenty, and each is copied and compared several times on its way. */
const LONGEST_NAME = 1000;

/**
 * Measures JSON as its bytes arrive, before it is parsed: a few MB of `{},` unfold to gigabytes. Throws as soon as it is too much. Its
 * count is an upper bound of the values in the text, well formed or not.
 */
export const measureJson = ({ values: mostValues, depth: deepest }: JsonBounds): { add(bytes: Uint8Array): void } => {
  let values = 1;
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  /** Bytes of the last string, with its quotes. */
  let stringBytes = 0;

  const count = (): void => {
    values += 1;
    if (values > mostValues) {
      throw refusal('too_large', 'tooManyValues', { most: mostValues });
    }
  };
  const open = (): void => {
    count();
    depth += 1;
    if (depth > deepest) {
      throw refusal('malformed', 'nestedTooDeep', { deepest });
    }
  };

  /** The position after the string that continues here, or the end of the bytes. */
  const skipString = (bytes: Uint8Array, from: number): number => {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (isEscaped) {
        isEscaped = false;
      } else if (byte === BACKSLASH) {
        isEscaped = true;
      } else if (byte === QUOTE) {
        isInString = false;
        return at + 1;
      }
    }
    return bytes.length;
  };

  return {
    add: (bytes) => {
      let at = 0;
      while (at < bytes.length) {
        if (isInString) {
          const next = skipString(bytes, at);
          stringBytes += next - at;
          at = next;
          continue;
        }
        switch (bytes[at]) {
          case QUOTE:
            isInString = true;
            stringBytes = 1;
            break;
          case COLON:
            if (stringBytes > LONGEST_NAME + 2) {
              throw refusal('malformed', 'nameInBodyTooLong', { most: LONGEST_NAME });
            }
            break;
          case COMMA:
            count();
            break;
          case OPEN_LIST:
          case OPEN_RECORD:
            open();
            break;
          case CLOSE_LIST:
          case CLOSE_RECORD:
            depth -= 1;
            break;
          default:
        }
        at += 1;
      }
    },
  };
};
