import { type RefObject, useState, useTransition } from 'react';
import { SearchIcon } from '#client/ui/icons.tsx';
import { KeyCap } from './key-cap.tsx';

interface DeskSearchProps {
  /** Its name, and what stands in it while it is empty. */
  readonly words: string;
  readonly value: string;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onChange: (q: string) => void;
}

/** Shows each letter at once; the list follows. */
export const DeskSearch = ({ words, value, input, onChange }: DeskSearchProps) => {
  const [typed, setTyped] = useState(value);
  const [isBehind, follow] = useTransition();
  // A value that is not on its way to the list comes from elsewhere, such as another view. The address has no space at the end.
  if (!isBehind && typed.trim() !== value) {
    setTyped(value);
  }
  return (
    <label className="desk-search">
      <SearchIcon aria-hidden="true" />
      <input
        ref={input}
        type="search"
        aria-label={words}
        placeholder={words}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          follow(() => onChange(target.value));
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' || event.key === 'Enter') {
            // Browsers would clear the field.
            event.preventDefault();
            event.currentTarget.blur();
          }
        }}
      />
      <KeyCap of="search" isHidden />
    </label>
  );
};
