import { useCallback, useEffect, useState } from 'react';
import type { DeskRow } from './desk-rows.ts';

/** The row in hand: it stays the same entry wherever it goes; when that is gone, the one in its place. */
export const useCurrentRow = (shown: readonly DeskRow[]) => {
  const [hand, setHand] = useState<{ readonly id: number; readonly index: number } | null>(null);
  const found = hand === null ? -1 : shown.findIndex(({ entry }) => entry.id === hand.id);
  const index = hand === null ? -1 : found === -1 ? Math.min(hand.index, shown.length - 1) : found;
  const row = shown[index];
  if (row && hand && (row.entry.id !== hand.id || index !== hand.index)) {
    setHand({ id: row.entry.id, index });
  }
  const take = useCallback((next: DeskRow, at: number) => setHand({ id: next.entry.id, index: at }), []);
  return { row, index, take };
};

/** How long the row in hand rests before the panel follows. */
const FOLLOW_MS = 80;

/** The row that the panel shows. */
export const useFollowedRow = (row: DeskRow | undefined): DeskRow | undefined => {
  const [followed, setFollowed] = useState(row);
  useEffect(() => {
    const timer = setTimeout(() => setFollowed(row), FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [row]);
  // The same entry with other values is shown at once.
  return followed !== undefined && row?.entry.id === followed.entry.id ? row : followed;
};
