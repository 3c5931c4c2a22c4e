import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '#client/lib/cx.ts';
import { t } from '#client/lib/texts.ts';

interface OnboardingFrameProps {
  readonly title: string;
  readonly lead: ReactNode;
  /** Above the title: the progress. */
  readonly progress?: ReactNode;
  /** Buttons forward and back, always in view. */
  readonly footer?: ReactNode;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** One screen of the onboarding: progress, content, and navigation. A new one starts at its top, and is where the next Tab goes. */
export const OnboardingFrame = ({ title, lead, progress, footer, isWide = false, children }: OnboardingFrameProps) => {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = t('{title} · Headland', { title });
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [title]);
  // So does the screen of the app that comes after the last of them.
  useEffect(() => () => window.scrollTo(0, 0), []);
  const width = isWide ? 'max-w-275' : 'max-w-160';
  return (
    <>
      <main
        ref={main}
        tabIndex={-1}
        className={cx('mx-auto grid w-full gap-6 px-4 pt-6 pb-10 outline-none md:px-8 md:pt-8', width, !isWide && 'md:pt-14')}
      >
        {progress}
        <div>
          <h1 className="text-2xl/[1.2] font-bold tracking-[-0.012em] text-balance">{title}</h1>
          <p className="mt-2 text-ink2">{lead}</p>
        </div>
        {children}
      </main>
      {footer && (
        <footer className="sticky bottom-0 z-10 mt-auto border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]">
          <div
            className={cx(
              'mx-auto flex justify-between gap-2.5 px-4 py-3 max-sm:flex-wrap max-sm:*:flex-1 max-sm:*:px-2 max-sm:*:text-sm md:px-8',
              width,
            )}
          >
            {footer}
          </div>
        </footer>
      )}
    </>
  );
};
