import type { ReactNode } from 'react';
import { cx } from '#client/lib/cx.ts';

interface CardProps {
  readonly className?: string;
  readonly children: ReactNode;
}

/** A white field on the ground. If it contains nothing but a list of cards, those have the frame instead. */
export const Card = ({ className, children }: CardProps) => (
  <section
    className={cx(
      'rounded-card border border-line bg-surface shadow-1 print:shadow-none has-[>[data-cards]:first-child]:border-0 has-[>[data-cards]:first-child]:bg-transparent has-[>[data-cards]:first-child]:shadow-none',
      className,
    )}
  >
    {children}
  </section>
);

/** Its heading line, with content at its right end. */
export const CardHead = ({ title, children }: { readonly title: ReactNode; readonly children?: ReactNode }) => (
  <div className="flex min-h-14 items-center gap-3 border-b border-line py-1.5 pr-2.5 pl-4.5">
    <h2 className="flex-1 text-lg/[1.3] font-[680]">{title}</h2>
    {children}
  </div>
);

/** The head of a page: its title, a line below, and its actions. On phones of 360 px the usual title and its one button share a line. */
export const PageHead = ({
  title,
  sub,
  children,
}: {
  readonly title: ReactNode;
  readonly sub?: ReactNode;
  readonly children?: ReactNode;
}) => (
  <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2 md:gap-x-4">
    <h1 className="text-[1.625rem]/[1.2] font-bold tracking-[-0.012em] text-balance md:text-2xl/[1.2]">{title}</h1>
    {children && (
      <div className="ml-auto flex flex-wrap gap-2.5 max-md:order-last max-md:grow max-md:[&>*]:flex-auto max-md:[&>*]:px-3">
        {children}
      </div>
    )}
    {sub && <div className="w-full text-ink2">{sub}</div>}
  </div>
);
