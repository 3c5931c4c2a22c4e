import type { JobEntry } from '#shared/domain/job-entry.ts';
import { draftRows, dropDraft, keepDraft } from '#client/entities/job-entries/entry-draft.ts';
import { withoutFiles } from '#client/features/job-entries/draft-form.ts';
import { type EntryForm, newFilesOf } from '#client/features/job-entries/entry-form.ts';

/** Long enough not to slow typing down, short enough that a crash loses only the last word. */
const PAUSE_MS = 500;

/** What a draft keeps; for a change of an entry also the entry that the form started with. */
export interface KeptForm {
  readonly form: EntryForm;
  readonly seen: JobEntry | null;
}

/** Where drafts are kept: this device's storage, except in tests. */
export interface DraftStore {
  readonly keep: typeof keepDraft;
  readonly drop: typeof dropDraft;
}

const fileNames = (form: EntryForm): string =>
  newFilesOf(form)
    .map(({ sha256 }) => sha256)
    .join();

/** Keeps one form as a draft while it is filled in. */
export interface DraftKeeper {
  /** Records the present form, to be kept soon; null: there is nothing in it to keep. */
  readonly note: (form: EntryForm | null) => void;
  /** Keeps what was recorded immediately, if it is not kept yet. */
  readonly flush: () => void;
  /** Keeps it durably enough to survive a power loss, and ends. Throws what storage throws. */
  readonly keepDurably: (form: EntryForm) => Promise<void>;
  /** Stops while the form is saved: nothing of the draft may be written then. Returns its rows, which are deleted with the save. */
  readonly pause: () => readonly string[];
  /** Continues after the form could not be saved. */
  readonly resume: () => void;
  /** Deletes the draft and ends. */
  readonly drop: () => Promise<void>;
}

/**
 * `kept` is what is stored under the key already, `seen` is stored with the form. `onTrouble` is called with the reason when an attempt has
 * failed, and with null once it works again.
 */
export const createDraftKeeper = (
  key: string,
  { kept, seen, onTrouble }: { kept: EntryForm | null; seen: JobEntry | null; onTrouble: (error: unknown) => void },
  { keep, drop }: DraftStore = { keep: keepDraft, drop: dropDraft },
): DraftKeeper => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let noted = kept;
  let isThere = kept !== null;
  let keptFiles = kept ? fileNames(kept) : '';
  let isPaused = false;

  const write = async (form: EntryForm, durability: 'strict' | 'relaxed'): Promise<void> => {
    isThere = true;
    const names = fileNames(form);
    const value: KeptForm = { form: withoutFiles(form), seen };
    await keep(key, value, names === keptFiles ? null : newFilesOf(form), durability);
    keptFiles = names;
  };
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const flush = (): void => {
    if (timer === undefined) {
      return;
    }
    stop();
    const work = noted ? write(noted, 'relaxed') : isThere ? drop(key) : Promise.resolve();
    isThere = noted !== null;
    work.then(() => onTrouble(null), onTrouble);
  };
  const soon = (): void => {
    stop();
    timer = setTimeout(flush, PAUSE_MS);
  };
  return {
    note: (form) => {
      if (form === noted) {
        return;
      }
      noted = form;
      if (!isPaused) {
        soon();
      }
    },
    flush,
    keepDurably: async (form) => {
      stop();
      await write(form, 'strict');
      isPaused = true;
    },
    pause: () => {
      isPaused = true;
      stop();
      return isThere ? draftRows(key) : [];
    },
    resume: () => {
      isPaused = false;
      // A save that the server refused has deleted the draft.
      keptFiles = '';
      soon();
    },
    drop: async () => {
      isPaused = true;
      stop();
      if (isThere) {
        await drop(key);
      }
    },
  };
};
