import { useEffect, useRef } from 'react';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { useFreshRecord } from '#client/components/use-fresh-record.ts';

interface FreshEntryProps {
  readonly orgId: number;
  readonly listed: JobEntry;
  readonly onFound: (entry: JobEntry) => void;
  /** It was found, or it is gone, which was said. */
  readonly onEnd: () => void;
}

/** Reads an entry once as this device holds it now. */
export const FreshEntry = ({ orgId, listed, onFound, onEnd }: FreshEntryProps): null => {
  const openFresh = useFreshRecord('jobEntries', orgId);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!hasBegun.current) {
      hasBegun.current = true;
      void openFresh(listed, onFound).then(onEnd);
    }
  });
  return null;
};
