import type { Cell, ImportOptions } from '#shared/domain/import.ts';
import { defineJob } from '#server/work/job.ts';

/** How the cells are found in the file; what they mean is decided later. */
export type FileOptions = Pick<ImportOptions, 'sheet' | 'delimiter' | 'encoding'>;

export type GivenOptions = { readonly [N in keyof FileOptions]?: FileOptions[N] | undefined };

export interface FileToRead {
  readonly bytes: Uint8Array;
  /** What is not given is guessed. */
  readonly options: GivenOptions;
}

export interface FileRow {
  /** Its number in the sheet, from 1. */
  readonly row: number;
  readonly cells: readonly Cell[];
}

export interface FileRead {
  readonly options: FileOptions;
  /** Names of a workbook's sheets. */
  readonly sheets: readonly string[];
  /** Those with anything in them. */
  readonly rows: readonly FileRow[];
}

/** Reads a CSV file or a workbook into cells. */
export const readFileJob = defineJob<FileToRead, FileRead>('import.read');
