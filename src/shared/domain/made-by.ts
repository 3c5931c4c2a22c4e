/**
 * How a write names a record whose id its sender does not know yet: by the key of the write that makes it, earlier in the same batch or in
 * a batch before.
 */
interface Addressed {
  readonly path: string;
  readonly body?: unknown;
}

const IN_PATH = 'madeBy:';

/** Stands in a path for the id of the record that an earlier write made or changed. In a body it is `{ madeBy: key }`. */
export const madeByInPath = (writeKey: string): string => IN_PATH + encodeURIComponent(writeKey);

const keyInPath = (segment: string): string | undefined => {
  if (!segment.startsWith(IN_PATH)) {
    return undefined;
  }
  try {
    return decodeURIComponent(segment.slice(IN_PATH.length));
  } catch {
    // Not written by `madeByInPath`: there is no such address.
    return undefined;
  }
};

const keyInValue = (value: object): string | undefined => {
  const [first, ...others] = Object.entries(value);
  return first?.[0] === 'madeBy' && others.length === 0 && typeof first[1] === 'string' ? first[1] : undefined;
};

const withIds = (value: unknown, idOf: (writeKey: string) => number): unknown => {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown) => withIds(item, idOf));
  }
  const named = keyInValue(value);
  return named === undefined
    ? Object.fromEntries(Object.entries(value).map(([name, item]: [string, unknown]) => [name, withIds(item, idOf)]))
    : idOf(named);
};

/** Path and body with the ids of the records that their keys name. Throws what `idOf` throws. */
export const withMadeIds = <W extends Addressed>(write: W, idOf: (writeKey: string) => number): W => ({
  ...write,
  path: write.path
    .split('/')
    .map((segment) => {
      const named = keyInPath(segment);
      return named === undefined ? segment : String(idOf(named));
    })
    .join('/'),
  body: withIds(write.body, idOf),
});

/** The keys of other writes that it names. */
export const keysNamedIn = (write: Addressed): string[] => {
  const named: string[] = [];
  withMadeIds(write, (writeKey) => {
    named.push(writeKey);
    return 0;
  });
  return named;
};
