/** Where a file is asked for that could not be fetched before. */
const elsewhere: Record<string, string> = {};

/**
 * What every `import()` of the app calls when it is built (`vite.config.ts`): code that could not be fetched is asked for again the next
 * time. Browsers older than the autumn of 2026 remember for the life of a page that an `import()` failed, as their standard demanded; with
 * another query it is another module to them. What a file imports by itself stays lost if just that failed.
 */
export const fetchCode = (file: string): Promise<unknown> =>
  import(/* @vite-ignore */ elsewhere[file] ?? file).catch((error: unknown) => {
    elsewhere[file] = `${file}?${Date.now()}`;
    throw error;
  });
