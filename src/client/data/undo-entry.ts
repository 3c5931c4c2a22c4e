import type { JobEntry } from '#shared/domain/job-entry.ts';
import { type Catalogues, loadWords, t } from '#client/lib/texts.ts';
import { awaitOutcome, type Engine, isTempId, keepChange, sameValue, takeBackChange } from '#client/offline/public.ts';

const UNDO_ENTRY: Catalogues = {
  de: async () => ({ texts: (await import('#client/locales/de/undo-entry.json')).default }),
  es: async () => ({ texts: (await import('#client/locales/es/undo-entry.json')).default }),
};

type Values = Readonly<Record<string, unknown>>;

/** An entry that was just saved. */
export interface SavedEntry {
  readonly orgId: number;
  /** The change, as it waits or waited on this device. */
  readonly itemId: string;
  readonly entryId: number;
  /** What was changed, and the entry before and after that; null for a new one. */
  readonly changed: { readonly body: Values; readonly before: JobEntry; readonly after: JobEntry } | null;
}

/** How long a change that is on its way is waited for. */
const WAIT_MS = 10_000;

const PLACE = ['jobId', 'awaitsJob', 'customerId'];

const ownFieldsBefore = (body: Values, { customFieldValues }: JobEntry): Values => {
  const cleared = Object.keys((body['customFieldValues'] ?? {}) as Values).map((name) => [name, null] as const);
  return { ...Object.fromEntries(cleared), ...customFieldValues };
};

/** The values that a change replaced, as a change of its own: nothing that it left alone. */
export const valuesBefore = (body: Values, before: JobEntry): Values => {
  const was = before as unknown as Values;
  const changed = Object.keys(body).filter((name) => !sameValue(body[name], was[name]));
  const values = Object.fromEntries(changed.filter((name) => !PLACE.includes(name)).map((name) => [name, was[name] ?? null]));
  const place = before.awaitsJob ? { awaitsJob: true, customerId: before.customerId } : { jobId: before.jobId };
  return {
    ...values,
    ...('customFieldValues' in values ? { customFieldValues: ownFieldsBefore(body, before) } : {}),
    ...(changed.some((name) => PLACE.includes(name)) ? place : {}),
  };
};

/** Takes the change itself back, if that is all there is of it. One on an entry that waits to be made is part of that entry. */
const takeBack = ({ itemId, changed }: SavedEntry, engine: Engine): Promise<boolean> =>
  changed && isTempId(changed.before.id) ? Promise.resolve(false) : takeBackChange(engine, itemId);

/**
 * Takes back what was just saved: on this device as long as nothing of it has left, otherwise by a change of its own, which waits for the
 * network like any other. Returns what to say, or rejects with a sentence that says what to do.
 */
export const undoEntry = async (engine: Engine, saved: SavedEntry): Promise<string> => {
  const { orgId, itemId, entryId, changed } = saved;
  await loadWords(UNDO_ENTRY);
  if (!(await takeBack(saved, engine))) {
    const outcome = await awaitOutcome(engine, itemId, WAIT_MS);
    if (outcome.kind === 'attention') {
      throw new Error(t('Decide about it on the Sync screen.'));
    }
    await keepChange(engine, {
      store: 'jobEntries',
      orgId,
      id: entryId,
      // Where somebody else has changed the same since, a person decides.
      ...(changed
        ? { operation: 'update', data: valuesBefore(changed.body, changed.before), seen: changed.after }
        : { operation: 'remove' }),
    });
  }
  return changed ? t('The entry is as it was before.') : t('The entry was removed.');
};
