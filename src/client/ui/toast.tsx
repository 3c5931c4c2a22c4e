import { createContext, type PointerEvent, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { cx } from '#client/lib/cx.ts';
import { IconButton } from '#client/ui/button.tsx';
import { CloseIcon, DoneIcon, ErrorIcon, type Icon } from '#client/ui/icons.tsx';

// Specification 1 §9: one at a time, five seconds, dismissed by a swipe of 50 px, reached with F8.
const DISPLAY_MS = 5000;
const SWIPE_PX = 50;
const HOTKEY = 'F8';

export interface ToastContent {
  readonly title: string;
  readonly text?: string | undefined;
  readonly tone?: 'normal' | 'destructive';
  readonly icon?: Icon;
}

const ToastContext = createContext<(toast: ToastContent) => void>(() => undefined);

/** Shows a toast; the one before it goes. */
export const useToast = () => useContext(ToastContext);

const ToastCard = ({ toast, onClose }: { readonly toast: ToastContent; readonly onClose: () => void }) => {
  const [isPaused, setPaused] = useState(false);
  const startX = useRef<number | null>(null);
  const isBad = toast.tone === 'destructive';
  const IconShape = toast.icon ?? (isBad ? ErrorIcon : DoneIcon);

  useEffect(() => {
    if (isPaused) {
      return undefined;
    }
    const timer = window.setTimeout(onClose, DISPLAY_MS);
    return () => window.clearTimeout(timer);
  }, [isPaused, onClose]);

  const move = (event: PointerEvent) => {
    if (startX.current !== null && event.clientX - startX.current >= SWIPE_PX) {
      startX.current = null;
      onClose();
    }
  };
  return (
    <div
      role={isBad ? 'alert' : 'status'}
      className={cx(
        'flex w-full max-w-104 touch-pan-y items-start gap-3 rounded-card border-[1.5px] py-3.5 pr-2 pl-4 shadow-3',
        isBad ? 'border-poppy bg-poppy-bg text-poppy-fg' : 'on-hedge border-transparent bg-hedge text-onhedge dark:bg-sunk',
      )}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      onPointerDown={(event) => {
        startX.current = event.clientX;
      }}
      onPointerMove={move}
      onPointerUp={() => {
        startX.current = null;
      }}
    >
      <IconShape className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <b className="block leading-[1.35] font-[680]">{toast.title}</b>
        {toast.text && <p className={cx('text-sm/[1.4] wrap-anywhere', !isBad && 'text-onhedge2')}>{toast.text}</p>}
      </div>
      <IconButton label="Close" icon={CloseIcon} onClick={onClose} onColour className="-my-2" />
    </div>
  );
};

/** Holds the one toast, above everything, open dialogs included. */
export const ToastProvider = ({ children }: { readonly children: ReactNode }) => {
  const [shown, setShown] = useState<{ toast: ToastContent; key: number } | null>(null);
  const region = useRef<HTMLDivElement>(null);
  const show = useCallback((toast: ToastContent) => setShown((before) => ({ toast, key: (before?.key ?? 0) + 1 })), []);
  const close = useCallback(() => setShown(null), []);
  const key = shown?.key;

  useEffect(() => {
    const element = region.current;
    if (!element || key === undefined) {
      return undefined;
    }
    // Shown anew for each toast: the newest popover lies above dialogs that were opened since.
    element.showPopover();
    return () => element.hidePopover();
  }, [key]);

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === HOTKEY) {
        region.current?.querySelector('button')?.focus();
      }
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);

  return (
    <ToastContext value={useMemo(() => show, [show])}>
      {children}
      <div
        ref={region}
        popover="manual"
        role="region"
        aria-label={`Notifications (${HOTKEY})`}
        className="fixed inset-x-3 top-auto bottom-[calc(5.5rem+env(safe-area-inset-bottom))] m-0 w-auto justify-center overflow-visible border-0 bg-transparent p-0 open:flex md:inset-x-auto md:right-5 md:bottom-5"
      >
        {shown && <ToastCard key={shown.key} toast={shown.toast} onClose={close} />}
      </div>
    </ToastContext>
  );
};
