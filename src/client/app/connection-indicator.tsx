import { useEffect, useSyncExternalStore } from 'react';
import { cx } from '#client/lib/cx.ts';

const subscribe = (onChange: () => void): (() => void) => {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
};

/** What the browser says of the connection; it is a hint for the eye and decides nothing. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/** Four bars and a word: solid while online, hollow and striped while offline. */
export const ConnectionIndicator = () => {
  const isOnline = useIsOnline();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-offline', !isOnline);
  }, [isOnline]);
  return (
    <span
      role="status"
      className={cx(
        'inline-flex min-h-11 items-center gap-1.75 rounded-ctl border-[1.5px] px-2 text-sm font-[620] whitespace-nowrap md:pr-3',
        isOnline ? 'border-transparent text-field-fg' : 'border-straw bg-straw-bg text-straw-fg',
      )}
    >
      {!isOnline && <span className="swath -ml-2 h-10 w-2 self-center" aria-hidden="true" />}
      <svg viewBox="0 0 18 16" className="h-4 w-4.5" aria-hidden="true">
        {[0, 5, 10, 15].map((x) => (
          <rect
            key={x}
            x={x + 0.75}
            y="0.75"
            width="2"
            height="14.5"
            rx="1"
            className={isOnline ? 'fill-current' : 'fill-none stroke-current'}
            strokeWidth="1.5"
          />
        ))}
      </svg>
      {isOnline ? 'Online' : 'Offline Mode'}
    </span>
  );
};
