import { useEffect, useState } from 'react';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { editDraftKey, newDraftKey } from '#client/entities/job-entries/entry-draft.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { createDraftKeeper, type DraftKeeper } from '#client/features/job-entries/draft-keeper.ts';
import type { EntryForm } from '#client/features/job-entries/entry-form.ts';
import type { EntryFormState } from '#client/features/job-entries/use-entry-form.ts';
import { t } from '#client/lib/texts.ts';

/** The existing draft: its key, and its form as the dialog shows it first. */
interface Found {
  readonly key: string;
  readonly form: EntryForm;
}

/**
 * Keeps the dialog's form as a draft while it is filled in, replacing the draft that it continues, if any. With `isOff` nothing is kept.
 */
export const useDraftKeeper = (entry: JobEntry | null, { form, isEmpty }: EntryFormState, found: Found | null, isOff: boolean) => {
  const { id: orgId } = useOrganization();
  const { id: userId } = useUser();
  const notices = useNotices();
  const [isTroubled, setTroubled] = useState(false);
  const make = (seen: JobEntry | null, draft: Found | null): DraftKeeper => {
    const key = draft?.key ?? (seen ? editDraftKey(userId, orgId, seen.id) : newDraftKey(userId, orgId));
    return createDraftKeeper(key, { kept: draft?.form ?? null, seen, onTrouble: (error) => setTroubled(error !== null) });
  };
  const [keeper, setKeeper] = useState(() => (isOff ? null : make(entry, found)));
  useEffect(() => keeper?.note(isEmpty ? null : form), [keeper, form, isEmpty]);
  useEffect(() => {
    if (!keeper) {
      return undefined;
    }
    const keepHidden = () => document.hidden && keeper.flush();
    document.addEventListener('visibilitychange', keepHidden);
    return () => {
      document.removeEventListener('visibilitychange', keepHidden);
      // Whatever unmounts the dialog without asking.
      keeper.flush();
    };
  }, [keeper]);
  return {
    keeper,
    /** Deletes the draft, and only then runs `next`. */
    throwAway: async (next: () => void) => {
      try {
        await keeper?.drop();
        next();
      } catch (error) {
        notices.failure(t('Failed to discard the draft'), error);
      }
    },
    /** The last attempt to keep it failed. */
    isTroubled,
    /** From here on another draft is kept, of an entry as the form shows it now; the previous one stays as it is. */
    keepAnother: (seen: JobEntry | null) => {
      keeper?.flush();
      setKeeper(make(seen, null));
    },
  };
};
