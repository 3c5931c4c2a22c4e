import {
  createContext,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { cx } from '#client/lib/cx.ts';
import { t } from '#client/lib/texts.ts';
import { IconButton } from '#client/ui/button.tsx';
import { AttentionIcon, CloseIcon, DoneIcon, ErrorIcon, type Icon } from '#client/ui/icons.tsx';
import { useTopModal } from '#client/ui/modal-stack.ts';

// Specification 1.29: one at a time, five seconds, dismissed by a swipe of 50 px, reached with F8.
const DISPLAY_MS = 5000;
const SWIPE_PX = 50;
const HOTKEY = 'F8';
/** Screen readers announce text that appears in an existing region, not in one that appears with it. */
const READ_AFTER_MS = 60;

export interface ToastContent {
  readonly title: string;
  readonly text?: string | undefined;
  readonly tone?: 'normal' | 'warning' | 'destructive';
  readonly icon?: Icon;
}

const ToastContext = createContext<(toast: ToastContent) => void>(() => undefined);

/** Shows a toast, replacing the previous one. */
export const useToast = () => useContext(ToastContext);

interface ToastCardProps {
  readonly toast: ToastContent;
  readonly onPause: (isPaused: boolean) => void;
  readonly onClose: () => void;
}

const LOOKS = {
  normal: { icon: DoneIcon, className: 'on-hedge border-transparent bg-hedge text-onhedge dark:bg-sunk' },
  warning: { icon: AttentionIcon, className: 'border-straw bg-straw-bg text-straw-fg' },
  destructive: { icon: ErrorIcon, className: 'border-poppy bg-poppy-bg text-poppy-fg' },
} as const;

const ToastCard = ({ toast, onPause, onClose }: ToastCardProps) => {
  const [isRead, setRead] = useState(false);
  const startX = useRef<number | null>(null);
  const { tone = 'normal' } = toast;
  const look = LOOKS[tone];
  const IconShape = toast.icon ?? look.icon;

  useEffect(() => {
    const timer = window.setTimeout(() => setRead(true), READ_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, []);

  const move = (event: PointerEvent) => {
    if (startX.current !== null && event.clientX - startX.current >= SWIPE_PX) {
      startX.current = null;
      onClose();
    }
  };
  return (
    <div
      role={tone === 'destructive' ? 'alert' : 'status'}
      className={cx(
        'pointer-events-auto flex w-full max-w-104 touch-pan-y items-start gap-2.5 rounded-card border-[1.5px] py-0.5 pr-0.5 pl-3.5 shadow-3',
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
      <IconShape className="mt-1 size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1 py-0.5" aria-hidden={!isRead}>
        <b className="block leading-[1.3] font-[680]">{toast.title}</b>
        {toast.text && <p className={cx('text-sm/[1.35] wrap-anywhere', tone === 'normal' && 'text-onhedge2')}>{toast.text}</p>}
      </div>
      <IconButton label={t('Close')} icon={CloseIcon} onClick={onClose} onColour />
    </div>
  );
};

/** F8 moves the focus to the toast; when it disappears, focus returns to where it was. */
const useHotkey = (region: { readonly current: HTMLElement | null }) => {
  const before = useRef<Element | null>(null);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const button = region.current?.querySelector('button');
      if (event.key === HOTKEY && button && document.activeElement !== button) {
        before.current = document.activeElement;
        button.focus();
      }
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, [region]);
  return useCallback(() => {
    const hadFocus = region.current?.contains(document.activeElement);
    if (hadFocus && before.current instanceof HTMLElement && before.current.isConnected) {
      before.current.focus();
    }
  }, [region]);
};

const hosts = new WeakMap<HTMLElement, HTMLElement>();

/**
 * A separate element for each container: React listens for every event where it renders something, and the events of the whole page or
 * dialog would be handled twice.
 */
const hostIn = (place: HTMLElement): HTMLElement => {
  const host = hosts.get(place) ?? document.createElement('div');
  hosts.set(place, host);
  return host;
};

/**
 * Holds the one toast above everything, over the bar at the top: low enough to leave that bar usable, and it covers nothing that is needed
 * next (decision 0031). While a modal dialog is open it is inside it, because outside nothing can be pressed or is read aloud.
 */
export const ToastProvider = ({ children }: { readonly children: ReactNode }) => {
  const [shown, setShown] = useState<{ toast: ToastContent; key: number } | null>(null);
  const [isPaused, setPaused] = useState(false);
  const region = useRef<HTMLDivElement>(null);
  const returnFocus = useHotkey(region);
  const place = useTopModal() ?? document.body;
  const host = hostIn(place);
  const key = shown?.key;

  const show = useCallback((toast: ToastContent) => {
    setPaused(false);
    setShown((before) => ({ toast, key: (before?.key ?? 0) + 1 }));
  }, []);
  const close = useCallback(() => {
    returnFocus();
    setPaused(false);
    setShown(null);
  }, [returnFocus]);

  useEffect(() => {
    if (key === undefined || isPaused) {
      return undefined;
    }
    const timer = window.setTimeout(close, DISPLAY_MS);
    return () => window.clearTimeout(timer);
  }, [key, isPaused, close]);

  useLayoutEffect(() => {
    place.append(host);
    return () => host.remove();
  }, [place, host]);

  useEffect(() => {
    const element = region.current;
    // A toast shown while its dialog closes has no container for a moment; the next container shows it.
    if (!element?.isConnected || !place.contains(element) || key === undefined) {
      return undefined;
    }
    // Shown again for each toast and container: the newest popover is above dialogs that were opened since.
    element.showPopover();
    setPaused(false);
    return () => {
      if (element.isConnected) {
        element.hidePopover();
      }
    };
  }, [key, place]);

  return (
    <ToastContext value={show}>
      {children}
      {createPortal(
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape in the toast is for the toast, not for the dialog below it
        <div
          ref={region}
          popover="manual"
          role="region"
          aria-label={t('Notifications ({key})', { key: HOTKEY })}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.preventDefault();
              event.stopPropagation();
              close();
            }
          }}
          // Over the bar at the top, or a dialog's head: what is needed next is below it, at every width.
          className="pointer-events-none fixed inset-x-2 top-[max(0.1875rem,env(safe-area-inset-top))] bottom-auto m-0 w-auto justify-center overflow-visible border-0 bg-transparent p-0 open:flex"
        >
          {shown && <ToastCard key={shown.key} toast={shown.toast} onPause={setPaused} onClose={close} />}
        </div>,
        host,
      )}
    </ToastContext>
  );
};
