/**
 * Does the work for each item, for so many at once, and yields what comes of it in the items' order. Takes an item only when there is room for
 * it. At an error, and when the caller breaks off, it waits for the work that was begun.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const begun: Promise<Result>[] = [];
  try {
    for await (const item of items) {
      const result = work(item);
      // Whoever comes to it hears of its failure; until then nobody listens.
      result.catch(() => undefined);
      begun.push(result);
      const first = begun.length >= atOnce ? begun.shift() : undefined;
      if (first !== undefined) {
        yield await first;
      }
    }
    for (let first = begun.shift(); first !== undefined; first = begun.shift()) {
      yield await first;
    }
  } finally {
    await Promise.allSettled(begun);
  }
}
