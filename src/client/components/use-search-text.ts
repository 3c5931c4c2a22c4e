import { useCallback, useState } from 'react';
import { useLocation, useSearch } from 'wouter';

/** The text typed into the search box above a list. Starts as the `q` of the address: the palette links to its results that way. */
export const useSearchText = (): [text: string, change: (text: string) => void] => {
  const [path, navigate] = useLocation();
  const query = useSearch();
  const asked = new URLSearchParams(query).get('q');
  const [seen, setSeen] = useState(asked);
  const [text, setText] = useState(asked ?? '');
  if (asked !== seen) {
    setSeen(asked);
    setText(asked ?? text);
  }
  const change = useCallback(
    (next: string) => {
      setText(next);
      if (asked !== null) {
        // From now on the box is what counts: the same address has to lead here again.
        const rest = new URLSearchParams(query);
        rest.delete('q');
        navigate(rest.size === 0 ? path : `${path}?${rest.toString()}`, { replace: true });
      }
    },
    [asked, path, query, navigate],
  );
  return [text, change];
};
