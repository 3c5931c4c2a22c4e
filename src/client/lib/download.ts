import { BOM } from '#shared/lib/csv.ts';

/** A file of lines of CSV. */
export const csvFile = (lines: readonly string[]): Blob => new Blob([BOM, ...lines], { type: 'text/csv' });

/** Hands the browser a file to keep. */
export const download = (content: Blob, name: string): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the file over by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
