import { useCallback, useEffect, useState } from 'react';

/** The row in hand: it stays the same one wherever it goes; when that is gone, the one in its place. `idOf` stays the same function. */
export const useCurrentRow = <R>(shown: readonly R[], idOf: (row: R) => number) => {
  const [hand, setHand] = useState<{ readonly id: number; readonly index: number } | null>(null);
  const found = hand === null ? -1 : shown.findIndex((row) => idOf(row) === hand.id);
  const index = hand === null ? -1 : found === -1 ? Math.min(hand.index, shown.length - 1) : found;
  const row = shown[index];
  if (row !== undefined && hand && (idOf(row) !== hand.id || index !== hand.index)) {
    setHand({ id: idOf(row), index });
  }
  const take = useCallback((next: R, at: number) => setHand({ id: idOf(next), index: at }), [idOf]);
  return { row, index, take };
};

/** How long the row in hand rests before the panel follows. */
const FOLLOW_MS = 80;

/** The row that the panel shows. */
export const useFollowedRow = <R>(row: R | undefined, idOf: (row: R) => number): R | undefined => {
  const [followed, setFollowed] = useState(row);
  useEffect(() => {
    const timer = setTimeout(() => setFollowed(row), FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [row]);
  // The same one with other values is shown at once.
  return followed !== undefined && row !== undefined && idOf(row) === idOf(followed) ? row : followed;
};
