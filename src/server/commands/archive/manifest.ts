import * as z from 'zod/mini';
import { LIST_NAMES } from '#server/data/archive-tables.ts';

/** Marks an export and its layout. Another layout gets another number (decision 0022). */
export const FORMAT = 'headland-organization';
export const FORMAT_VERSION = 1;

export const MANIFEST = 'manifest.json';

const count = z.int().check(z.minimum(0));

const listInManifest = z.object({ count, columns: z.array(z.string()) });

const fileInManifest = z.object({
  path: z.string(),
  byteLength: count,
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export type FileInManifest = z.output<typeof fileInManifest>;

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  exportedAt: z.string(),
  organization: z.object({ id: z.int(), name: z.string() }),
  /** Lists that an older version did not write yet are absent. */
  lists: z.partialRecord(z.enum(LIST_NAMES), listInManifest),
  /** Everything in the zip except the manifest itself. */
  files: z.array(fileInManifest),
  /** Files whose bytes had already been lost on the server. */
  missing: z.array(z.string()),
});
/** An export's description of itself. */
export type Manifest = z.output<typeof manifestSchema>;
