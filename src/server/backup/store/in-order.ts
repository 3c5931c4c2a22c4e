/**
 * Runs the work for each item, with limited concurrency, and yields the results in the items' order. Takes an item only when there is room
 * for it. On an error, and when the caller stops early, it waits for the work in progress.
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
      // Its failure is reported when its turn comes; until then nothing listens.
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
