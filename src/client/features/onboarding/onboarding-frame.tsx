import type { ReactNode } from 'react';
import { displayNameOf } from '#shared/domain/user.ts';
import { useUser } from '#client/data/user-context.tsx';
import { Brand } from '#client/ui/brand.tsx';

/** What stands around the first steps: the brand, who is signed in, and one column. */
export const OnboardingFrame = ({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}) => (
  <div className="min-h-dvh">
    <header className="flex min-h-16 items-center justify-between gap-4 border-b border-line bg-surface px-4 md:px-8">
      <Brand />
      <span className="text-ink2">{displayNameOf(useUser())}</span>
    </header>
    <main className="mx-auto grid max-w-160 gap-6 px-4 pt-8 pb-16 md:pt-14">
      <div>
        <h1 className="text-2xl/[1.2] font-bold tracking-[-0.012em] text-balance">{title}</h1>
        <p className="mt-2 text-ink2">{lead}</p>
      </div>
      {children}
    </main>
  </div>
);
