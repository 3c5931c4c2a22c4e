import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { BackIcon } from '#client/ui/icons.tsx';

/** The way back to the list that a page belongs to. */
export const BackLink = ({ to, children }: { readonly to: string; readonly children: ReactNode }) => (
  <Link href={to} className="mb-1 inline-flex min-h-11 items-center gap-1.5 font-[560] text-act no-underline hover:underline">
    <BackIcon className="size-5" aria-hidden="true" />
    {children}
  </Link>
);

/** The link in a row that leads to what the row is about. */
export const RowLink = ({ to, children }: { readonly to: string; readonly children: ReactNode }) => (
  <Link href={to} className="font-[680] text-ink no-underline hover:underline">
    {children}
  </Link>
);
