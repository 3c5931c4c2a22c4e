import { useCallback, useRef, useState } from 'react';
import type { DeskRow } from './desk-rows.ts';

/** Which rows have been in view since the desk was opened. */
export const useSeenRows = () => {
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const known = useRef(seen);
  const see = useCallback((rows: readonly DeskRow[]) => {
    const fresh = rows.filter(({ entry }) => !known.current.has(entry.id));
    if (fresh.length > 0) {
      known.current = new Set([...known.current, ...fresh.map(({ entry }) => entry.id)]);
      setSeen(known.current);
    }
  }, []);
  return { seen, see };
};
