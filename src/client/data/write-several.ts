import { routes } from '#shared/routes.ts';
import type { JobEntry, JobEntryPatch } from '#shared/domain/job-entry.ts';
import { refusedWrite } from '#client/api/api-error.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { keep } from '#client/data/local-rows.ts';
import { intentOf, outcomeWithin, refusalOf } from '#client/data/use-write.ts';
import { discardChanges, findRecords, keepChanges, type LocalRow, recordKey, type Written } from '#client/offline/public.ts';

/** How long a screen waits for its changes to reach the server before it reports them as saved on this device. */
const WAIT_MS = 15_000;

/** A change of one entry. */
export interface EntryChange {
  /** As its screen showed it. */
  readonly entry: JobEntry;
  readonly body: JobEntryPatch;
}

/** What undoes a change of which the user has seen the outcome. */
export const reverseOf = ({ entry, body }: EntryChange): EntryChange => {
  const names = Object.keys(body) as (keyof JobEntryPatch & keyof JobEntry)[];
  return {
    entry: { ...entry, ...(body as Partial<JobEntry>), version: entry.version + 1 },
    body: Object.fromEntries(names.map((name) => [name, entry[name] ?? null])),
  };
};

/** How far several changes have come; they add up to all of them. */
export interface SavedSeveral {
  readonly sent: number;
  readonly waiting: number;
  /** Another person changed the same, or the entry itself was refused with its change: they are on the Sync screen. */
  readonly attention: number;
  /** Refused, and as they were before; with the reason of the first. */
  readonly refused: readonly number[];
  readonly reason: unknown;
}

/** Entries that came from the server only, and are not on this device, are put there first: a change is one of a record that is here. */
const bringHere = async (orgId: number, changes: readonly EntryChange[]): Promise<void> => {
  const here = await findRecords(
    theEngine(),
    changes.map(({ entry }) => ['jobEntries', entry.id] as const),
  );
  const lacking = changes.filter(({ entry }) => !here.has(recordKey('jobEntries', entry.id)));
  if (lacking.length > 0) {
    await keep(
      'jobEntries',
      orgId,
      lacking.map(({ entry }) => entry),
    );
  }
};

const outcomeOf = async (written: readonly Written[]): Promise<SavedSeveral> => {
  const outcomes = await Promise.all(
    written.map(async ({ itemId, id }) =>
      itemId === null ? ({ id, kind: 'gone' } as const) : { id, itemId, ...(await outcomeWithin(itemId, WAIT_MS)) },
    ),
  );
  const refused = outcomes.flatMap((outcome) => {
    // What went into the making of its entry stays with it.
    const item = outcome.kind === 'attention' && outcome.item.operation === 'update' ? outcome.item : undefined;
    const error = item && refusalOf(item);
    return error ? [{ id: outcome.id, itemId: item.id, error }] : [];
  });
  await discardChanges(
    theEngine(),
    refused.map(({ itemId }) => itemId),
  );
  const [first] = refused;
  const count = (kind: string): number => outcomes.filter((outcome) => outcome.kind === kind).length;
  return {
    sent: count('sent') + count('gone'),
    waiting: count('waiting'),
    attention: count('attention') - refused.length,
    refused: refused.map(({ id }) => id),
    reason: first === undefined ? undefined : refusedWrite(first.error),
  };
};

/**
 * Changes several entries by one press: kept on this device all together or not at all, then sent, judged and refused one by one like any
 * other change (specification 2.1). Resolves when they are kept, with how far they come; rejects if they could not be kept.
 */
export const changeEntries = async (
  orgId: number,
  changes: readonly EntryChange[],
): Promise<{ readonly outcome: Promise<SavedSeveral> }> => {
  await bringHere(orgId, changes);
  const written = await keepChanges(
    theEngine(),
    changes.map(({ entry, body }) =>
      intentOf(orgId, routes.jobEntries.update, { params: { id: entry.id }, body, seen: entry as unknown as LocalRow }),
    ),
  );
  return { outcome: outcomeOf(written) };
};
