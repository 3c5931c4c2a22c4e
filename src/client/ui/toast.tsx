import { createContext, type ReactNode, useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { afterFirstScreen } from '#client/lib/first-screen.ts';
import { later } from '#client/lib/later.tsx';
import { t } from '#client/lib/texts.ts';
import type { ToastContent } from '#client/ui/toast-card.tsx';
import { useTopModal } from '#client/ui/modal-stack.ts';

// Specification 1.29: one at a time, five seconds, ten where something can be done about it, reached with F8.
const DISPLAY_MS = 5000;
const HOTKEY = 'F8';

const ToastContext = createContext<(toast: ToastContent) => void>(() => undefined);

/** Shows a toast, replacing the previous one. */
export const useToast = () => useContext(ToastContext);

const ToastCard = later(async () => (await import('#client/ui/after-start.ts')).ToastCard);

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
  const hasAction = shown?.toast.action !== undefined;

  const show = useCallback((toast: ToastContent) => {
    // Where the code cannot come yet, the card itself tries again. Its time begins when it can be seen.
    void ToastCard.fetch().catch(() => undefined);
    setPaused(true);
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
    const timer = window.setTimeout(close, hasAction ? 2 * DISPLAY_MS : DISPLAY_MS);
    return () => window.clearTimeout(timer);
  }, [key, isPaused, close, hasAction]);

  // The first one may report that there is no network.
  useEffect(() => afterFirstScreen(() => void ToastCard.fetch().catch(() => undefined)), []);

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
