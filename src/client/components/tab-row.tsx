import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { cx } from '#client/lib/cx.ts';
import { tabClass } from '#client/ui/tab-class.ts';

interface TabRowProps<T extends string> {
  /** What a screen reader calls the row. */
  readonly label: string;
  readonly tabs: readonly { readonly id: T; readonly href: string; readonly text: ReactNode }[];
  readonly current: T;
  readonly className?: string;
}

/** Links to the views of a screen, in a row that scrolls sideways on phones: the current one is brought into view. */
export const TabRow = <T extends string>({ label, tabs, current, className }: TabRowProps<T>) => {
  const row = useRef<HTMLElement>(null);
  const place = tabs.findIndex(({ id }) => id === current);
  useEffect(() => {
    row.current?.children[place]?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [place]);
  return (
    <nav
      ref={row}
      aria-label={label}
      className={cx(
        '-mx-(--gap) mb-4 flex gap-1 overflow-x-auto border-b border-line px-[calc(var(--gap)-0.75rem)] md:mx-0 md:px-0 md:[&>a:first-child]:-ml-3',
        className,
      )}
    >
      {tabs.map(({ id, href, text }) => (
        <Link key={id} href={href} aria-current={id === current ? 'page' : undefined} className={tabClass(id === current)}>
          {text}
        </Link>
      ))}
    </nav>
  );
};
