import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { cx } from '#client/lib/cx.ts';
import { t } from '#client/lib/texts.ts';
import { IconButton } from '#client/ui/button.tsx';
import { AttentionIcon, CloseIcon, DoneIcon, ErrorIcon, type Icon } from '#client/ui/icons.tsx';

/** Specification 1.29. */
const SWIPE_PX = 50;
/** Screen readers announce text that appears in an existing region, not in one that appears with it. */
const READ_AFTER_MS = 60;

export interface ToastContent {
  readonly title: string;
  readonly text?: string | undefined;
  readonly tone?: 'normal' | 'warning' | 'destructive';
  readonly icon?: Icon;
  /** What can be done about it; the toast then stays longer. */
  readonly action?: ToastAction | undefined;
  /** What else: on a phone by their icons. */
  readonly more?: readonly ToastAction[] | undefined;
}

export interface ToastAction {
  readonly label: string;
  readonly icon?: Icon;
  readonly onSelect: () => void;
}

interface ToastCardProps {
  readonly toast: ToastContent;
  /** Whether its time to be shown stands still. */
  readonly onPause: (isPaused: boolean) => void;
  readonly onClose: () => void;
}

const LOOKS = {
  normal: { icon: DoneIcon, className: 'on-hedge border-transparent bg-hedge text-onhedge dark:bg-sunk' },
  warning: { icon: AttentionIcon, className: 'border-straw bg-straw-bg text-straw-fg' },
  destructive: { icon: ErrorIcon, className: 'border-poppy bg-poppy-bg text-poppy-fg' },
} as const;

const isUnder = (element: Element, card: Element): boolean => {
  const [below, above] = [element.getBoundingClientRect(), card.getBoundingClientRect()];
  return (
    !card.contains(element) && below.left < above.right && below.right > above.left && below.top < above.bottom && below.bottom > above.top
  );
};

interface ActionProps {
  readonly action: ToastAction;
  readonly onClose: () => void;
}

const Action = ({ action: { label, icon: IconShape, onSelect }, onClose }: ActionProps) => (
  <button
    type="button"
    className="min-h-11 min-w-11 shrink-0 rounded-ctl px-2.5 font-[680] underline max-sm:px-2"
    onClick={() => {
      onClose();
      onSelect();
    }}
  >
    {IconShape && <IconShape className="size-5 sm:hidden" aria-hidden="true" />}
    <span className={cx(IconShape && 'max-sm:sr-only')}>{label}</span>
  </button>
);

/** What a toast looks like, and how it is swiped away. */
export const ToastCard = ({ toast, onPause, onClose }: ToastCardProps) => {
  const [isRead, setRead] = useState(false);
  const startX = useRef<number | null>(null);
  const card = useRef<HTMLDivElement>(null);
  const { tone = 'normal', action, more = [] } = toast;
  const isFull = more.length > 0;
  const look = LOOKS[tone];
  const IconShape = toast.icon ?? look.icon;

  useEffect(() => {
    onPause(false);
    const timer = window.setTimeout(() => setRead(true), READ_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [onPause]);

  // Whoever goes through the page with Tab sees where they are: the toast leaves if it would hide that. A problem stays as long as it does.
  useEffect(() => {
    const handleKey = ({ key }: globalThis.KeyboardEvent) => {
      const { activeElement } = document;
      if (key === 'Tab' && tone !== 'destructive' && activeElement && card.current && isUnder(activeElement, card.current)) {
        onClose();
      }
    };
    window.addEventListener('keyup', handleKey);
    return () => window.removeEventListener('keyup', handleKey);
  }, [tone, onClose]);

  const move = (event: PointerEvent) => {
    if (startX.current !== null && event.clientX - startX.current >= SWIPE_PX) {
      startX.current = null;
      onClose();
    }
  };
  return (
    <div
      ref={card}
      role={tone === 'destructive' ? 'alert' : 'status'}
      className={cx(
        'pointer-events-auto flex w-full touch-pan-y items-start gap-2.5 rounded-card border-[1.5px] py-0.5 pr-0.5 pl-3.5 shadow-3',
        isFull ? 'max-w-176 max-sm:gap-0 max-sm:pl-2.5' : action ? 'max-w-136' : 'max-w-104',
        look.className,
      )}
      onPointerEnter={() => onPause(true)}
      onPointerLeave={() => onPause(false)}
      onFocus={() => onPause(true)}
      onBlur={() => onPause(false)}
      onPointerDown={(event) => {
        startX.current = event.clientX;
      }}
      onPointerMove={move}
      onPointerUp={() => {
        startX.current = null;
      }}
    >
      <IconShape
        className={cx('size-5 shrink-0', toast.text === undefined ? 'self-center' : 'mt-1', isFull && 'max-sm:hidden')}
        aria-hidden="true"
      />
      <div
        className={cx('min-w-0 flex-1 py-0.5', toast.text === undefined ? 'self-center' : isFull && 'max-sm:self-center')}
        aria-hidden={!isRead}
      >
        <b className={cx('block leading-[1.3] font-[680]', isFull && 'max-sm:text-[0.9375rem]/[1.15]')}>{toast.title}</b>
        {toast.text && (
          // Beside an action there is little room: cut off rather than lower than the bar at the top, over what comes next.
          <p
            className={cx(
              'text-sm/[1.35]',
              action ? 'truncate' : 'wrap-anywhere',
              isFull && 'max-sm:sr-only',
              tone === 'normal' && 'text-onhedge2',
            )}
          >
            {toast.text}
          </p>
        )}
      </div>
      {(action ? [action, ...more] : []).map((each) => (
        <Action key={each.label} action={each} onClose={onClose} />
      ))}
      <IconButton label={t('Close')} icon={CloseIcon} onClick={onClose} onColour />
    </div>
  );
};
