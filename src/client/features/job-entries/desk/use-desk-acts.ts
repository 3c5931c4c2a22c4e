import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SeenEntry } from '#shared/domain/entry-check.ts';
import type { Hint } from '#shared/domain/hint.ts';
import { hintKey } from '#shared/domain/hints.ts';
import type { JobEntry, JobEntryPatch } from '#shared/domain/job-entry.ts';
import { mayChangeEntry } from '#shared/domain/own-work.ts';
import { isAsked } from '#shared/domain/asked.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { changeEntries, type EntryChange, reverseOf, type SavedSeveral } from '#client/data/write-several.ts';
import { checkable, useEntryCheck } from '#client/entities/job-entries/use-entry-check.ts';
import { plural, t } from '#client/lib/texts.ts';
import type { DeskRow } from './desk-rows.ts';

/** What was done last, and how it is undone. */
type Undo = () => Promise<void>;

/** As many acts can be undone by key; the activity undoes more. */
const MOST_UNDONE = 50;

const savedWords = ({ sent, waiting }: SavedSeveral): string =>
  waiting > 0
    ? plural(
        sent + waiting,
        '{count} entry changed on this device; it will sync when online',
        '{count} entries changed on this device; they will sync when online',
      )
    : plural(sent, '{count} entry changed', '{count} entries changed');

/** Checks that were pressed while others are on their way go together in the next request. */
const useCheckQueue = (onUndoable: (undo: Undo) => void) => {
  const { set, isOffline } = useEntryCheck();
  const [pending, setPending] = useState<ReadonlySet<number>>(new Set());
  const waiting = useRef<SeenEntry[]>([]);
  const running = useRef<Promise<void>>(undefined);
  const send = useRef(set);
  useEffect(() => {
    send.current = set;
  });
  const run = useCallback(async () => {
    while (waiting.current.length > 0) {
      const next = waiting.current;
      waiting.current = [];
      await send.current(next, true, onUndoable);
      setPending((before) => new Set([...before].filter((id) => !next.some((entry) => entry.id === id))));
    }
    running.current = undefined;
  }, [onUndoable]);
  const check = useCallback(
    (entries: readonly JobEntry[]) => {
      waiting.current.push(...entries.map(({ id, version }) => ({ id, version })));
      setPending((before) => new Set([...before, ...entries.map(({ id }) => id)]));
      running.current ??= run();
    },
    [run],
  );
  /** Resolves when no check is on its way. */
  const idle = useCallback(async () => running.current, []);
  return { check, pending, isOffline, idle };
};

/** What the desk does with entries: each act says what it did, and can be undone. */
export const useDeskActs = () => {
  const { id: orgId, role } = useOrganization();
  const { id: userId } = useUser();
  const mayCheck = useCan('jobEntries:check');
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);
  const undos = useRef<Undo[]>([]);
  const note = useCallback((undo: Undo) => {
    undos.current = [...undos.current.slice(1 - MOST_UNDONE), undo];
  }, []);
  const queue = useCheckQueue(note);

  const mayEdit = useCallback(
    ({ entry, job }: DeskRow): boolean => mayChangeEntry(role, job?.status ?? 'open', entry.createdBy === userId, isAsked(entry)),
    [role, userId],
  );
  /** Whether there is somebody to ask about it: whoever logged it, unless that is the user. */
  const mayAsk = useCallback(
    ({ entry, isBilled }: DeskRow): boolean =>
      mayCheck &&
      !isBilled &&
      entry.createdBy !== null &&
      entry.createdBy !== userId &&
      checkable([{ ...entry, checkedAt: null }]).length > 0,
    [mayCheck, userId],
  );

  const undoing = useRef<(changes: readonly EntryChange[]) => Promise<unknown>>(() => Promise.resolve());
  const write = useCallback(
    async (changes: readonly EntryChange[], isUndoing: boolean): Promise<boolean> => {
      setBusy(true);
      try {
        const { outcome } = await changeEntries(orgId, changes);
        // From now on it can be undone, however far it has come.
        const undo = async () => {
          const { refused } = await outcome;
          const done = changes.filter(({ entry }) => !refused.includes(entry.id));
          if (done.length > 0) {
            await undoing.current(done.map(reverseOf));
          }
        };
        if (!isUndoing) {
          note(undo);
        }
        const saved = await outcome;
        if (saved.refused.length > 0) {
          notices.failure(plural(saved.refused.length, '{count} entry was not changed', '{count} entries were not changed'), saved.reason);
        } else if (saved.attention > 0) {
          notices.problem(t('Needs your attention'), t('Someone else changed some of these entries. See the Sync screen.'));
        } else if (isUndoing) {
          notices.success(t('Undone'));
        } else {
          notices.success(savedWords(saved), undefined, { label: t('Undo'), onSelect: () => void undo() });
        }
        return saved.refused.length === 0;
      } catch (error) {
        notices.failure(t('Failed to update job entry'), error);
        return false;
      } finally {
        setBusy(false);
      }
    },
    [orgId, notices, note],
  );

  useEffect(() => {
    undoing.current = (changes) => write(changes, true);
  }, [write]);

  return useMemo(() => {
    const change = (rows: readonly DeskRow[], bodyOf: (row: DeskRow) => JobEntryPatch): Promise<boolean> => {
      const may = rows.filter(mayEdit);
      if (may.length < rows.length) {
        notices.problem(t('Some entries can’t be changed'), t('Entries of billed jobs stay as they were billed.'));
      }
      return may.length === 0
        ? Promise.resolve(false)
        : write(
            may.map((row) => ({ entry: row.entry, body: bodyOf(row) })),
            false,
          );
    };
    const check = (rows: readonly DeskRow[]): number => {
      const ready = checkable(rows.filter(({ isBilled }) => !isBilled).map(({ entry }) => entry)).filter(
        ({ id }) => !queue.pending.has(id),
      );
      if (queue.isOffline) {
        notices.problem(t('Checks need the server'), t('Connect and try again. Nothing has changed.'));
        return 0;
      }
      if (ready.length > 0) {
        queue.check(ready);
      }
      return ready.length;
    };
    return {
      mayCheck,
      mayEdit,
      mayAsk,
      isBusy,
      /** Entries whose check is on its way. */
      pending: queue.pending,
      check,
      change,
      /** Says that a hint is right as it is: it is remembered with the entry. */
      accept: (row: DeskRow, hints: readonly Hint[]) =>
        change([row], ({ entry }) => ({ hintsAccepted: [...new Set([...(entry.hintsAccepted ?? []), ...hints.map(hintKey)])] })),
      undo: async (): Promise<void> => {
        await queue.idle();
        const last = undos.current.pop();
        await (last ? last() : notices.problem(t('Nothing to undo')));
      },
    };
  }, [mayCheck, mayEdit, mayAsk, isBusy, queue, write, notices]);
};
export type DeskActs = ReturnType<typeof useDeskActs>;
