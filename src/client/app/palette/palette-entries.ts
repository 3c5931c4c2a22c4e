import { startTransition, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { entryDetail, foundGroup, MOST, type PaletteGroup, type PaletteItem, searchAddress } from '#client/app/palette/palette-found.ts';
import { type EntryReader, readEntriesOn } from '#client/data/entry-reader.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { wordsIn } from '#client/lib/best-matches.ts';
import { formatDate } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { EntryIcon } from '#client/ui/icons.tsx';

/** A single letter is in every entry. */
const LEAST_LETTERS = 2;

/** This device's entries, read in portions from the first letter on; a new object with each portion. */
const useReader = (isAsked: boolean): Pick<EntryReader, 'find'> | undefined => {
  const { id: orgId } = useOrganization();
  const [read, setRead] = useState<Pick<EntryReader, 'find'>>();
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    if (!isAsked) {
      return undefined;
    }
    const leaving = new AbortController();
    const readOn = async (): Promise<void> => {
      const { isWhole, next, find } = await readEntriesOn(orgId);
      do {
        if (!isWhole()) {
          await next();
        }
        if (leaving.signal.aborted) {
          return;
        }
        // Typing goes on while the results of what was read are drawn.
        startTransition(() => setRead({ find }));
      } while (!isWhole());
    };
    readOn().catch((error: unknown) => (leaving.signal.aborted ? undefined : setFailure(error)));
    return () => leaving.abort();
  }, [isAsked, orgId]);
  if (failure !== null) {
    throw failure;
  }
  return read;
};

/** Finds job entries by what is written on them, and by their names, newest first. */
export const useEntrySearch = (isAsked: boolean): ((typed: string) => readonly PaletteGroup[]) => {
  const [, navigate] = useLocation();
  const read = useReader(isAsked);
  return useCallback(
    (typed: string) => {
      if (!read || typed.trim().length < LEAST_LETTERS) {
        return [];
      }
      const words = wordsIn(typed);
      const { best, count } = read.find(words, MOST);
      const items = best.map((entry): PaletteItem => {
        const title = [formatDate(entry.date), entry.serviceTypeName, entry.equipmentNames.join(', ')].filter(Boolean).join(' · ');
        return {
          key: `jobEntries ${entry.id}`,
          title,
          detail: entryDetail(entry, words),
          text: '',
          icon: EntryIcon,
          run: () => navigate(`/job-entries?entryId=${entry.id}`),
        };
      });
      return foundGroup(t('Job Entries'), items, count, () => navigate(searchAddress('/job-entries/desk', typed)));
    },
    [read, navigate],
  );
};
