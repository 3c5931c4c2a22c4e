import { type ReactNode, useEffect } from 'react';
import { cx } from '#client/lib/cx.ts';
import { IconButton } from '#client/ui/button.tsx';
import { CloseIcon, type Icon } from '#client/ui/icons.tsx';

interface CornerCardProps {
  readonly title: string;
  readonly text: string;
  readonly icon: Icon;
  readonly closeLabel: string;
  readonly onClose: () => void;
  /** What can be done about it. */
  readonly children?: ReactNode;
  readonly className?: string;
}

/**
 * What receives keyboard focus is scrolled to a place above the card. Not by `:has()` on the page, which would be re-evaluated for every
 * change on it.
 */
const useScrollRoom = (): void => {
  useEffect(() => {
    document.documentElement.classList.add('scroll-pb-60');
    return () => {
      if (document.querySelector('[data-corner]') === null) {
        document.documentElement.classList.remove('scroll-pb-60');
      }
    };
  }, []);
};

/** An offer that can wait: it floats, so that nothing below moves when it appears or disappears. On phones it is above the bottom bar. */
export const CornerCard = ({ title, text, icon: IconShape, closeLabel, onClose, children, className }: CornerCardProps) => {
  useScrollRoom();
  return (
    <section
      aria-label={title}
      data-corner
      className={cx(
        'fixed inset-x-3 bottom-[calc(6.5rem+env(safe-area-inset-bottom))] z-10 flex items-start gap-3.5 rounded-card border border-line bg-surface py-3 pr-1.5 pl-4 shadow-2 md:inset-x-auto md:right-5 md:bottom-5 md:w-104',
        className,
      )}
    >
      <IconShape className="mt-1 size-6 shrink-0 text-act" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <b className="block leading-[1.35] font-[680]">{title}</b>
        <p className="text-sm text-ink2">{text}</p>
        {children && <div className="mt-2.5">{children}</div>}
      </div>
      <IconButton label={closeLabel} icon={CloseIcon} onClick={onClose} className="-mt-1" />
    </section>
  );
};
