import { useState, useTransition } from 'react';
import { SearchIcon } from '#client/ui/icons.tsx';

interface SearchProps {
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A search box that reports each letter before it is drawn: for short lists of which Enter takes the first. */
export const SearchBox = ({ placeholder, value, onChange }: SearchProps) => (
  <span className="relative block min-w-0 flex-[1_1_10rem]">
    <SearchIcon className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink3" aria-hidden="true" />
    <input
      type="search"
      aria-label={placeholder}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="min-h-(--ctl) w-full rounded-ctl border-[1.5px] border-edge bg-surface pr-3.5 pl-11"
    />
  </span>
);

/**
 * The box above a list that narrows it while the user types. It shows each letter at once: the list follows, and yields to the next one.
 */
export const SearchInput = ({ placeholder, value, onChange }: SearchProps) => {
  const [typed, setTyped] = useState(value);
  const [isBehind, follow] = useTransition();
  // A value that is not on its way to the list comes from elsewhere, such as cleared filters.
  if (!isBehind && typed !== value) {
    setTyped(value);
  }
  const change = (text: string): void => {
    setTyped(text);
    follow(() => onChange(text));
  };
  return <SearchBox placeholder={placeholder} value={typed} onChange={change} />;
};
