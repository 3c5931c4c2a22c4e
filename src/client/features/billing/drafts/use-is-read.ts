import { useEffect, useState } from 'react';

/** The second press of a double click, or a repeated Enter, is no answer to a question that nobody has read. */
const READING_MS = 700;

/** Whether a question that was shown at that moment can have been read. */
export const useIsRead = (shownAt: number): boolean => {
  const [readAt, setReadAt] = useState(0);
  useEffect(() => {
    // A clock that was set back must not block it for hours.
    const wait = Math.min(READING_MS, Math.max(0, shownAt + READING_MS - Date.now()));
    const timer = setTimeout(() => setReadAt(shownAt), wait);
    return () => clearTimeout(timer);
  }, [shownAt]);
  return readAt === shownAt;
};
