import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { cx } from '#client/lib/cx.ts';
import type { Icon } from '#client/ui/icons.tsx';

export interface MenuItem {
  readonly label: string;
  readonly icon?: Icon;
  readonly isChecked?: boolean;
  readonly isDanger?: boolean;
  /** Further information, below the label. */
  readonly hint?: string;
  /** Why it cannot be chosen now; shown below the label. */
  readonly disabledReason?: string | undefined;
  readonly onSelect: () => void;
}

const GAP_PX = 4;
const MARGIN_PX = 8;

/** Below the button, or above it at the end of the window. */
const place = (menu: HTMLElement, button: HTMLElement, align: 'start' | 'end'): void => {
  const anchor = button.getBoundingClientRect();
  const fitsBelow = anchor.bottom + GAP_PX + menu.offsetHeight <= window.innerHeight - MARGIN_PX;
  const left = align === 'start' ? anchor.left : anchor.right - menu.offsetWidth;
  menu.style.top = `${fitsBelow ? anchor.bottom + GAP_PX : Math.max(MARGIN_PX, anchor.top - GAP_PX - menu.offsetHeight)}px`;
  menu.style.left = `${Math.min(Math.max(MARGIN_PX, left), window.innerWidth - menu.offsetWidth - MARGIN_PX)}px`;
};

interface MenuListProps {
  readonly id: string;
  readonly items: readonly MenuItem[];
  readonly align: 'start' | 'end';
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly labelledBy: string;
  /** It has closed, and the focus is elsewhere. */
  readonly onLeave: () => void;
  /** It is to be closed, and the focus returns to the button. */
  readonly onClose: () => void;
}

/** The open list of a menu: arrow keys, Home, End, first letters and Escape, on the platform's popover. */
export const MenuList = ({ id, items, align, button, labelledBy, onLeave, onClose }: MenuListProps) => {
  const menu = useRef<HTMLDivElement>(null);
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });

  const entries = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];

  useEffect(() => {
    const element = menu.current;
    const opener = button.current;
    if (!element || !opener) {
      return undefined;
    }
    const handleMove = () => place(element, opener, align);
    element.showPopover();
    handleMove();
    element.querySelector<HTMLElement>('[role^=menuitem]')?.focus({ preventScroll: true });
    window.addEventListener('resize', handleMove);
    window.addEventListener('scroll', handleMove, true);
    const handleToggle = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') {
        leave.current();
      }
    };
    element.addEventListener('toggle', handleToggle);
    return () => {
      element.removeEventListener('toggle', handleToggle);
      window.removeEventListener('resize', handleMove);
      window.removeEventListener('scroll', handleMove, true);
    };
  }, [menu, button, align]);

  const close = () => {
    menu.current?.hidePopover();
    onClose();
  };
  const handleKey = (event: KeyboardEvent) => {
    const all = entries();
    const focused = all.findIndex((entry) => entry === document.activeElement);
    // The same letter again moves to the next item that begins with it.
    const typed =
      event.key.length === 1
        ? [...all.slice(focused + 1), ...all.slice(0, focused + 1)].find((entry) =>
            entry.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()),
          )
        : undefined;
    const target =
      event.key === 'ArrowDown'
        ? all[(focused + 1) % all.length]
        : event.key === 'ArrowUp'
          ? all.at(focused - 1)
          : event.key === 'Home'
            ? all[0]
            : event.key === 'End'
              ? all.at(-1)
              : typed;
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    } else if (event.key === 'Tab') {
      onLeave();
      menu.current?.hidePopover();
    } else if (target) {
      event.preventDefault();
      target.focus();
    }
  };
  return (
    <div
      ref={menu}
      id={id}
      role="menu"
      tabIndex={-1}
      popover="auto"
      aria-labelledby={labelledBy}
      onKeyDown={handleKey}
      className="fixed inset-auto m-0 max-h-[calc(100dvh-1rem)] max-w-[calc(100vw-1rem)] min-w-52 overflow-y-auto rounded-card border border-line bg-surface p-1.5 text-ink shadow-3"
    >
      {items.map(({ label: text, icon: IconShape, isChecked, isDanger, hint, disabledReason, onSelect }) => (
        <button
          key={text}
          type="button"
          tabIndex={-1}
          role={isChecked === undefined ? 'menuitem' : 'menuitemradio'}
          {...(isChecked === undefined ? {} : { 'aria-checked': isChecked })}
          {...(disabledReason === undefined ? {} : { 'aria-disabled': true })}
          className={cx(
            'flex min-h-11 w-full items-center gap-3 rounded-ctl px-3 text-left focus-visible:-outline-offset-2',
            disabledReason === undefined ? 'hover:bg-sunk' : 'cursor-not-allowed py-1.5 text-ink3',
            isDanger && disabledReason === undefined && 'text-poppy-fg',
            isChecked && 'font-[660]',
          )}
          onClick={(event) => {
            event.stopPropagation();
            if (disabledReason === undefined) {
              close();
              onSelect();
            }
          }}
        >
          {IconShape && <IconShape className="size-5 shrink-0" aria-hidden="true" />}
          <span className="min-w-0 flex-1">
            <span className="block truncate">{text}</span>
            {(disabledReason ?? hint) !== undefined && <span className="block text-sm/[1.3] text-ink2">{disabledReason ?? hint}</span>}
          </span>
        </button>
      ))}
    </div>
  );
};
