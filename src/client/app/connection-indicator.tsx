import { useSyncExternalStore } from 'react';
import { SyncIndicator } from '#client/ui/sync-indicator.tsx';

const subscribe = (onChange: () => void): (() => void) => {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
};

/** Whether the browser says that it is online: a hint for the eye, which decides nothing. */
export const ConnectionIndicator = () => {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <span role="status">
      <SyncIndicator state={isOnline ? 'online' : 'offline'} />
    </span>
  );
};
