import { Link } from 'wouter';
import { useSyncState } from '#client/data/engine-context.tsx';
import { t } from '#client/lib/texts.ts';
import { useBrowserOnline } from '#client/lib/use-browser-online.ts';
import type { EngineState } from '#client/offline/public.ts';
import { SyncIndicator, type SyncIndicatorProps } from '#client/ui/sync-indicator.tsx';

/** What the indicator shows of the connection and the queue. */
export const indicatorOf = ({ connection, sending, pending, attention }: EngineState, isBrowserOnline: boolean): SyncIndicatorProps => {
  if (!isBrowserOnline || connection === 'offline') {
    return { state: isBrowserOnline ? 'offline' : 'noNetwork', count: pending };
  }
  if (sending) {
    return { state: 'sending', current: Math.min(sending.done + 1, sending.of), count: sending.of };
  }
  if (attention > 0) {
    return { state: 'attention', count: attention };
  }
  return pending > 0 ? { state: 'waiting', count: pending } : { state: 'online' };
};

/**
 * The sync state of this device, on every screen; links to the Sync screen, which says the rest. Without a network it is the badge of
 * specification 1.17.
 */
export const ConnectionIndicator = () => {
  const isBrowserOnline = useBrowserOnline();
  const shown = indicatorOf(useSyncState(), isBrowserOnline);
  return (
    <span role="status">
      <Link href="/sync" className="inline-flex rounded-ctl no-underline" aria-describedby="sync-hint">
        <SyncIndicator {...shown} />
      </Link>
      <span id="sync-hint" hidden>
        {t('Opens Sync')}
      </span>
    </span>
  );
};
