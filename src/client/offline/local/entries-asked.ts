import { coreOf, type Engine } from '#client/offline/engine/handle.ts';
import { type LocalRow, recordKey } from '#client/offline/storage/stores.ts';

/** A record as it is shown here, and as the server last had it: the same as long as no change waits. */
export interface ShownAndSent {
  readonly shown: LocalRow;
  readonly sent: LocalRow;
}

/** Entries that the office asked something about, answered or not, in the order of asking. */
export const entriesAsked = (engine: Engine, orgId: number): Promise<readonly ShownAndSent[]> =>
  coreOf(engine).storage.read(['jobEntries', 'shadows'], async (tx) => {
    const rows = await tx.list('jobEntries', { index: 'byQuestion', from: [orgId, ''], to: [orgId, '~'] });
    const sentOf = async (row: LocalRow) => (row.sync && (await tx.get('shadows', recordKey('jobEntries', row.id)))?.row) ?? row;
    return Promise.all(rows.map(async (shown) => ({ shown, sent: await sentOf(shown) })));
  });
