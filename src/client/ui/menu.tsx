import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { afterFirstScreen } from '#client/lib/first-screen.ts';
import { later } from '#client/lib/later.tsx';
import type { MenuItem } from '#client/ui/menu-list.tsx';

interface MenuProps {
  readonly items: readonly MenuItem[];
  /** The name of the button, where its content does not say it. */
  readonly label?: string;
  readonly buttonClassName: string;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}

const MenuList = later(async () => (await import('#client/ui/after-start.ts')).MenuList);

/** A button that opens a list of actions: arrow keys, Home, End, first letters and Escape, on the platform's popover. */
export const Menu = ({ items, label, buttonClassName, align = 'end', children }: MenuProps) => {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const id = useId();
  const buttonId = useId();

  // A press before its code is here opens it when it has come.
  useEffect(() => afterFirstScreen(() => void MenuList.fetch().catch(() => undefined)), []);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        id={buttonId}
        type="button"
        className={buttonClassName}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        {...(label === undefined ? {} : { 'aria-label': label, title: label })}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            setOpen(true);
          }
        }}
        onPointerDown={() => {
          wasOpen.current = isOpen;
        }}
        onClick={(event) => {
          event.stopPropagation();
          // By the time of the click the popover has closed itself, because the press was outside it.
          const isPress = event.detail > 0;
          if (isPress ? wasOpen.current : isOpen) {
            close();
          } else {
            setOpen(true);
          }
        }}
      >
        {children}
      </button>
      {isOpen && (
        <MenuList
          id={id}
          items={items}
          align={align}
          button={button}
          labelledBy={buttonId}
          onLeave={() => setOpen(false)}
          onClose={close}
        />
      )}
    </>
  );
};
