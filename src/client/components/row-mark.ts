import type { RowMark } from '#client/ui/table.tsx';

/** How a record's own changes stand, for the edge of its row; undefined for what is as the server has it. */
export const syncMark = (record: object): RowMark | undefined =>
  'sync' in record && (record.sync === 'waiting' || record.sync === 'attention') ? record.sync : undefined;
