import type { ReactNode } from 'react';
import { ChevronIcon } from '#client/ui/icons.tsx';

interface FoldProps {
  readonly title: string;
  /** Whether it begins open: where something of it is known. */
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** A part of a form that most records do without. */
export const Fold = ({ title, isOpen, children }: FoldProps) => (
  <details open={isOpen} className="group/more">
    <summary className="inline-flex min-h-11 list-none items-center gap-1.5 rounded-ctl font-[620] text-act [&::-webkit-details-marker]:hidden">
      <ChevronIcon className="size-5 -rotate-90 group-open/more:rotate-0" aria-hidden="true" />
      {title}
    </summary>
    <div className="mt-3 grid gap-5.5">{children}</div>
  </details>
);
