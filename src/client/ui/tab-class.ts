import { cx } from '#client/lib/cx.ts';

/** The classes of a tab, current or not. */
export const tabClass = (isCurrent: boolean): string =>
  cx(
    'flex min-h-12 items-center gap-2 px-3 whitespace-nowrap no-underline',
    isCurrent ? 'tramline-bottom font-bold text-ink' : 'font-[560] text-ink2 hover:text-ink',
  );
