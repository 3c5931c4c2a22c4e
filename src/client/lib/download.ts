import { BOM } from '#shared/lib/csv.ts';

/** A file of CSV lines. */
export const csvFile = (lines: readonly string[]): Blob => new Blob([BOM, ...lines], { type: 'text/csv' });

/** Offers the browser a file to download. */
export const download = (content: Blob, name: string): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken over the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
