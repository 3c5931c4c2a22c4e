import type { PlaceInZip } from '#server/commands/archive/open-archive.ts';
import type { ListName } from '#server/data/archive-tables.ts';
import type { Row } from '#server/data/archive-write.ts';
import { defineJob } from '#server/work/job.ts';

/** The person who imports, who becomes the owner. */
export interface Importer {
  readonly id: number;
  readonly email: string;
}

interface Packed {
  readonly path: string;
  /** For the rows as they are to be written. */
  readonly folder: string;
  readonly user: Importer;
  /** Further accounts that are known to be people of the export. */
  readonly colleagues?: readonly Importer[];
}

/** A list as stored in the folder: each line has the key of a batch's first row, a tab, and its rows as JSON. */
export interface UnpackedList {
  readonly list: ListName;
  readonly path: string;
  readonly columns: readonly string[];
}

/** An export that was checked to its last byte, and everything of it as it is to be written here. */
export interface Unpacked {
  readonly organizationId: number;
  readonly name: string;
  readonly exportedAt: string;
  readonly waitingMembers: number;
  /** In the order in which they can be written; photos are not among them. */
  readonly lists: readonly UnpackedList[];
  /** Each file in the export; one without a place had already lost its bytes. */
  readonly photos: readonly { readonly row: Row; readonly place: PlaceInZip | undefined }[];
}

/** Ids that a thread asks for at a time. */
export const IDS_AT_ONCE = 5000;

/** Checks an export and prepares what is written of it. It asks `reserveIds` of the program. */
export const unpackJob = defineJob<Packed, Unpacked>('archive.unpack');
